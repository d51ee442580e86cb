import Synchronization
import WidgetCore

/// A placed widget.
public struct WidgetInfo: Hashable, Identifiable, Sendable {
    /// The daemon's id of the widget.
    public var id: String
    public let kind: String
    public let family: WidgetFamily
    private let parameters: Parameters
    /// The configuration, with its entities looked up. Nil: the kind has none or isn't this program's, or an entity isn't there any more.
    private let configuration: (any WidgetConfigurationIntent)?

    init(id: String, kind: String, family: WidgetFamily, parameters: Parameters) async {
        (self.id, self.kind, self.family, self.parameters) = (id, kind, family, parameters)
        if let type = ProgramKinds.configuration(of: kind) {
            configuration = try? await IntentReflection.configuration(type, with: parameters)
        } else {
            configuration = nil
        }
    }

    init(_ info: WidgetCore.WidgetInfo) async {
        await self.init(id: info.id.description, kind: info.kind, family: WidgetFamily(info.family), parameters: info.configuration)
    }

    /// The widget's configuration; nil: it has one of another type.
    public func widgetConfigurationIntent<Intent: WidgetConfigurationIntent>(of intentType: Intent.Type = Intent.self) -> Intent? {
        configuration as? Intent
    }

    public static func == (a: WidgetInfo, b: WidgetInfo) -> Bool { (a.id, a.kind, a.family, a.parameters) == (b.id, b.kind, b.family, b.parameters) }
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// A control that a user has added.
public struct ControlInfo: Hashable, Identifiable, Sendable {
    public struct PushInfo: Hashable, Sendable {
        public let token: Data
    }

    public var id: String
    public let kind: String
    public let pushInfo: PushInfo?

    init(_ info: ControlPushInfo) {
        id = info.id.description
        kind = info.kind
        pushInfo = PushInfo(token: Data(info.token.bytes))
    }
}

/// The push token for the provider's server.
public struct WidgetPushInfo: Hashable, Sendable {
    /// Empty: the last widget was removed, so nothing takes pushes any more.
    public let token: Data
    init(token: PushToken?) { self.token = Data(token?.bytes ?? []) }
}

/// Gets the push token, so that the program can send it to its server.
///
/// Unlike on Apple's platforms, a handler may throw: it is called again later.
public protocol WidgetPushHandler {
    init()
    /// Called for the first token, and whenever the token or the placed widgets change.
    func pushTokenDidChange(_ pushInfo: WidgetPushInfo, widgets: [WidgetInfo]) throws
}

/// Gets the push token of each control, so that the program can send it to its server. It may throw, as a ``WidgetPushHandler`` may.
public protocol ControlPushHandler {
    init()
    func pushTokensDidChange(controls: [ControlInfo]) throws
}

/// The kinds of the running program's widgets; none in a program that gives no widgets itself, such as an app beside them.
enum ProgramKinds {
    struct Kind: Sendable {
        let id: String
        let aliases: [String]
        /// Nil: it has none.
        let configuration: (any WidgetConfigurationIntent.Type)?
    }

    private static let kinds = Mutex<[Kind]>([])

    static var ids: [String] { kinds.withLock { $0.map(\.id) } }
    static func set(_ new: [Kind]) { kinds.withLock { $0 = new } }

    /// The type of a kind's configuration; nil: it has none, or isn't this program's.
    static func configuration(of kind: String) -> (any WidgetConfigurationIntent.Type)? {
        kinds.withLock { $0.first { $0.id == kind || $0.aliases.contains(kind) }?.configuration }
    }
}
