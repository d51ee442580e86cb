/// The form of an address that a surface opens. Its target is the user's own decision.
public enum AbsoluteURL {
    /// The reason why `url` isn't valid. Nil: it is absolute (RFC 3986), within ``Limits/urlBytes``, and has a host if its scheme is that of the web.
    public static func problem(with url: String) -> String? {
        let shape = "an absolute address, such as \"https://example.org/page\""
        guard url.utf8.count <= Limits.urlBytes else { return "an address has at most \(Limits.urlBytes) bytes, this one \(url.utf8.count)" }
        guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")), colon > url.startIndex else { return "must be \(shape)" }
        let scheme = url[..<colon].lowercased()
        guard let first = scheme.utf8.first, isLetter(first), scheme.utf8.allSatisfy(isSchemeByte) else { return "must be \(shape)" }
        let rest = url.utf8[url.utf8.index(after: colon)...]
        guard !rest.isEmpty, rest.allSatisfy(isURLByte) else { return "must be \(shape), with everything but plain characters percent-encoded" }
        if scheme == "http" || scheme == "https" {
            let slashes = "//".utf8
            guard rest.starts(with: slashes), let host = rest.dropFirst(slashes.count).first, !"/?#".utf8.contains(host) else {
                return "must be \(shape), with a host"
            }
        }
        return nil
    }

    /// In lower case; empty for an address without one.
    public static func scheme(of url: String) -> String { url.firstIndex(of: ":").map { url[..<$0].lowercased() } ?? "" }

    /// Whether every desktop opens it with a program made for input from strangers: addresses of the web and of mail. Programs of other schemes have rules of
    /// their own.
    public static func isWebOrMail(_ url: String) -> Bool { problem(with: url) == nil && ["http", "https", "mailto"].contains(scheme(of: url)) }

    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }

    private static func isSchemeByte(_ byte: UInt8) -> Bool {
        isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.".utf8.contains(byte)
    }

    /// Printable ASCII without those that RFC 3986 never allows bare.
    private static func isURLByte(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) && !"\"<>\\^`{|}".utf8.contains(byte) }
}
