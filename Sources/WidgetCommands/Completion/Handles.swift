import WidgetAPI

/// The shortest name of each thing by which a command finds it: what a user called it, its kind where there is one of it, else the beginning of its id.
struct Handles {
    private var names: [String: String] = [:]

    /// - Parameter things: the id of each, and its names, the best first.
    init(_ things: [(id: String, names: [String])], shortest: Int = CommandLimits.shortestID) {
        let short = ShortIDs(things.map(\.id), shortest: shortest)
        var counts: [String: Int] = [:]
        for thing in things { for name in Set(thing.names) { counts[name, default: 0] += 1 } }
        for thing in things { names[thing.id] = thing.names.first { !$0.isEmpty && counts[$0] == 1 } ?? short(thing.id) }
    }

    subscript(id: String) -> String { names[id] ?? id }
}

extension Handles {
    init(_ widgets: [ProtoWidgetSnapshot]) { self.init(widgets.map { ($0.widget.id, [$0.widget.name, $0.widget.kind]) }) }
    subscript(snapshot: ProtoWidgetSnapshot) -> String { self[snapshot.widget.id] }

    init(_ controls: [ProtoControlSnapshot]) { self.init(controls.map { ($0.control.id, [$0.control.name, $0.kind.displayName, $0.control.kind]) }) }
    subscript(snapshot: ProtoControlSnapshot) -> String { self[snapshot.control.id] }

    init(_ devices: [ProtoDeviceInfo]) { self.init(devices.map { ($0.id, [$0.name]) }, shortest: CommandLimits.shortestDeviceID) }
    subscript(device: ProtoDeviceInfo) -> String { self[device.id] }
}
