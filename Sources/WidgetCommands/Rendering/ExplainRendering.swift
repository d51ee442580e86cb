import WidgetAPI

/// `explain`.
enum ExplainRendering {
    static func text(_ response: ProtoExplainResponse, _ dates: DateFormatting, _ style: Style) -> String {
        let snapshot = response.widget
        var text = style(.bold, PlainText.line(Names.title(snapshot)))
        text += " \(PlainText.line(snapshot.widget.kind)), \(Names.family(snapshot.widget.family)), \(PlainText.line(snapshot.widget.id))\n"
        for sentence in response.sentences { text += "  \(PlainText.line(sentence))\n" }
        if response.reloading { text += "  A provider is being asked now.\n" }
        if !response.decisions.isEmpty {
            text += "\n" + style(.dim, "Decisions, the newest last") + "\n"
            for decision in response.decisions { text += "  " + DecisionRendering.line(decision, widget: nil, dates, style) }
        }
        return text
    }
}
