import WidgetCore
import WidgetSurfaces

/// A click that a bar reports.
struct BarClick: Equatable {
    var button: BarButton
    /// The item's id; empty: the first one.
    var item: String
    /// The number of one of its choices; nil: the item itself.
    var choice: Int?

    init(_ button: BarButton, item: String = "", choice: Int? = nil) {
        self.button = button
        self.item = item
        self.choice = choice
    }

    /// A line of i3bar's click events, of which each but the first follows a comma: `,{"name":"activity","instance":"0198…","button":1,…}`. i3blocks writes the
    /// same to a block that persists, with names that mean nothing here.
    ///
    /// Nil: the line isn't a click, or its button does nothing.
    init?(line: some Sequence<UInt8>) {
        let bytes = Array(line.drop { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: " ") })
        guard case .object(let event)? = try? JSONValue(parsing: bytes), case .integer(let number)? = event["button"],
            let button = Int(exactly: number).flatMap(BarButton.init)
        else { return nil }
        guard case .string(let name)? = event["name"], BarItem.Kind(rawValue: name) != nil, case .string(let instance)? = event["instance"] else {
            self.init(button)
            return
        }
        let parts = instance.split(separator: "/", maxSplits: 1)
        self.init(button, item: parts.first.map(String.init) ?? "", choice: parts.count > 1 ? Int(parts[1]) : nil)
    }
}

/// Collects the bytes that a bar writes into lines.
struct BarClickReader {
    private var pending: [UInt8] = []

    /// The clicks of the lines that `bytes` complete.
    mutating func clicks(_ bytes: some Sequence<UInt8>) -> [BarClick] {
        var clicks: [BarClick] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                if let click = BarClick(line: pending) { clicks.append(click) }
                pending = []
            } else if pending.count < BarLimits.clickBytes {
                pending.append(byte)
            }
        }
        return clicks
    }
}
