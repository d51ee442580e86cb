internal import SwiftProtobuf
internal import WidgetAPI
public import WidgetCore

/// A control as the device that provides it keeps it, and shows it to the others.
public struct StoredControl: Sendable, Hashable {
    public var state: ControlState
    /// The results of the last taps, the newest first.
    public var records: [ControlRecord]

    public init(_ state: ControlState, records: [ControlRecord] = []) {
        self.state = state
        self.records = records
    }
}

/// A kind of control, with a fingerprint that tells whether its provider changed.
public struct StoredControlKind: Sendable, Hashable {
    public var kind: ControlKind
    /// Changes when the provider's files or manifest change.
    public var fingerprint: String

    public init(kind: ControlKind, fingerprint: String) {
        self.kind = kind
        self.fingerprint = fingerprint
    }
}

/// A kind of control as an owned row's bytes.
enum ControlKindCoding {
    static func encode(_ kind: StoredControlKind) throws -> [UInt8] {
        var value = StoredControlKindValue()
        value.kind = ProtoControlKind(kind.kind)
        value.fingerprint = kind.fingerprint
        var options = BinaryEncodingOptions()
        options.useDeterministicOrdering = true
        return try value.serializedBytes(options: options)
    }

    static func decode(_ bytes: [UInt8]) throws -> StoredControlKind {
        let value = try StoredControlKindValue(serializedBytes: bytes)
        return StoredControlKind(kind: try ControlKind(value.kind), fingerprint: value.fingerprint)
    }
}

/// A control as an owned row's bytes.
enum ControlCoding {
    /// - Parameter secrets: the names of parameters that are left out.
    static func encode(_ stored: StoredControl, without secrets: Set<String> = []) throws -> [UInt8] {
        let state = stored.state
        var value = StoredControlStateValue()
        value.control = ProtoControl(state.control)
        for name in secrets { value.control.parameters[name] = nil }
        if let shown = state.value { value.value = ProtoControlValue(shown) }
        if let action = state.action { value.action = StoredControlActionValue(action) }
        if let action = state.waiting { value.waiting = StoredControlActionValue(action) }
        value.actionError = state.actionError
        value.loadError = state.loadError
        if let reason = state.unavailable { value.unavailable = reason }
        value.revision = state.revision
        value.records = stored.records.map(StoredControlRecordValue.init)
        return try value.serializedBytes()
    }

    /// - Parameter secrets: parameters that were left out.
    /// - Throws: DATA_LOSS for what this code doesn't know.
    static func decode(_ id: ControlID, _ bytes: [UInt8], secrets: Parameters = [:]) throws -> StoredControl {
        let value = try StoredControlStateValue(serializedBytes: bytes)
        var control = try Control(value.control)
        control.parameters.merge(secrets) { _, secret in secret }
        guard control.id == id else { throw WidgetError(.dataLoss, "it is the control \(control.id)") }
        let state = ControlState(
            control: control, value: value.hasValue ? try ControlValue(value.value) : nil, action: value.hasAction ? try ControlAction(value.action) : nil,
            waiting: value.hasWaiting ? try ControlAction(value.waiting) : nil, actionError: value.actionError, loadError: value.loadError,
            unavailable: value.hasUnavailable ? value.unavailable : nil, revision: value.revision)
        return StoredControl(state, records: try value.records.map { try ControlRecord(id, $0) })
    }
}

extension StoredControlActionValue {
    fileprivate init(_ action: ControlAction) {
        self.init()
        key = action.key
        if let isOn = action.isOn { self.isOn = isOn }
        caller = action.caller
        switch action.phase {
        case .waiting(let until): waitingUntilMs = until.milliseconds
        case .performing(let since): performingSinceMs = since.milliseconds
        case .confirming(let after): confirmingAfter = after
        }
    }
}

extension ControlAction {
    fileprivate init(_ value: StoredControlActionValue) throws {
        let phase: Phase
        switch value.phase {
        case .waitingUntilMs(let date): phase = .waiting(until: Timestamp(milliseconds: date))
        case .performingSinceMs(let date): phase = .performing(since: Timestamp(milliseconds: date))
        case .confirmingAfter(let number): phase = .confirming(after: number)
        case nil: throw WidgetError(.dataLoss, "the phase of its action isn't known")
        }
        self.init(key: value.key, isOn: value.hasIsOn ? value.isOn : nil, caller: value.caller, phase: phase)
    }
}

extension StoredControlRecordValue {
    fileprivate init(_ record: ControlRecord) {
        self.init()
        key = record.key
        if let isOn = record.isOn { self.isOn = isOn }
        caller = record.caller
        dateMs = record.date.milliseconds
        let columns = ControlReceiptCoding.columns(record.receipt)
        outcome = UInt32(columns.outcome)
        reason = columns.reason
        untilMs = columns.until?.milliseconds ?? 0
    }
}

extension ControlRecord {
    fileprivate init(_ control: ControlID, _ value: StoredControlRecordValue) throws {
        self.init(
            control: control, key: value.key, isOn: value.hasIsOn ? value.isOn : nil, caller: value.caller,
            receipt: try ControlReceiptCoding.receipt(outcome: Int(value.outcome), reason: value.reason, until: Timestamp(milliseconds: value.untilMs)),
            date: Timestamp(milliseconds: value.dateMs))
    }
}

/// A receipt as columns: the wire's number of its outcome, the reason, and until when it waits.
enum ControlReceiptCoding {
    static func columns(_ receipt: ControlReceipt) -> (outcome: Int, reason: String, until: Timestamp?) {
        switch receipt {
        case .pending: (1, "", nil)
        case .confirmed: (2, "", nil)
        case .reverted(let reason): (3, reason, nil)
        case .queued(let until): (4, "", until)
        case .unavailable: (5, "", nil)
        case .denied(let reason): (6, reason, nil)
        }
    }

    /// - Throws: DATA_LOSS for a number that this code doesn't know.
    static func receipt(outcome: Int, reason: String, until: Timestamp) throws -> ControlReceipt {
        switch outcome {
        case 1: .pending
        case 2: .confirmed
        case 3: .reverted(reason)
        case 4: .queued(until: until)
        case 5: .unavailable
        case 6: .denied(reason)
        default: throw WidgetError(.dataLoss, "the outcome \(outcome) of a tap isn't known")
        }
    }
}
