internal import CConformances

/// The types of the running program that conform to a protocol.
package enum ConformingTypes {
    /// More than any program has; what comes after them is left out.
    private static let limit = 4_096

    /// - Parameter existential: `(any SomeProtocol).self`, of one protocol.
    package static func of(_ existential: any Any.Type) -> [any Any.Type] {
        // An existential type's metadata has its protocols behind the kind, the flags and their number.
        let descriptor = unsafeBitCast(existential, to: UnsafeRawPointer.self).load(fromByteOffset: 16, as: UnsafeRawPointer.self)
        var types = [UnsafeRawPointer?](repeating: nil, count: limit)
        let count = types.withUnsafeMutableBufferPointer { widgetd_conforming_types(descriptor, $0.baseAddress, $0.count) }
        return types.prefix(min(count, types.count)).compactMap { metadata in metadata.map { unsafeBitCast($0, to: Any.Type.self) } }
    }
}
