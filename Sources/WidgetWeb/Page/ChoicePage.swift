import WidgetCore
import WidgetVector

/// The page on which a user chooses what a browser shows. It needs no script.
enum ChoicePage {
    /// The beginning of the name of each field; the choice's word follows.
    static let field = "show "

    /// - Parameter usual: what it shows without pages of its own; nil: it has none.
    static func html(_ state: BoardState, _ visitor: Visitor, usual: WebLayouts.Usual?, _ assets: WebAssets) -> String {
        let rows = state.choices.map { choice in
            let name = MarkupText.escaped(field + choice.word)
            let mark = choice.page == nil ? "" : " checked"
            return #"<li><label><input type="checkbox" name="\#(name)"\#(mark)> \#(MarkupText.escaped(choice.name))</label></li>"#
        }
        let reset =
            switch usual {
            case .wholeBoard: #" <button name="all" value="1" class="plain">Show the whole board</button>"#
            case .standardPages: #" <button name="all" value="1" class="plain">Show what other browsers show</button>"#
            case nil: ""
            }
        let form = #"""
            <form method="post" action="/pages"><input type="hidden" name="form" value="\#(visitor.formToken)">
            <ul class="choices">\#(rows.joined(separator: "\n"))</ul>
            <button>Show these</button>\#(reset)</form>
            """#
        let advice = "New ones come on the last page. To arrange pages: widgetctl surface set \(visitor.surface) pages=…"
        return MessagePage.html("What this browser shows", advice, more: form, assets)
    }

    /// The words that a form has chosen for each page: what was shown stays on its page, and what is new comes on the last one.
    /// - Returns: nil: the browser gives up its own pages.
    /// - Throws: UNAVAILABLE while it isn't known what there is, INVALID_ARGUMENT where nothing is ticked.
    static func pages(_ form: [String: String], _ state: BoardState) throws(WidgetError) -> [[String]]? {
        guard state.isKnown else { throw WidgetError(.unavailable, "The widgets' daemon is away. Choose again when it is back") }
        if form["all"] != nil { return nil }
        let ticked = state.choices.filter { form[field + $0.word] != nil }
        guard !ticked.isEmpty else { throw WidgetError(.invalidArgument, "Nothing is ticked. Tick what this browser shows") }
        let last = ticked.compactMap(\.page).max() ?? 0
        return Dictionary(grouping: ticked) { $0.page ?? last }.sorted { $0.key < $1.key }.map { $0.value.map(\.word) }
    }

    /// The answer to a choice that wasn't kept.
    static func refusal(_ error: WidgetError, _ assets: WebAssets) -> WebResponse {
        let status = error.code == .unavailable ? 503 : error.code == .invalidArgument ? 400 : 409
        let back = #"<p><a class="next" href="/pages">Choose again</a></p>"#
        return .html(MessagePage.html("Nothing was changed", "\(error.message).", more: back, assets), status: status)
    }
}
