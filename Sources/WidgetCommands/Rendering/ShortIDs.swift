/// Ids cut to a length at which each is still unique, the same for all, so that a column stays even and what is shown can be typed.
struct ShortIDs {
    private let length: Int

    /// - Parameters:
    ///   - ids: all that are to be told apart.
    ///   - shortest: characters that each keeps at least.
    init(_ ids: some Sequence<String>, shortest: Int = CommandLimits.shortestID) {
        let sorted = Set(ids).sorted()
        var length = shortest
        for (a, b) in zip(sorted, sorted.dropFirst()) {
            length = max(length, zip(a, b).prefix { $0 == $1 }.count + 1)
        }
        self.length = length
    }

    /// For ids of which not all are known: the millisecond of placing, 13 characters.
    static let ofTime = ShortIDs(length: 13)

    private init(length: Int) {
        self.length = length
    }

    /// The beginning of `id`; never ends with a hyphen.
    func callAsFunction(_ id: String) -> String {
        let short = id.prefix(length)
        return String(short.last == "-" ? id.prefix(length + 1) : short)
    }
}
