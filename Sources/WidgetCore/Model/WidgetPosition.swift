/// The place of a widget: its page of the board, and its key among the widgets of that page. It is one field of the widget: if two devices move the widget,
/// the last one wins.
public struct WidgetPosition: Sendable, Hashable {
    /// 1 to ``Limits/boardPages``; 0: on no page. The widget is placed for surfaces that name it, and the board doesn't show it.
    public let page: Int
    /// The widgets of a page are sorted by their keys, byte by byte. A key has the characters `-`, `0` to `9` and `a` to `z`, no dash at its end, and at most
    /// ``Limits/positionKeyBytes``. Empty: nobody has moved it, and its id stands for the key, so that such widgets stand in the order of placing.
    public let key: String

    /// The position of a widget that nobody has moved.
    public static let initial = WidgetPosition(page: 1)
    /// The position of a widget that is on no page of the board.
    public static let offBoard = WidgetPosition(page: 0)

    public var isOnBoard: Bool { page > 0 }

    private init(page: Int, key: String = "") {
        self.page = page
        self.key = key
    }

    /// - Throws: INVALID_ARGUMENT that names the field and the limit.
    public init(page: Int, key: String, field: String) throws(WidgetError) {
        guard (0...Limits.boardPages).contains(page) else { throw .invalid("\(field).page", "\(page) isn't from 1 to \(Limits.boardPages)") }
        guard key.utf8.count <= Limits.positionKeyBytes else {
            throw .invalid("\(field).position", "\(key.utf8.count) bytes, the limit is \(Limits.positionKeyBytes)")
        }
        guard key.utf8.allSatisfy({ PositionKey.digit($0) != nil }), key.utf8.last != UInt8(ascii: "-") else {
            throw .invalid("\(field).position", "'\(key.prefix(40))' has other characters than -, 0 to 9 and a to z, or ends with a dash")
        }
        self.init(page: page, key: key)
    }

    /// As one text: `2 0197a`; empty where nobody has moved it.
    public var text: String { self == .initial ? "" : "\(page) \(key)" }

    /// The position that ``text`` gave; nil for any other text.
    public init?(text: String) {
        if text.isEmpty {
            self = .initial
            return
        }
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, let page = Int(parts[0]), let position = try? WidgetPosition(page: page, key: String(parts[1]), field: "widget") else {
            return nil
        }
        self = position
    }
}

/// Where a widget stands among all: by page, key and id.
public struct WidgetPlace: Sendable, Hashable, Comparable {
    public let id: WidgetID
    public let position: WidgetPosition

    public init(_ id: WidgetID, _ position: WidgetPosition = .initial) {
        self.id = id
        self.position = position
    }

    /// The key that it is sorted by.
    var key: String { position.key.isEmpty ? id.description : position.key }

    public static func < (a: WidgetPlace, b: WidgetPlace) -> Bool {
        if a.position.page != b.position.page { return a.position.page < b.position.page }
        // For most widgets the ids alone decide.
        if a.position.key == b.position.key { return a.id < b.id }
        let (x, y) = (a.key, b.key)
        return x == y ? a.id < b.id : x.utf8.lexicographicallyPrecedes(y.utf8)
    }
}

/// Keys between keys: numbers between 0 and 1, written with the digits `-`, `0` to `9`, `a` to `z`. The order of the keys as bytes is that of the numbers. An
/// id is a key too.
enum PositionKey {
    private static let base = 37

    /// The value of a byte; nil: it is no digit.
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
