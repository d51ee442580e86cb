extension String {
    /// The text if its UTF-8 fits into `limit` bytes, else as much of it as fits with an ellipsis at the end, never cutting a character's encoding in two.
    func bounded(toUTF8 limit: Int) -> String {
        guard utf8.count > limit else { return self }
        let ellipsis = "…"
        var end = utf8.index(startIndex, offsetBy: max(0, limit - ellipsis.utf8.count))
        while end > startIndex, UTF8.isContinuation(utf8[end]) { end = utf8.index(before: end) }
        return String(self[..<end]) + ellipsis
    }
}
