internal import WidgetCore

extension LiveText {
    /// The text; nil: its style is newer than this code.
    /// - Throws: INVALID_ARGUMENT for a text without a style, and a date that is missing or that nobody can show.
    static func known(_ live: ProtoLiveText, field: String) throws(WidgetError) -> LiveText? {
        guard live.style != .unspecified else {
            throw .invalid("\(field).style", "must be TIME, DATE, RELATIVE, OFFSET, TIMER, CURRENT_TIME or CURRENT_DATE")
        }
        guard live.hasDate else { throw .invalid("\(field).date", "must be there") }
        guard let style = Style(rawValue: live.style.rawValue) else { return nil }
        return LiveText(
            style: style, date: try Timestamp(live.date, field: "\(field).date"), end: live.hasEnd ? try Timestamp(live.end, field: "\(field).end") : nil,
            countsDown: live.countsDown, pause: live.hasPause ? try Timestamp(live.pause, field: "\(field).pause") : nil, timeZone: live.timeZone,
            fallback: live.fallback)
    }
}

extension ProtoLiveText {
    init(_ live: LiveText) {
        self.init()
        style = Style(rawValue: live.style.rawValue) ?? .unspecified
        date = .init(live.date)
        if let end = live.end { self.end = .init(end) }
        countsDown = live.countsDown
        if let pause = live.pause { self.pause = .init(pause) }
        timeZone = live.timeZone
        fallback = live.fallback
    }
}

extension ViewTextSpan {
    /// The span; nil: its content is newer than this code.
    /// - Throws: INVALID_ARGUMENT for a span without a content.
    static func known(_ proto: ProtoTextSpan, field: String) throws(WidgetError) -> ViewTextSpan? {
        let content: Content
        switch proto.content {
        case .literal(let text): content = .text(text)
        case .symbol(let name): content = .symbol(name)
        case .live(let live):
            guard let live = try LiveText.known(live, field: "\(field).live") else { return nil }
            content = .liveText(live)
        case nil:
            if proto.unknownFields.data.isEmpty { throw .invalid(field, "needs a content: literal, live or symbol") }
            return nil
        }
        return ViewTextSpan(content, modifiers: try [ViewModifier](known: proto.modifiers, field: field))
    }
}

extension ProtoTextSpan {
    init(_ span: ViewTextSpan) {
        self.init()
        switch span.content {
        case .text(let text): literal = text
        case .liveText(let live): self.live = ProtoLiveText(live)
        case .symbol(let name): symbol = name
        }
        modifiers = span.modifiers.map { ProtoViewModifier($0) }
    }
}
