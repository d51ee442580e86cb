/// A connection string of PostgreSQL, as libpq takes it, in a file: settings such as `host=db.example user=widgetd`, on one or more lines.
package enum ConnectionString {
    /// Settings that name a file or a section of this machine, which another one hasn't got.
    private static let local = ["sslrootcert", "sslcert", "sslkey", "sslcrl", "sslcrldir", "passfile", "service", "servicefile"]

    /// A file's lines without those that are empty or begin with `#`.
    package static func lines(of text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).map(trimmed).filter { !$0.isEmpty && !$0.hasPrefix("#") }
    }

    /// Checks a string that is passed on to another machine.
    /// - Throws: INVALID_ARGUMENT for one that has more than one line, isn't made of settings, or names a file of this machine.
    package static func checkIsPortable(_ text: String, field: String) throws(WidgetError) {
        guard !text.contains(where: \.isNewline) else { throw .invalid(field, "it has more than one line") }
        guard !text.contains("://") else { throw .invalid(field, "it is an address; write settings, such as: host=db.example user=widgetd dbname=widgetd") }
        let names = text.split(separator: "=").dropLast().compactMap { $0.split(separator: " ").last.map(String.init) }
        if let name = names.first(where: local.contains) {
            let advice = name == "sslrootcert" ? "name the certificate with --certificate" : "use a password"
            throw .invalid(field, "\(name) names something of this machine, which other hubs haven't got; \(advice)")
        }
    }

    private static func trimmed(_ line: Substring) -> String {
        let begin = line.drop { $0 == " " || $0 == "\t" }
        return String(String(begin.reversed()).drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
