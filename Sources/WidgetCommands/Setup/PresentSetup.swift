import CommandRendering
import WidgetAPI
import WidgetCore

/// The things that a ``Setup`` speaks of, as a daemon has them.
struct PresentSetup: Sendable {
    var groups: [DisplayGroup] = []
    /// The widgets of the daemon's own set, in the board's order.
    var widgets: [Widget] = []
    var displays: [ProtoDisplay] = []
    var kinds = ProtoKindsResponse()

    init() {}

    /// - Throws: the daemon's error.
    init(_ client: WidgetClient) throws(WidgetError) {
        kinds = try client.kinds()
        groups = try client.displayGroups().groups.map { group throws(WidgetError) in try DisplayGroup(group) }
        let own = try client.widgets().widgets.filter(\.space.isEmpty)
        widgets = try own.map { snapshot throws(WidgetError) in try Widget(snapshot.widget) }.sorted { $0.place < $1.place }
        displays = try client.displays().displays
    }

    /// The widgets that a setup can name: they have a name of their own, which no other one has, and are on a page.
    var named: [Widget] {
        let names = Dictionary(grouping: widgets, by: \.name)
        return widgets.filter { !$0.name.isEmpty && names[$0.name]?.count == 1 && $0.position.isOnBoard }
    }

    /// All groups, displays, and widgets that can be named, as they are.
    var setup: Setup {
        var setup = Setup()
        setup.groups = groups.map { .init(name: $0.name, value: $0) }
        setup.widgets = named.map { .init(name: $0.name, value: .init($0)) }
        let displays = Dictionary(grouping: displays, by: \.name)
        setup.displays = self.displays.map { display in
            .init(name: displays[display.name]?.count == 1 ? display.name : display.id, value: display.group.isEmpty ? nil : display.group)
        }
        return setup
    }
}

extension Setup.WantedWidget {
    init(_ widget: Widget) {
        let parameters = widget.parameters.sorted { $0.key < $1.key }
        self.init(
            kind: widget.kind, family: widget.family, page: widget.position.page,
            parameters: parameters.compactMap { ParameterAssignment(argument: "\($0.key)=\(Names.value(ProtoParameterValue($0.value)))") })
    }
}
