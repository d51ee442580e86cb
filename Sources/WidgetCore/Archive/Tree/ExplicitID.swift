/// The digests of values given to `.id()`: SHA-256 of the value's canonical JSON, cut to 16 bytes, so that every process and every language finds the same.
enum ExplicitID {
    static func digest(of value: String) -> [UInt8] { digest(ofJSON: JSONText.quoted(value)) }
    static func digest(of value: Int) -> [UInt8] { digest(ofJSON: String(value)) }

    private static func digest(ofJSON text: String) -> [UInt8] { Array(ContentDigest(of: Array(text.utf8)).bytes.prefix(16)) }
}
