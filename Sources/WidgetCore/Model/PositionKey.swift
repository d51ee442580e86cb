/// Keys between keys: numbers between 0 and 1, written with the digits `-`, `0` to `9`, `a` to `z`, whose order as bytes is that of the numbers. An id is one too.
enum PositionKey {
    private static let base = 37

    /// What a byte counts; nil: it is no digit.
    static func digit(_ byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "-"): 0
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0")) + 1
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte - UInt8(ascii: "a")) + 11
        default: nil
        }
    }

    private static func character(_ digit: Int) -> Character { Array("-0123456789abcdefghijklmnopqrstuvwxyz")[digit] }

    /// A short key after `lower` and before `upper`.
    /// - Parameters:
    ///   - lower: empty: the beginning.
    ///   - upper: greater than `lower`; nil: the end.
    static func between(_ lower: String, _ upper: String?) -> String {
        let low = lower.utf8.map { digit($0) ?? 0 }
        var high = upper.map { $0.utf8.map { digit($0) ?? 0 } }
        var key = ""
        // Behind the last digit of both there is always room.
        for place in 0...max(low.count, high?.count ?? 0) {
            let from = place < low.count ? low[place] : 0
            let to = high.map { place < $0.count ? $0[place] : 0 } ?? base
            if to - from > 1 {
                key.append(character((from + to) / 2))
                return key
            }
            key.append(character(from))
            if to > from { high = nil }
        }
        key.append(character(base / 2))
        return key
    }

    /// `count` short keys in their order, with room between them.
    static func spread(_ count: Int) -> [String] {
        // Three digits number more places than there can be widgets.
        let step = base * base * base / (count + 1)
        return (1...max(1, count)).prefix(count).map { number in
            let value = number * step
            // The last digit isn't a dash.
            return String([character(value / (base * base)), character(value / base % base), character(max(1, value % base))])
        }
    }
}
