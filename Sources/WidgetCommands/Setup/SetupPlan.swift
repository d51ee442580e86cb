import WidgetAPI
import WidgetCore

/// The things that a ``Setup`` speaks of, as a daemon has them.
struct PresentSetup: Sendable {
    var groups: [DisplayGroup] = []
    var widgets: [Widget] = []
    var displays: [ProtoDisplay] = []
    var kinds = ProtoKindsResponse()

    init() {}

    /// - Throws: the daemon's error.
    init(_ client: WidgetClient) throws(WidgetError) {
        kinds = try client.kinds()
        groups = try client.displayGroups().groups.map { group throws(WidgetError) in try DisplayGroup(group) }
        widgets = try client.widgets().widgets.map { snapshot throws(WidgetError) in try Widget(snapshot.widget) }.sorted { $0.place < $1.place }
        displays = try client.displays().displays
    }
}

/// One step from what is there to what shall be there.
enum SetupChange: Sendable {
    case setGroup(DisplayGroup, insteadOf: DisplayGroup?)
    case removeGroup(DisplayGroup)
    /// Without a spot: to the end of the first page.
    case place(Widget, Spot?)
    case configure(Widget, insteadOf: Widget)
    case move(Widget, Spot)
    case removeWidget(Widget)
    case moveDisplay(ProtoDisplay, group: String)
}

/// Where a widget goes on a page.
struct Spot: Sendable, Hashable {
    enum Target: Sendable, Hashable {
        /// Right behind, or right before, the widget of this name.
        case behind(String), before(String)
        case end
    }

    var page: Int
    var target: Target
}

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
            do throws(WidgetError) {
                try plan(widget: entry, present, parameters, &removals)
            } catch {
                let line = entry.value.map { "line \($0.line): " } ?? ""
                throw WidgetError(error.code, "file: \(line)widget \(entry.name.quoted): \(error.message)")
            }
        }
        planMoves(wanted, present)
        noteOrder(removals, present)
        for entry in wanted.displays { try plan(display: entry, wanted, present) }
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
        guard let wanted = entry.value else {
            guard let there else { return }
            before.widgets.append(.init(name: entry.name, value: .init(there)))
            return removals.append(.removeWidget(there))
        }
        let proto = try present.kinds.kind(named: wanted.kind)
        let kind = try Kind(proto)
        if let there, there.kind != kind.id {
            throw WidgetError(.failedPrecondition, "it is of the kind \(there.kind), and no widget changes its kind; remove it first, or give another name")
        }
        var values: Parameters = [:]
        for (name, value) in try parameters(wanted, proto) { values[name] = try ParameterValue(value, field: name) }
        values = try kind.validate(parameters: values)
        if proto.promptsForUserConfiguration,
            let missing = kind.parameters.first(where: { $0.isRequired && $0.defaultValue == nil && values[$0.name] == nil })
        {
            throw .invalid(missing.name, "isn't given and has no default; `widgetctl kinds \(kind.id)` says what it is")
        }
        guard let there else {
            try kind.checkIsPlaced()
            before.widgets.append(.init(name: entry.name, value: nil))
            let widget = Widget(
                id: WidgetID(high: 0, low: 0), kind: kind.id, family: try kind.resolve(family: wanted.family), name: entry.name, parameters: values,
                placedAt: Timestamp(milliseconds: 0))
            return changes.append(.place(widget, nil))
        }
        var after = there
        after.family = try kind.resolve(family: wanted.family)
        if kind.effective(there.parameters) != kind.effective(values) { after.parameters = values }
        guard after != there else { return }
        before.widgets.append(.init(name: entry.name, value: .init(there)))
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
                let target: Spot.Target = previous.map { .behind($0) } ?? next.map { .before($0) } ?? .end
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
            changes[index] = .place(widget, spot == Spot(page: 1, target: .end) ? nil : spot)
        }
    }

    /// Has the setup before say the order of all widgets on pages from which one goes, or on which one moves.
    private mutating func noteOrder(_ removals: [SetupChange], _ present: PresentSetup) {
        let pages = (changes + removals).reduce(into: Set<Int>()) { pages, change in
            switch change {
            case .move(let widget, let spot): pages.formUnion([widget.position.page, spot.page])
            case .removeWidget(let widget): pages.insert(widget.position.page)
            case .setGroup, .removeGroup, .place, .configure, .moveDisplay: break
            }
        }
        let known = Set(before.widgets.map(\.name))
        before.widgets += Setup.of(present).setup.widgets.filter { $0.value?.page.map(pages.contains) ?? false && !known.contains($0.name) }
        let order = Dictionary(present.widgets.enumerated().map { ($1.name, $0) }) { first, _ in first }
        before.widgets.sort { order[$0.name, default: .max] < order[$1.name, default: .max] }
    }

    private mutating func plan(display entry: Setup.Entry<String>, _ wanted: Setup, _ present: PresentSetup) throws(WidgetError) {
        let found = present.displays.filter { $0.name == entry.name || $0.id == entry.name }
        guard let there = found.first else {
            throw WidgetError(.notFound, "file: displays: there is no \(entry.name.cut(toBytes: 64).quoted); `widgetctl fleet list` lists them")
        }
        guard found.count == 1 else {
            throw WidgetError(.failedPrecondition, "file: displays: \(found.count) displays are called \(entry.name.quoted); name each by its id")
        }
        let group = entry.value ?? ""
        let isThere = wanted.groups.first { $0.name == group }.map { $0.value != nil } ?? present.groups.contains { $0.name == group }
        guard group.isEmpty || isThere else {
            throw WidgetError(.notFound, "file: displays: \(entry.name): there is no group \(group.cut(toBytes: 64).quoted), neither in the file nor here")
        }
        guard there.group != group else { return }
        before.displays.append(.init(name: entry.name, value: there.group.isEmpty ? nil : there.group))
        changes.append(.moveDisplay(there, group: group))
    }
}

extension Setup {
    /// All groups, displays, and widgets that have a name, as they are there.
    /// - Returns: also the number of widgets that a setup can't name: those without a name of their own, and those that share one.
    static func of(_ present: PresentSetup) -> (setup: Setup, unnamed: Int) {
        var setup = Setup()
        setup.groups = present.groups.map { .init(name: $0.name, value: $0) }
        let names = Dictionary(grouping: present.widgets, by: \.name)
        let named = present.widgets.filter { !$0.name.isEmpty && names[$0.name]?.count == 1 }
        setup.widgets = named.map { .init(name: $0.name, value: .init($0)) }
        let displays = Dictionary(grouping: present.displays, by: \.name)
        setup.displays = present.displays.map { display in
            .init(name: displays[display.name]?.count == 1 ? display.name : display.id, value: display.group.isEmpty ? nil : display.group)
        }
        return (setup, present.widgets.count - named.count)
    }
}

extension Setup.WantedWidget {
    init(_ widget: Widget) {
        let parameters = widget.parameters.sorted { $0.key < $1.key }
        self.init(
            kind: widget.kind, family: widget.family, page: widget.position.isOnBoard ? widget.position.page : nil,
            parameters: parameters.compactMap { ParameterAssignment(argument: "\($0.key)=\(Names.value(ProtoParameterValue($0.value)))") })
    }
}
