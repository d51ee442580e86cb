import WidgetAPI
import WidgetCore

extension SetupChange {
    /// Makes the change.
    /// - Throws: the daemon's error.
    func perform(_ client: WidgetClient) throws(WidgetError) {
        switch self {
        case .setGroup(let group, _): _ = try client.setDisplayGroup(ProtoDisplayGroup(group))
        case .removeGroup(let group): _ = try client.removeDisplayGroup(group.name)
        case .place(let widget, let spot): try place(widget, spot, client)
        case .configure(let widget, let before):
            _ = try client.configure(
                .with {
                    $0.widget = widget.id.description
                    $0.family = ProtoWidgetFamily(rawValue: widget.family.rawValue) ?? .unspecified
                    $0.parameters = widget.parameters.mapValues { ProtoParameterValue($0) }
                    $0.reset = before.parameters.keys.filter { widget.parameters[$0] == nil }
                })
        case .move(let widget, let spot): try move(widget.id.description, to: spot, client)
        case .removeWidget(let widget): _ = try client.remove(widget.id.description)
        case .moveDisplay(let display, let group): _ = try client.moveDisplay(display.id, to: group)
        }
    }

    private func place(_ widget: Widget, _ spot: Spot?, _ client: WidgetClient) throws(WidgetError) {
        var random = SystemRandomNumberGenerator()
        let placed = try client.place(
            .with {
                ($0.kind, $0.name) = (widget.kind, widget.name)
                $0.family = ProtoWidgetFamily(rawValue: widget.family.rawValue) ?? .unspecified
                $0.parameters = widget.parameters.mapValues { ProtoParameterValue($0) }
                $0.idempotencyKey = IdempotencyKey.make(using: &random)
            })
        if let spot { try move(placed.widget.id, to: spot, client) }
    }

    private func move(_ id: String, to spot: Spot, _ client: WidgetClient) throws(WidgetError) {
        _ = try client.move(
            .with {
                ($0.widget, $0.page) = (id, UInt32(spot.page))
                switch spot.target {
                case .behind(let name): $0.after = name
                case .before(let name): $0.before = name
                case .end: $0.last = true
                }
            })
    }
}
