internal import CConformances
import Synchronization

/// The types of the running program that conform to a protocol.
package enum ConformingTypes {
    /// More than any program has; what comes after them is left out.
    private static let limit = 4_096
    private static let module = Mutex<String?>(nil)

    /// Only the types of one module count from now on. A program that has several providers says so before it becomes one of them.
    package static func restrict(to module: String) { self.module.withLock { $0 = module } }

    /// - Parameter existential: `(any SomeProtocol).self`, of one protocol.
    package static func of(_ existential: any Any.Type) -> [any Any.Type] {
        // An existential type's metadata has its protocols behind the kind, the flags and their number.
        let descriptor = unsafeBitCast(existential, to: UnsafeRawPointer.self).load(fromByteOffset: 16, as: UnsafeRawPointer.self)
        var types = [UnsafeRawPointer?](repeating: nil, count: limit)
        let count = types.withUnsafeMutableBufferPointer { widgetd_conforming_types(descriptor, $0.baseAddress, $0.count) }
        let found = types.prefix(min(count, types.count)).compactMap { metadata in metadata.map { unsafeBitCast($0, to: Any.Type.self) } }
        guard let module = module.withLock(\.self) else { return found }
        return found.filter { String(reflecting: $0).hasPrefix("\(module).") }
    }
}
