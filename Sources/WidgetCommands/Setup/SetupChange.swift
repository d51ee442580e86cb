import WidgetAPI
import WidgetCore

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
        /// Right before, or right after, the widget of this name.
        case before(String), after(String)
        case last
    }

    var page: Int
    var target: Target
}

/// Makes changes one after another.
struct SetupRun {
    private let client: WidgetClient
    /// The ids of widgets by their names, since the daemon may know another one by a name.
    private var ids: [String: String]

    init(_ client: WidgetClient, over present: PresentSetup) {
        self.client = client
        ids = Dictionary(present.widgets.map { ($0.name, $0.id.description) }) { first, _ in first }
    }

    /// - Throws: the daemon's error.
    mutating func perform(_ change: SetupChange) throws(WidgetError) {
        switch change {
        case .setGroup(let group, _): _ = try client.setDisplayGroup(ProtoDisplayGroup(group))
        case .removeGroup(let group): _ = try client.removeDisplayGroup(group.name)
        case .place(let widget, let spot): try place(widget, spot)
        case .configure(let widget, let before):
            _ = try client.configure(
                .with {
                    $0.widget = widget.id.description
                    $0.family = ProtoWidgetFamily(rawValue: widget.family.rawValue) ?? .unspecified
                    $0.parameters = widget.parameters.mapValues { ProtoParameterValue($0) }
                    $0.reset = before.parameters.keys.filter { widget.parameters[$0] == nil }
                })
        case .move(let widget, let spot): try move(widget.id.description, to: spot)
        case .removeWidget(let widget): _ = try client.remove(widget.id.description)
        case .moveDisplay(let display, let group): _ = try client.moveDisplay(display.id, to: group)
        }
    }

    private mutating func place(_ widget: Widget, _ spot: Spot?) throws(WidgetError) {
        var random = SystemRandomNumberGenerator()
        let placed = try client.place(
            .with {
                ($0.kind, $0.name) = (widget.kind, widget.name)
                $0.family = ProtoWidgetFamily(rawValue: widget.family.rawValue) ?? .unspecified
                $0.parameters = widget.parameters.mapValues { ProtoParameterValue($0) }
                $0.idempotencyKey = IdempotencyKey.make(using: &random)
            })
        ids[widget.name] = placed.widget.id
        if let spot { try move(placed.widget.id, to: spot) }
    }

    private func move(_ id: String, to spot: Spot) throws(WidgetError) {
        _ = try client.move(
            .with {
                ($0.widget, $0.page) = (id, UInt32(spot.page))
                switch spot.target {
                case .before(let name): $0.before = ids[name] ?? name
                case .after(let name): $0.after = ids[name] ?? name
                case .last: $0.last = true
                }
            })
    }
}
