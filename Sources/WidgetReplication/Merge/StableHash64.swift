/// A quick 64-bit hash, the same on every machine and in every version: it finds mistakes, not attackers. Murmur3's finaliser after each word.
package struct StableHash64 {
    package private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15

    package init() {}

    package mutating func add(_ word: UInt64) {
        var mixed = value ^ word
        mixed ^= mixed >> 33
        mixed &*= 0xFF51_AFD7_ED55_8CCD
        mixed ^= mixed >> 33
        mixed &*= 0xC4CE_B9FE_1A85_EC53
        mixed ^= mixed >> 33
        value = mixed
    }

    /// The bytes and their number.
    package mutating func add(_ bytes: [UInt8]) {
        add(UInt64(bytes.count))
        bytes.withUnsafeBytes { bytes in
            var offset = 0
            while offset + 8 <= bytes.count {
                add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
                offset += 8
            }
            if offset < bytes.count { add(bytes[offset...].reduce(0) { $0 << 8 | UInt64($1) }) }
        }
    }
}
