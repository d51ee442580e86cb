internal import Glibc

extension UInt32 {
    init(bigEndian bytes: [UInt8], at offset: Int) {
        self = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
}

/// Reads a file in pieces.
enum PageFile {
    /// At most `count` bytes from an offset; fewer at the file's end, or if they can't be read.
    static func read(_ descriptor: Int32, _ offset: Int, _ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let got = pread(descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, off_t(offset + filled))
                guard got > 0 else { return }
                filled += got
            }
        }
    }
}
