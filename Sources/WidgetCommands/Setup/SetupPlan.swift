import WidgetAPI
import WidgetCore

/// The changes that make a setup true, and the setup that was there before.
struct SetupPlan: Sendable {
    /// In the order in which they are made: groups before the displays that are put into them, and removals last.
    private(set) var changes: [SetupChange] = []
    /// Applied, it takes the changes back.
    private(set) var before = Setup()

    /// - Parameter parameters: the values of a widget's parameters with the types of its kind.
    /// - Throws: INVALID_ARGUMENT, NOT_FOUND or FAILED_PRECONDITION that names what can't be made true, and why. Everything is checked.
    init(
        _ wanted: Setup, over present: PresentSetup,
        parameters: (Setup.WantedWidget, ProtoKind) throws(WidgetError) -> [String: ProtoParameterValue]
    ) throws(WidgetError) {
        var removals: [SetupChange] = []
        for entry in wanted.groups { plan(group: entry, present, &removals) }
        for entry in wanted.widgets {
            try Setup.naming(entry.line, "widget \(entry.name.quoted)") { () throws(WidgetError) in
                try plan(widget: entry, present, parameters, &removals)
            }
        }
        planMoves(wanted, present)
        noteOrder(removals, present)
        for entry in wanted.displays {
            let name = "display \(entry.name.cut(toBytes: 64).quoted)"
            try Setup.naming(entry.line, name) { () throws(WidgetError) in try plan(display: entry, wanted, present) }
        }
        changes += removals
    }

    private mutating func plan(group entry: Setup.Entry<DisplayGroup>, _ present: PresentSetup, _ removals: inout [SetupChange]) {
        let there = present.groups.first { $0.name == entry.name }
        guard there != entry.value else { return }
        before.groups.append(.init(name: entry.name, value: there))
        if let group = entry.value { changes.append(.setGroup(group, insteadOf: there)) } else if let there { removals.append(.removeGroup(there)) }
    }

    private mutating func plan(
        widget entry: Setup.Entry<Setup.WantedWidget>, _ present: PresentSetup,
        _ parameters: (Setup.WantedWidget, ProtoKind) throws(WidgetError) -> [String: ProtoParameterValue], _ removals: inout [SetupChange]
    ) throws(WidgetError) {
        let found = present.widgets.filter { $0.name == entry.name }
        guard found.count < 2 else { throw WidgetError(.failedPrecondition, "\(found.count) widgets have this name; give each another one") }
        let there = found.first
        guard there?.position.isOnBoard ?? true else {
            throw WidgetError(.failedPrecondition, "it is on no page of the board, for a surface alone; give it another name: widgetctl configure --name")
        }
        guard let wanted = entry.value else {
            guard let there else { return }
            before.widgets.append(.init(name: entry.name, value: .init(there)))
            return removals.append(.removeWidget(there))
        }
        guard let wantedKind = wanted.kind else {
            guard there == nil else { return }
            throw WidgetError(.notFound, "there is no such widget, and the file doesn't say its kind; add it, such as kind: clock")
        }
        let proto = try present.kinds.kind(named: wantedKind)
        let kind = try Kind(proto)
        if let there, there.kind != kind.id {
            throw WidgetError(.failedPrecondition, "it is of the kind \(there.kind), and no widget changes its kind; remove it first, or give another name")
        }
        var values: Parameters = [:]
        for (name, value) in try parameters(wanted, proto) { values[name] = try ParameterValue(value, field: name) }
        // A secret that the file leaves out stays: not every machine can write it into a file.
        let secrets = kind.parameters.filter(\.isSecret).map(\.name)
        for name in secrets where values[name] == nil { values[name] = there?.parameters[name] }
        values = try kind.validate(parameters: values)
        if proto.promptsForUserConfiguration,
            let missing = kind.parameters.first(where: { $0.isRequired && $0.defaultValue == nil && values[$0.name] == nil }),
            there?.unreadableParameters.contains(missing.name) != true
        {
            throw .invalid(missing.name, "isn't given and has no default; `widgetctl kinds \(kind.id)` says what it is")
        }
        guard let there else {
            try kind.checkIsPlaced()
            before.widgets.append(.init(name: entry.name, value: nil))
            var widget = Widget(
                id: WidgetID(high: 0, low: 0), kind: kind.id, family: try kind.resolve(family: wanted.family), name: entry.name, parameters: values,
                placedAt: Timestamp(milliseconds: 0))
            for name in secrets { widget.sealed[name] = .unsealed }
            return changes.append(.place(widget, nil))
        }
        var after = there
        after.family = try kind.resolve(family: wanted.family)
        if kind.effective(there.parameters) != kind.effective(values) { after.parameters = values }
        guard after != there else { return }
        before.widgets.append(.init(name: entry.name, value: .init(there)))
        for name in secrets { after.sealed[name] = .unsealed }
        changes.append(.configure(after, insteadOf: there))
    }

