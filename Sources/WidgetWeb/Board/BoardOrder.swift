import WidgetCore
import WidgetLayout

/// The board that a browser looks at: what is followed of the daemon, and drawn, once for each that some browser needs.
struct BoardLook: Sendable, Hashable {
    var scheme: BoardScheme
    /// The words on each page that a user has chosen; nil: the whole board.
    var pages: [[String]]?

    init(_ scheme: BoardScheme, pages: [[String]]? = nil) { (self.scheme, self.pages) = (scheme, pages) }
}

/// The colours that a browser wants.
enum BoardScheme: String, Sendable, Hashable, CaseIterable {
    case light, dark

    /// The traits that the daemon is told, and that views are drawn with.
    var traits: ViewTraits { PresentationTraits.standardViews.with(self == .dark ? .dark : .light) }
}

/// The items as they stand on the page.
struct BoardOrder: Sendable, Hashable {
    /// An item by its id.
    struct Key: Sendable, Hashable {
        var kind: WebItemKind
        var id: String

        /// The id of its element.
        var element: String { WebItem.element(kind, id) }
    }

    /// Something that stands on a page.
    enum Place: Sendable, Hashable {
        case item(Key)
        case stack(Stack)

        var keys: [Key] {
            switch self {
            case .item(let key): [key]
            case .stack(let stack): stack.cards
            }
        }
    }

    /// Cards that lie over each other; one is seen.
    struct Stack: Sendable, Hashable {
        /// As users write it (``PageWord``).
        var word: String
        /// The largest family of its cards, so that none of them moves its neighbours.
        var family: WidgetFamily
        var cards: [Key]

        /// The id of its element: letters, digits, `-` and `_`.
        var element: String { "stack-" + (PageWord(word).stack ?? "") }
    }

    var activities: [Key] = []
    var pages: [[Place]] = []
    /// Below the pages.
    var controls: [Key] = []

    /// All items, in their order.
    var keys: [Key] {
        activities + pages.joined().flatMap(\.keys) + controls
    }

    /// Only the items that can be shown. A stack without cards has no place.
    func filtered(_ isShown: (Key) -> Bool) -> BoardOrder {
        BoardOrder(
            activities: activities.filter(isShown),
            pages: pages.map { page in
                page.compactMap { place in
                    switch place {
                    case .item(let key): return isShown(key) ? place : nil
                    case .stack(var stack):
                        stack.cards.removeAll { !isShown($0) }
                        return stack.cards.isEmpty ? nil : .stack(stack)
                    }
                }
            }.filter { !$0.isEmpty }, controls: controls.filter(isShown))
    }

    /// As JSON: the ids of the page's elements; of a stack, also its shape.
    var json: String {
        func list(_ texts: [String]) -> String { "[\(texts.joined(separator: ","))]" }
        func ids(_ keys: [Key]) -> String { list(keys.map { JSONText.quoted($0.element) }) }
        let pages = pages.map { page in
            list(
                page.map { place in
                    switch place {
                    case .item(let key): JSONText.quoted(key.element)
                    case .stack(let stack): #"{"id":\#(JSONText.quoted(stack.element)),"shape":"\#(stack.family)","cards":\#(ids(stack.cards))}"#
                    }
                })
        }
        return #"{"activity":\#(ids(activities)),"pages":\#(list(pages)),"control":\#(ids(controls))}"#
    }

    /// The contents as the daemon is told of them: the ids of widgets and the words of stacks and controls on each page, and the widgets in each stack.
    /// - Parameter widget: the widget of a card.
    func contents(widget: (Key) -> String?) -> (pages: [[String]], stacks: [String: [String]]) {
        var stacks: [String: [String]] = [:]
        var words = pages.map { page in
            page.map { place -> String in
                switch place {
                case .item(let key): return key.kind == .control ? PageWord.control(key.id).text : key.id
                case .stack(let stack):
                    stacks[stack.word] = stack.cards.compactMap(widget)
                    return stack.word
                }
            }
        }
        let rest = controls.map { PageWord.control($0.id).text }
        if words.isEmpty, !rest.isEmpty { words = [[]] }
        return (words.map { $0 + rest }, stacks)
    }
}

/// Something that a user may choose for a browser.
struct WebChoice: Sendable, Hashable {
    /// As ``PageWord`` writes it, with whole ids; as the user wrote it where nothing has that name now.
    var word: String
    var name: String
    /// The page on which the browser shows it, from 0; nil: it doesn't. All that the whole board has is on one page.
    var page: Int?
}
