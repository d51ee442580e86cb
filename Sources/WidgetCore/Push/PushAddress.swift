/// The address that a push token stands for.
public enum PushAddress: Sendable, Hashable {
    /// All widgets of an app (a provider) that take pushes.
    case widgets(app: String)
    /// One control.
    case control(app: String, id: String)
    /// One Live Activity.
    case activity(app: String, id: String)
    /// Starts Live Activities of one attributes type.
    case attributes(app: String, type: String)

    /// Whether it is of an app's widgets.
    public var isOfWidgets: Bool { if case .widgets = self { true } else { false } }

    /// The provider's id, which is the bundle id of topics.
    public var app: String {
        switch self {
        case .widgets(let app), .control(let app, _), .activity(let app, _), .attributes(let app, _): app
        }
    }

    /// The control's or activity's id, or the attributes type; empty: it is the widgets'.
    public var subject: String {
        switch self {
        case .widgets: ""
        case .control(_, let id), .activity(_, let id): id
        case .attributes(_, let type): type
        }
    }

    /// The push type that reaches it.
    public var type: PushType {
        switch self {
        case .widgets: .widgets
        case .control: .controls
        case .activity, .attributes: .liveActivity
        }
    }
}

/// The push types that this daemon delivers. APNs knows more; those are refused as `TopicDisallowed`.
public enum PushType: String, Sendable, Hashable, CaseIterable {
    case widgets
    case controls
    case liveActivity = "liveactivity"

    /// The topic's text behind the bundle id.
    public var topicSuffix: String { ".push-type." + rawValue }
}

/// The registration of a token.
public struct PushRegistration: Sendable, Hashable {
    public var address: PushAddress
    /// Since when pushes to it are refused as `Unregistered` (410); nil: it works.
    public var endedAt: Timestamp?

    public init(address: PushAddress, endedAt: Timestamp? = nil) {
        self.address = address
        self.endedAt = endedAt
    }
}

/// The target of a server's pushes: unguessable bytes that this daemon made, in hexadecimal on the wire. Its holder may push, and nothing else.
public struct PushToken: Sendable, Hashable {
    /// 1 to ``PushLimits/tokenBytes`` bytes; those that this daemon makes have ``PushLimits/newTokenBytes``.
    public var bytes: [UInt8]

    /// Nil where there are no bytes, or too many.
    public init?(bytes: [UInt8]) {
        guard !bytes.isEmpty, bytes.count <= PushLimits.tokenBytes else { return nil }
        self.bytes = bytes
    }

    /// As it stands in a path: lower case.
    public var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
