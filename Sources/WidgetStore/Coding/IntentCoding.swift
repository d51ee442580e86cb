internal import FoundationEssentials
internal import WidgetAPI
internal import WidgetCore

/// An intent's receipt as an owned row's bytes.
enum IntentCoding {
    static func encode(_ receipt: IntentReceipt) throws -> [UInt8] {
        var value = StoredIntentValue()
        value.key = receipt.key
        value.target = UInt32(receipt.target.rawValue)
        value.widget = Data(receipt.widget.bytes)
        value.action = receipt.action
        if let isOn = receipt.value { value.value = isOn }
        value.askedBy = Data(receipt.askedBy?.bytes ?? [])
        value.performer = Data(receipt.performer?.bytes ?? [])
        value.state = UInt32(receipt.state.rawValue)
        value.reason = receipt.reason
        value.startedMs = receipt.startedAt.milliseconds
        value.endedMs = receipt.endedAt?.milliseconds ?? 0
        value.expiresMs = receipt.expiresAt?.milliseconds ?? 0
        return try value.serializedBytes()
    }

    /// - Throws: DATA_LOSS for what this code doesn't know.
    static func decode(_ id: WidgetID, _ bytes: [UInt8]) throws -> IntentReceipt {
        let value = try StoredIntentValue(serializedBytes: bytes)
        guard let state = IntentReceipt.State(rawValue: Int(value.state)) else { throw WidgetError(.dataLoss, "its state \(value.state) isn't known") }
        guard let target = IntentReceipt.Target(rawValue: Int(value.target)) else { throw WidgetError(.dataLoss, "its target \(value.target) isn't known") }
        guard let widget = WidgetID(bytes: Array(value.widget)) else { throw WidgetError(.dataLoss, "its widget's id hasn't 16 bytes") }
        func date(_ milliseconds: Int64) -> Timestamp? { milliseconds == 0 ? nil : Timestamp(milliseconds: milliseconds) }
        return IntentReceipt(
            id: id, key: value.key, target: target, widget: widget, action: value.action, value: value.hasValue ? value.value : nil,
            askedBy: DeviceID(bytes: Array(value.askedBy)), performer: DeviceID(bytes: Array(value.performer)), state: state, reason: value.reason,
            startedAt: Timestamp(milliseconds: value.startedMs),
            endedAt: date(value.endedMs), expiresAt: date(value.expiresMs))
    }
}
