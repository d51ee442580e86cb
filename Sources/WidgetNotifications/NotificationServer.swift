import Systemd
import WidgetCore

/// The notification server on the session's bus: `org.freedesktop.Notifications` of the Desktop Notifications Specification. Its answers and signals come as
/// ``Event``.
final class NotificationServer: Sendable {
    enum Event: Sendable {
        /// The name's owner now, and its capabilities. Nil where nobody has the name.
        case server(String?, Set<String>)
        case shown(activity: String, notification: UInt32, server: String)
        case failed(activity: String, server: String, BusError)
        case closed(UInt32, isDismissed: Bool)
        case pressed(UInt32, key: String)
        case closeAnswered
        /// The connection has ended. No more events come.
        case ended(BusError)
    }

    static let name = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"
    /// The bus name of this program. Only one process can have it, since two would show everything twice.
    static let ownName = "org.widgetd.Notifications"

    private let bus: Bus
    private let tell: @Sendable (Event) -> Void

    /// - Throws: `BusError` where there is no bus.
    init(_ address: BusAddress, _ tell: @escaping @Sendable (Event) -> Void) throws(BusError) {
        self.tell = tell
        bus = try Bus(address) { tell(.ended($0)) }
    }

    /// The opener of addresses in the session of this server.
    func makeOpener() -> PortalOpener { PortalOpener(bus: bus) }

    /// Takes the program's name and listens, until the task is cancelled.
    func follow() async {
        do {
            try await takeName()
            let closings = try await subscribe("NotificationClosed") { [tell] arguments in
                guard arguments.count > 1, let id = arguments[0].int.flatMap(UInt32.init(exactly:)) else { return }
                // 1: expired, 2: dismissed by the user, 3: closed by a call, 4: undefined.
                tell(.closed(id, isDismissed: arguments[1].int == 2))
            }
            let presses = try await subscribe("ActionInvoked") { [tell] arguments in
                guard arguments.count > 1, let id = arguments[0].int.flatMap(UInt32.init(exactly:)), let key = arguments[1].string else { return }
                tell(.pressed(id, key: key))
            }
            let (owners, changed) = AsyncStream.makeStream(of: String?.self)
            let owner = try await bus.watchOwner(of: Self.name) { changed.yield($0) }
            for await owner in owners { tell(.server(owner, owner == nil ? [] : await capabilities())) }
            for subscription in [closings, presses, owner] { subscription.cancel() }
        } catch {
            tell(.ended(error))
        }
    }

    private func takeName() async throws(BusError) {
        // Flag 4 (DO_NOT_QUEUE): don't wait for the name. Reply 1 (PRIMARY_OWNER): the name is ours.
        let call = BusCall("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName", [.string(Self.ownName), .uint32(4)])
        guard try await bus.call(call).first?.int == 1 else {
            throw BusError(name: BusError.limitsExceeded, message: "another widgetd-notify shows notifications in this session already; end that one first")
        }
    }

    private func subscribe(_ member: String, _ take: @escaping @Sendable ([BusValue]) -> Void) async throws(BusError) -> BusSubscription {
        try await bus.subscribe(to: BusMatch(sender: Self.name, path: Self.path, interface: Self.name, member: member)) { take($0.arguments) }
    }

    private func capabilities() async -> Set<String> {
        let answer = try? await bus.call(BusCall(Self.name, Self.path, Self.name, "GetCapabilities"))
        return Set(answer?.first?.elements?.compactMap(\.string) ?? [])
    }

    /// Asks the bus to start a server. If one starts, ``Event/server(_:_:)`` reports it.
    func start() {
        let call = BusCall(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "StartServiceByName", [.string(Self.name), .uint32(0)])
        Task { [bus] in _ = try? await bus.call(call) }
    }

    /// Shows a notification. The outcome comes as ``Event``.
    /// - Parameter capabilities: the server's capabilities.
    func show(_ activity: String, _ content: NotificationContent, replaces: UInt32, server: String, capabilities: Set<String>) {
        var call = BusCall(Self.name, Self.path, Self.name, "Notify", Self.arguments(content, replaces: replaces, capabilities))
        call.timeout = NotificationLimits.callTimeout
        Task { [bus, tell, call] in
            do throws(BusError) {
                let answer = try await bus.call(call).first?.int.flatMap(UInt32.init(exactly:)) ?? 0
                tell(.shown(activity: activity, notification: answer, server: server))
            } catch {
                tell(.failed(activity: activity, server: server, error))
            }
        }
    }

    func close(_ notification: UInt32) {
        Task { [bus, tell] in
            // An error is ignored: the notification may be gone already.
            _ = try? await bus.call(BusCall(Self.name, Self.path, Self.name, "CloseNotification", [.uint32(notification)]))
            tell(.closeAnswered)
        }
    }

    /// The arguments of `Notify`.
    static func arguments(_ content: NotificationContent, replaces: UInt32, _ capabilities: Set<String>) -> [BusValue] {
        var hints: [String: BusValue] = ["urgency": .byte(content.urgency.rawValue), "resident": .bool(true), "desktop-entry": .string("widgetd-notify")]
        if let value = content.value { hints["value"] = .int32(Int32(clamping: value)) }
        if content.isTransient { hints["transient"] = .bool(true) }
        switch content.sound {
        case nil: hints["suppress-sound"] = .bool(true)
        case "": break
        case let sound?: hints["sound-name"] = .string(sound)
        }
        let actions = capabilities.contains("actions") ? content.actions.flatMap { [$0.key, $0.title] } : []
        let body = capabilities.contains("body-markup") ? escaped(content.body) : harmless(content.body)
        return [
            .string(content.app), .uint32(replaces), .string(""), .string(content.summary), .string(body), .strings(actions), .options(hints),
            // The time in milliseconds after which it expires: -1 leaves it to the server, 0 is never.
            .int32(content.expires ? -1 : 0),
        ]
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    /// Some servers without markup remove everything that looks like a tag. So nothing may look like one.
    private static func harmless(_ text: String) -> String { text.replacing("<", with: "‹").replacing(">", with: "›") }
}
