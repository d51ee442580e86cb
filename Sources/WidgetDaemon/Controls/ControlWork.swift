import WidgetCore
import WidgetProviders

/// Calls of providers that are under way for controls of this device.
struct ControlWork {
    private var performing: [ControlTap: Task<Void, Never>] = [:]
    private var loading: [ControlID: (number: Int64, task: Task<Void, Never>)] = [:]
    /// Taps that no user made, until they are performed.
    private var tappedByProviders: Set<ControlTap> = []

    mutating func perform(_ tap: ControlTap, _ task: Task<Void, Never>) { performing[tap] = task }

    mutating func performed(_ tap: ControlTap) { performing[tap] = nil }

    func cancel(_ tap: ControlTap) { performing[tap]?.cancel() }

    mutating func load(_ id: ControlID, number: Int64, _ task: Task<Void, Never>) { loading[id] = (number, task) }

    /// A load has ended; the next one of the control may have begun by then.
    mutating func loaded(_ id: ControlID, number: Int64) { if loading[id]?.number == number { loading[id] = nil } }

    func cancelLoad(of id: ControlID) { loading[id]?.task.cancel() }

    /// Taps under way, which a stop waits for.
    var performs: [Task<Void, Never>] { Array(performing.values) }

    func cancelLoads() { for load in loading.values { load.task.cancel() } }

    mutating func noteProviderTap(_ tap: ControlTap) { tappedByProviders.insert(tap) }

    /// - Returns: whether a provider tapped, and not a user.
    @discardableResult
    mutating func forgetProviderTap(_ tap: ControlTap) -> Bool { tappedByProviders.remove(tap) != nil }
}

/// The preview values of control kinds, which a gallery shows, as far as their providers have given them.
struct ControlPreviews {
    private var values: [String: ControlValue] = [:]
    private var asking: [String: Task<Void, Never>] = [:]

    subscript(kind: String) -> ControlValue? { values[kind] }

    /// Providers that are being asked.
    var tasks: [Task<Void, Never>] { Array(asking.values) }

    func isMissing(_ kind: String) -> Bool { values[kind] == nil && asking[kind] == nil }

    mutating func ask(_ kind: String, _ task: Task<Void, Never>) { asking[kind] = task }

    /// A provider has answered.
    /// - Parameter isCurrent: the kind hasn't changed meanwhile.
    mutating func answered(_ kind: String, _ value: ControlValue?, isCurrent: Bool) {
        if isCurrent { values[kind] = value }
        asking[kind] = nil
    }

    mutating func forget(_ kinds: some Sequence<String>) { for kind in kinds { values[kind] = nil } }
}
