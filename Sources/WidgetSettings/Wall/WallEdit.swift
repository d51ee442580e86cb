public import WidgetCore

/// The changes of the file that `widgetctl wall` and the surfaces themselves make.
extension WallConfiguration {
    /// Where a widget goes on its page.
    public enum Position: Sendable, Hashable {
        case last
        /// From 1.
        case place(Int)
        case before(String)
        case after(String)
    }

    /// Adds a widget, and the surface where there is none of the name.
    /// - Parameters:
    ///   - kind: of a surface that is made; nil: a desktop.
    ///   - page: from 1; nil: the last one that there is.
    /// - Throws: ALREADY_EXISTS where the surface has the widget, OUT_OF_RANGE for a page further than the one behind the last.
    public mutating func place(_ widget: String, on surface: String, kind: WallSurface.Kind?, page: Int?) throws(WidgetError) {
        if !surfaces.contains(where: { $0.name == surface }) {
            guard surfaces.count < WallLimits.surfaces else {
                throw WidgetError(.resourceExhausted, "there are \(WallLimits.surfaces) surfaces, which is the limit")
            }
            surfaces.append(WallSurface(name: surface, kind: kind ?? .desktop))
        }
        let index = try self.index(of: surface)
        if let kind, surfaces[index].kind != kind {
            throw WidgetError(.failedPrecondition, "\(surface) is a \(surfaces[index].kind), not a \(kind); name another surface")
        }
        var pages = surfaces[index].pages ?? [[]]
        guard !pages.contains(where: { $0.contains(widget) }) else { throw WidgetError(.alreadyExists, "\(widget.quoted) is on \(surface) already") }
        let number = page ?? max(1, pages.count)
        guard (1...min(pages.count + 1, Limits.boardPages)).contains(number) else {
            throw WidgetError(.outOfRange, "page \(number): \(surface) has \(pages.count); name one of them, or \(pages.count + 1)")
        }
        if number > pages.count { pages.append([]) }
        guard pages[number - 1].count < WallLimits.widgetsPerPage else {
            throw WidgetError(.resourceExhausted, "page \(number) has \(WallLimits.widgetsPerPage) widgets, which is the limit")
        }
        pages[number - 1].append(widget)
        surfaces[index].pages = pages
    }

    /// Puts a widget elsewhere on its surface.
    /// - Parameter page: from 1; nil: that of the other widget, or else its own.
    /// - Throws: NOT_FOUND where the surface doesn't have a widget, OUT_OF_RANGE for a page that there isn't.
    public mutating func move(_ widget: String, on surface: String, to position: Position, page: Int?) throws(WidgetError) {
        let index = try self.index(of: surface)
        let (from, _) = try find(widget, on: index)
        var pages = surfaces[index].pages ?? []
        let target: Int
        switch position {
        case .before(let other), .after(let other): target = try find(other, on: index).page
        case .last, .place: target = page.map { $0 - 1 } ?? from
        }
        guard (0...pages.count).contains(target), target < Limits.boardPages else {
            throw WidgetError(.outOfRange, "page \(target + 1): \(surface) has \(pages.count); name one of them, or \(pages.count + 1)")
        }
        if target == pages.count { pages.append([]) }
        pages[from].removeAll { $0 == widget }
        let place =
            switch position {
            case .last: pages[target].count
            case .place(let number): min(max(0, number - 1), pages[target].count)
            case .before(let other): pages[target].firstIndex(of: other) ?? pages[target].count
            case .after(let other): (pages[target].firstIndex(of: other) ?? pages[target].count - 1) + 1
            }
        pages[target].insert(widget, at: place)
        surfaces[index].pages = pages.filter { !$0.isEmpty }
    }

    /// Takes a widget off a surface. The widget itself stays placed.
    /// - Throws: NOT_FOUND where the surface doesn't have it.
    public mutating func remove(_ widget: String, from surface: String) throws(WidgetError) {
        let index = try self.index(of: surface)
        let (page, _) = try find(widget, on: index)
        surfaces[index].pages?[page].removeAll { $0 == widget }
        surfaces[index].pages?.removeAll(where: \.isEmpty)
    }

    /// - Throws: NOT_FOUND with the nearest name.
    public func index(of surface: String) throws(WidgetError) -> Int {
        if let index = surfaces.firstIndex(where: { $0.name == surface }) { return index }
        throw WidgetError(.notFound, "there is no surface \(surface.quoted)" + Suggestion.advice(for: surface, among: surfaces.map(\.name), verb: "there are"))
    }

    private func find(_ widget: String, on index: Int) throws(WidgetError) -> (page: Int, place: Int) {
        guard let pages = surfaces[index].pages else {
            throw WidgetError(
                .failedPrecondition,
                "\(surfaces[index].name) shows the whole board; move widgets with widgetctl move, or place some with widgetctl wall place")
        }
        for (page, widgets) in pages.enumerated() {
            if let place = widgets.firstIndex(of: widget) { return (page, place) }
        }
        let names = pages.flatMap(\.self)
        throw WidgetError(.notFound, "\(widget.quoted) isn't on \(surfaces[index].name)" + Suggestion.advice(for: widget, among: names, verb: "it has"))
    }
}
