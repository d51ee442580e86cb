import CZlib
import WidgetCore

/// Files in one file, as tar's `ustar` format has them (POSIX.1-2017), compressed as gzip.
struct TarArchive {
    /// Bytes of a name, and of a block.
    private static let nameBytes = 100
    private static let block = 512
    private var bytes: [UInt8] = []

    /// Adds a file that only its owner can read.
    /// - Parameters:
    ///   - name: a path without `/` at its beginning, at most 100 bytes.
    ///   - date: of its last change.
    mutating func add(_ name: String, _ contents: [UInt8], at date: Timestamp) {
        var header = [UInt8](repeating: 0, count: Self.block)
        func put(_ text: String, at place: Int) { for (index, byte) in text.utf8.enumerated() { header[place + index] = byte } }
        func number(_ value: Int64, digits: Int) -> String {
            let text = String(max(0, value), radix: 8)
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        put(String(decoding: name.utf8.prefix(Self.nameBytes), as: UTF8.self), at: 0)
        put(number(0o600, digits: 7), at: 100)
        put(number(0, digits: 7), at: 108)
        put(number(0, digits: 7), at: 116)
        put(number(Int64(contents.count), digits: 11), at: 124)
        put(number(date.milliseconds / 1_000, digits: 11), at: 136)
        // The sum is made with spaces in its own place.
        put("        ", at: 148)
        put("0", at: 156)
        put("ustar\u{0}00", at: 257)
        put(number(header.reduce(0) { $0 + Int64($1) }, digits: 6) + "\u{0} ", at: 148)
        bytes += header + contents
        bytes += [UInt8](repeating: 0, count: (Self.block - contents.count % Self.block) % Self.block)
    }

    /// The whole archive, compressed.
    /// - Throws: RESOURCE_EXHAUSTED where there is no memory.
    func compressed() throws(WidgetError) -> [UInt8] {
        // Two empty blocks are the end.
        var input = bytes + [UInt8](repeating: 0, count: 2 * Self.block)
        var stream = z_stream()
        guard widgetd_gzip_init(&stream, 9, MAX_WBITS, 8) == Z_OK else { throw WidgetError(.resourceExhausted, "there is no memory to compress the files") }
        defer { deflateEnd(&stream) }
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, uLong(input.count))))
        let count = input.count
        let result = input.withUnsafeMutableBufferPointer { from in
            output.withUnsafeMutableBufferPointer { to in
                stream.next_in = from.baseAddress
                stream.avail_in = UInt32(count)
                stream.next_out = to.baseAddress
                stream.avail_out = UInt32(to.count)
                return deflate(&stream, Z_FINISH)
            }
        }
        guard result == Z_STREAM_END else { throw WidgetError(.internal, "the files can't be compressed (zlib's error \(result))") }
        return Array(output.prefix(Int(stream.total_out)))
    }
}