    /// Widgets of the setup that have the same page stand in the setup's order. The others stay where they are.
    private mutating func planMoves(_ wanted: Setup, _ present: PresentSetup) {
        let there = Dictionary(present.widgets.lazy.map { ($0.name, $0) }) { first, _ in first }
        for (page, entries) in Dictionary(grouping: wanted.widgets, by: { $0.value?.page }).sorted(by: { $0.key ?? 0 < $1.key ?? 0 }) {
            guard let page else { continue }
            // The place of the last widget that stays, and the name of the last one.
            var (last, previous): (WidgetPlace?, String?) = (nil, nil)
            for (index, name) in entries.lazy.map(\.name).enumerated() {
                defer { previous = name }
                if let place = there[name]?.place, place.position.page == page, last.map({ $0 < place }) ?? true {
                    last = place
                    continue
                }
                let next = entries[index...].lazy.map(\.name).first { there[$0]?.position.page == page }
                let target: Spot.Target = previous.map { .after($0) } ?? next.map { .before($0) } ?? .last
                move(name, there[name], to: Spot(page: page, target: target))
            }
        }
    }

    private mutating func move(_ name: String, _ there: Widget?, to spot: Spot) {
        if let there {
            changes.append(.move(there, spot))
        } else if let index = changes.firstIndex(where: { if case .place(let widget, _) = $0 { widget.name == name } else { false } }),
            case .place(let widget, _) = changes[index]
        {
            // The widgets before it on its page are there by then.
            changes.remove(at: index)
            changes.append(.place(widget, spot == Spot(page: 1, target: .last) ? nil : spot))
        }
    }

    /// Has the setup before say the order of all widgets on pages from which one goes, or on which one moves, and nothing else of those that stay as they are.
    private mutating func noteOrder(_ removals: [SetupChange], _ present: PresentSetup) {
        let pages = (changes + removals).reduce(into: Set<Int>()) { pages, change in
            switch change {
            case .move(let widget, let spot): pages.formUnion([widget.position.page, spot.page])
            case .removeWidget(let widget): pages.insert(widget.position.page)
            case .setGroup, .removeGroup, .place, .configure, .moveDisplay: break
            }
        }
        let known = Set(before.widgets.map(\.name))
        for widget in present.named where !known.contains(widget.name) && pages.contains(widget.position.page) {
            before.widgets.append(.init(name: widget.name, value: .init(page: widget.position.page)))
        }
        let order = Dictionary(present.widgets.enumerated().map { ($1.name, $0) }) { first, _ in first }
        before.widgets.sort { order[$0.name, default: .max] < order[$1.name, default: .max] }
    }

    private mutating func plan(display entry: Setup.Entry<String>, _ wanted: Setup, _ present: PresentSetup) throws(WidgetError) {
        let found = present.displays.filter { $0.name == entry.name || $0.id == entry.name }
        guard let there = found.first else { throw WidgetError(.notFound, "there is no such display; `widgetctl fleet list` lists them") }
        guard found.count == 1 else {
            throw WidgetError(.failedPrecondition, "\(found.count) displays are called so; name each by its id")
        }
        let group = entry.value ?? ""
        let isThere = wanted.groups.first { $0.name == group }.map { $0.value != nil } ?? present.groups.contains { $0.name == group }
        guard group.isEmpty || isThere else {
            throw WidgetError(.notFound, "there is no group \(group.cut(toBytes: 64).quoted), neither in the file nor here")
        }
        guard there.group != group else { return }
        before.displays.append(.init(name: entry.name, value: there.group.isEmpty ? nil : there.group))
        changes.append(.moveDisplay(there, group: group))
    }
}
