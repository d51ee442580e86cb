import WidgetCore
import WidgetVector

/// The page on which a user chooses what a browser shows. It needs no script.
enum ChoicePage {
    /// The beginning of the name of each field; the choice's word follows.
    static let field = "show "

    static func html(_ state: BoardState, _ visitor: Visitor, _ assets: WebAssets) -> String {
        let shown = Set(state.order.contents { _ in nil }.pages.joined())
        let rows = state.choices.map { choice in
            let name = MarkupText.escaped(field + choice.word)
            let mark = shown.contains(choice.word) ? " checked" : ""
            return #"<li><label><input type="checkbox" name="\#(name)"\#(mark)> \#(MarkupText.escaped(choice.name))</label></li>"#
        }
        let form = #"""
            <form method="post" action="/pages"><input type="hidden" name="form" value="\#(visitor.formToken)">
            <ul class="choices">\#(rows.joined(separator: "\n"))</ul>
            <button>Show these</button> <button name="all" value="1" class="plain">Show the whole board</button></form>
            """#
        let advice = "All on one page. For several pages: widgetctl surface set \(visitor.surface) pages=…"
        return MessagePage.html("What this browser shows", advice, more: form, assets)
    }
}
