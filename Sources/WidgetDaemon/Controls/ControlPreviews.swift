import WidgetCore
import WidgetProviders

/// The values that a gallery shows of kinds of controls, as far as their providers have said them.
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
