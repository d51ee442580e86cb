import Crypto
import WebAccess
import WidgetCore

/// The sorts of items on the board. A card is in a stack; taps name its widget.
enum WebItemKind: String, Sendable, Hashable, CaseIterable { case activity, widget, card, control }

/// A tap on the board: what is tapped, and where to.
struct WebTap: Sendable, Hashable {
    var kind: WebItemKind
    var item: String
    /// The action's id; empty for a control, which has one.
    var action = ""
    /// The new position of a toggle; nil: a button.
    var value: Bool?

    init(_ kind: WebItemKind, _ item: String, action: String = "", value: Bool? = nil) {
        (self.kind, self.item, self.action, self.value) = (kind, item, action, value)
    }

    /// As a button of the page has it: `widget/ID/ACTION`, `activity/ID/ACTION` or `control/ID`, with `/on` or `/off` behind a toggle's.
    var text: String {
        ([kind.rawValue, item] + (action.isEmpty ? [] : [action])).joined(separator: "/") + (value.map { $0 ? "/on" : "/off" } ?? "")
    }

    /// - Returns: nil where the text isn't a tap.
    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count >= 2, parts.count <= 4, let kind = WebItemKind(rawValue: parts[0]), kind != .card else { return nil }
        let own = kind == .control ? 2 : 3
        guard parts.count == own || parts.count == own + 1, parts[1...].allSatisfy(Self.isName) else { return nil }
        (self.kind, item, action) = (kind, parts[1], own == 3 ? parts[2] : "")
        switch parts.dropFirst(own).first {
        case "on": value = true
        case "off": value = false
        case nil: value = nil
        default: return nil
        }
    }

    /// Ids of widgets and names of actions.
    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= Limits.identifierBytes
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
                case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
                default: false
                }
            }
    }

    /// The key by which the daemon performs this tap once: the same for the same browser, key and tap, and for nothing else. So no browser can use up another's
    /// keys.
    func idempotencyKey(of session: String, _ key: String) -> String {
        let hash = SHA256.hash(data: Array("\(session)\n\(key)\n\(text)".utf8))
        return "web-" + hash.prefix(24).reduce(into: "") { $0 += ($1 < 16 ? "0" : "") + String($1, radix: 16) }
    }
}
