public import WidgetCore

/// A control as the device that provides it keeps it, and shows it to the others.
public struct StoredControl: Sendable, Hashable {
    public var state: ControlState
    /// What became of the last taps, the newest first.
    public var records: [ControlRecord]

    public init(_ state: ControlState, records: [ControlRecord] = []) {
        self.state = state
        self.records = records
    }
}

/// A kind of control with what tells whether its provider changed.
public struct StoredControlKind: Sendable, Hashable {
    public var kind: ControlKind
    /// Changes when the provider's files or manifest change.
    public var fingerprint: String

    public init(kind: ControlKind, fingerprint: String) {
        self.kind = kind
        self.fingerprint = fingerprint
    }
}
