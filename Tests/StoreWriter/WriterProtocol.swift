import WidgetCore

/// What `StoreWriter` and the test that kills it agree on.
enum WriterProtocol {
    static let tasks = 4
    static let ready = "ready"
    static let archiveBytes = 600

    /// The widget that a task writes.
    static func widget(_ task: Int) -> WidgetID {
        var random = Constant(value: UInt64(task) &* 0x9E37_79B9_7F4A_7C15)
        return WidgetID(date: .init(milliseconds: 1_700_000_000_000 + Int64(task)), using: &random)
    }

    /// The archive of a task's write number `number`; its neighbour shares it.
    static func digest(_ task: Int, _ number: Int) -> ContentDigest? {
        var bytes = [UInt8](repeating: UInt8(task), count: 32)
        for index in 0..<8 { bytes[index] = UInt8(truncatingIfNeeded: number >> (8 * index)) }
        return ContentDigest(bytes: bytes)
    }

    private struct Constant: RandomNumberGenerator {
        let value: UInt64
        mutating func next() -> UInt64 { value }
    }
}
