import AppIntents
import Glibc
import WidgetAPI
import WidgetCore

/// Calls to the daemon about activities, each on a connection of its own.
enum ActivityDaemon {
    /// The app to which the activities belong: the program's name.
    static var app: String { ProcessInfo.processInfo.processName }

    /// The location of the daemon's socket.
    /// - Parameter socket: nil: the one that the environment names, or else the default.
    static func location(_ socket: String? = nil) -> SocketLocation {
        SocketLocation(explicit: socket, environment: { ProcessInfo.processInfo.environment[$0] }, uid: getuid())
    }

    private static func client() -> WidgetClient { WidgetClient(location: location(), patience: .zero) }

    static func call<Answer>(_ body: (WidgetClient) throws -> Answer) throws -> Answer {
        let client = client()
        defer { client.close() }
        return try body(client)
    }

    /// Calls the daemon where there is one. Its errors go to the program's standard error.
    static func callLoggingErrors(_ body: (WidgetClient) throws -> Void) {
        do {
            try call(body)
        } catch {
            FileHandle.standardError.write(Data("the call to widgetd failed: \(error); see `widgetctl doctor`\n".utf8))
        }
    }

    /// Follows an activity on a thread of its own, until it is dismissed, nobody reads, or the connection ends.
    static func follow<Element>(_ id: String, _ element: @escaping (ProtoActivity) -> Element?) -> AsyncStream<Element> {
        // The closure decodes, and shares nothing.
        nonisolated(unsafe) let element = element
        return AsyncStream { continuation in
            Thread.detachNewThread {
                defer { continuation.finish() }
                try? call { client in
                    let watch = try client.watchActivities([id])
                    while case .event(let event) = try watch.next() {
                        guard case .activity(let snapshot)? = event.event else { continue }
                        if let element = element(snapshot.activity), case .terminated = continuation.yield(element) { return }
                        if snapshot.activity.state == .dismissed { return }
                    }
                }
            }
        }
    }
}

extension ActivityContent {
    func proto() throws -> ProtoActivityContent {
        let json = try ActivityCoding.text(of: state)
        return .with {
            $0.state = json
            if let staleDate { $0.staleDate = .init(Timestamp(staleDate)) }
            $0.relevanceScore = relevanceScore
        }
    }

    /// Nil: the state isn't this type's.
    init?(_ proto: ProtoActivityContent) {
        guard let state = try? ActivityCoding.decoder.decode(State.self, from: Data(proto.state.utf8)) else { return nil }
        self.init(
            state: state, staleDate: proto.hasStaleDate ? (try? Timestamp(proto.staleDate, field: "stale_date")).map { Date($0) } : nil,
            relevanceScore: proto.relevanceScore)
    }
}

extension ActivityUIDismissalPolicy {
    func apply(to request: inout ProtoEndActivityRequest) {
        switch kind {
        case .default: break
        case .immediate: request.immediate = true
        case .after(let date): request.after = .init(Timestamp(date))
        }
    }
}

extension ActivityState {
    init(_ state: ProtoActivity.State) {
        switch state {
        case .pending: self = .pending
        case .stale: self = .stale
        case .ended: self = .ended
        case .dismissed: self = .dismissed
        case .active, .unspecified, .UNRECOGNIZED: self = .active
        }
    }
}

extension Data {
    /// Nil for an empty text.
    init?(hexadecimal text: String) {
        guard !text.isEmpty, text.utf8.count % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        var rest = text[...]
        while !rest.isEmpty {
            guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        self.init(bytes)
    }
}
