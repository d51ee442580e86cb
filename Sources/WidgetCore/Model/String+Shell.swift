extension String {
    /// The word as a POSIX shell takes it for this text: in single quotes, where it has anything that a shell understands.
    public var shellWord: String {
        let isPlain = !isEmpty && utf8.allSatisfy(Self.isPlainInShell)
        return isPlain ? self : "'" + replacing("'", with: #"'\''"#) + "'"
    }

    private static func isPlainInShell(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: ":"),
            UInt8(ascii: "@"), UInt8(ascii: "%"):
            true
        default: false
        }
    }
}
