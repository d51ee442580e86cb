extension String {
    /// The text, or its beginning with … behind it, at most `limit` UTF-8 bytes together; no character's bytes are torn apart.
    ///
    /// For what others wrote and an error repeats: counted in bytes, because one character may have any number of combining marks.
    public func cut(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        let mark = "…"
        var end = utf8.index(utf8.startIndex, offsetBy: max(0, limit - mark.utf8.count))
        // A byte of the form 10xxxxxx continues a character.
        while end > utf8.startIndex, utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
        return self[..<end] + mark
    }
}
