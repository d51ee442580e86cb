/// The receipt of an intent, which is an action that somebody tapped. The device that performs it keeps the receipt, and all devices see it.
public struct IntentReceipt: Sendable, Hashable {
    public enum State: Int, Sendable, Hashable, CaseIterable {
        /// It is being performed.
        case pending = 1
        case confirmed = 2
        /// It failed, or its outcome isn't known: the reason says which.
        case reverted = 3
        /// It waits for the device that performs it.
        case queued = 4
    }

    /// The kind of thing that was tapped.
    public enum Target: Int, Sendable, Hashable, CaseIterable {
        case widget = 0
        case activity = 1
    }

    /// A UUIDv7, made when it was tapped.
    public var id: WidgetID
    /// The idempotency key.
    public var key: String
    public var target: Target
    /// The id of the widget or the activity.
    public var widget: WidgetID
    /// The action's id in what was shown.
    public var action: String
    /// The new value of a toggle; nil: a button.
    public var value: Bool?
    /// Where it was tapped, if not on the device that keeps this.
    public var askedBy: DeviceID?
    /// The device that performs it, if not the one that keeps this.
    public var performer: DeviceID?
    public var state: State
    /// For people; empty where the state says it all.
    public var reason: String
    public var startedAt: Timestamp
    /// Nil: it isn't over.
    public var endedAt: Timestamp?
    /// Until when it waits for its device; nil: it doesn't.
    public var expiresAt: Timestamp?

    public init(
        id: WidgetID, key: String, target: Target = .widget, widget: WidgetID, action: String, value: Bool?, askedBy: DeviceID? = nil,
        performer: DeviceID? = nil, state: State = .pending, reason: String = "", startedAt: Timestamp, endedAt: Timestamp? = nil, expiresAt: Timestamp? = nil
    ) {
        self.id = id
        self.key = key
        self.target = target
        self.widget = widget
        self.action = action
        self.value = value
        self.askedBy = askedBy
        self.performer = performer
        self.state = state
        self.reason = reason
        self.startedAt = startedAt
        self.endedAt = endedAt
        self.expiresAt = expiresAt
    }

    /// The receipt once the intent has ended.
    /// - Parameter error: why it came to nothing; nil: it was performed.
    public func ended(_ error: WidgetError?, at date: Timestamp) -> IntentReceipt {
        var receipt = self
        receipt.state = error == nil ? .confirmed : .reverted
        receipt.reason = error?.message.cut(toBytes: IntentLimits.reasonBytes) ?? ""
        receipt.endedAt = date
        receipt.expiresAt = nil
        return receipt
    }
}

/// The receipts of intents, as the store has them.
public struct IntentReceipts: Sendable {
    /// This device's.
    public private(set) var own: [WidgetID: IntentReceipt] = [:]
    /// The receipts of other devices, also of devices that aren't members any more.
    public private(set) var others: [DeviceID: [WidgetID: IntentReceipt]] = [:]

    public init(own: [IntentReceipt] = [], others: [DeviceID: [WidgetID: IntentReceipt]] = [:]) {
        for receipt in own { self.own[receipt.id] = receipt }
        self.others = others
    }

    /// The intents that wait on this device, in the order of the taps.
    public var queued: [IntentReceipt] { own.values.filter { $0.state == .queued }.sorted { $0.id < $1.id } }

    /// The one that waits under this idempotency key.
    public func queued(_ key: String) -> IntentReceipt? { own.values.first { $0.state == .queued && $0.key == key } }

    /// The receipts that wait here although another device has ended their intents.
    public var answeredRemotely: [IntentReceipt] {
        queued.filter { waiting in
            guard let performer = waiting.performer, let there = others[performer] else { return false }
            return there.values.contains { $0.key == waiting.key && $0.widget == waiting.widget && $0.action == waiting.action && $0.endedAt != nil }
        }
    }

    /// The oldest of those that are over, which make room for one more. The others stay.
    public func oldest() -> [WidgetID] {
        guard own.count >= IntentLimits.receipts else { return [] }
        return Array(own.values.filter { $0.endedAt != nil }.map(\.id).sorted().prefix(own.count - IntentLimits.receipts + 1))
    }

    public mutating func put(_ receipt: IntentReceipt) { own[receipt.id] = receipt }

    public mutating func remove(_ id: WidgetID) { own[id] = nil }

    /// Takes over another device's changed receipts.
    /// - Parameter isWhole: `changed` has all receipts of the device, and those that it lacks are gone.
    /// - Returns: the receipts that changed, as they were and as they are.
    public mutating func take(
        _ changed: [WidgetID: IntentReceipt?], of device: DeviceID, isWhole: Bool
    ) -> [(before: IntentReceipt?, after: IntentReceipt?)] {
        let before = others[device] ?? [:]
        if isWhole { others[device] = [:] }
        for (id, receipt) in changed { others[device, default: [:]][id] = receipt }
        let ids = isWhole ? Set(before.keys).union(changed.keys) : Set(changed.keys)
        return ids.sorted().map { (before[$0], others[device]?[$0]) }.filter { $0 != $1 }
    }

    /// The receipts of the members and of this device, the newest first. Where several have one key, only the receipt of the device that performed the intent
    /// is included.
    /// - Parameter widget: nil: of all.
    public func log(of widget: WidgetID?, me: DeviceID, members: Set<DeviceID>) -> [(device: DeviceID, receipt: IntentReceipt)] {
        let all = own.values.map { (me, $0) } + others.filter { members.contains($0.key) }.flatMap { device, receipts in receipts.values.map { (device, $0) } }
        var byKey: [String: (device: DeviceID, receipt: IntentReceipt)] = [:]
        for (device, receipt) in all where widget == nil || receipt.widget == widget {
            if let there = byKey[receipt.key], there.receipt.performer == nil, receipt.performer != nil { continue }
            byKey[receipt.key] = (device, receipt)
        }
        return byKey.values.sorted { ($0.receipt.startedAt, $0.receipt.id) > ($1.receipt.startedAt, $1.receipt.id) }
    }
}
