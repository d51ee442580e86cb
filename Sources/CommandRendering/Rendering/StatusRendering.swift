package import WidgetAPI

/// `status`.
package enum StatusRendering {
    package static func text(_ status: ProtoStatusResponse, _ dates: DateFormatting, _ style: Style) -> String {
        var fields = FieldList()
        fields.add("version", status.version)
        fields.add("process", "\(status.processID)")
        if status.hasStartedAt { fields.add("started", dates.both(status.startedAt.timestamp)) }
        fields.add("device", status.deviceID)
        fields.add("socket", status.socketPath)
        if status.hasLeaf { return leaf(status, &fields, dates, style) }
        fields.add("store", "\(status.storePath), \(ByteCount.text(status.storeBytes))")
        if status.storeState == .readOnly { fields.add("store state", "read-only: \(status.storeError)", .red) }
        fields.add("set aside", status.corruptStore.isEmpty ? nil : "\(status.corruptStore) was corrupt", .yellow)
        fields.add("developer mode", status.developerMode ? DeveloperModeRendering.state : nil, .yellow)
        fields.add("widgets", "\(status.widgets); \(counted(status.kinds, "kind")) \(status.kinds == 1 ? "is" : "are") installed")
        fields.add("providers", "\(status.providers), \(status.providersRunning) running")
        fields.add("connections", "\(status.connections), \(counted(status.watchers, "watcher"))")
        fields.add("calls", failing(status.calls, status.callsFailed))
        fields.add("reloads", failing(status.reloads, status.reloadsFailed))
        if status.hasPushGateway { fields.add("pushes", pushes(status.pushGateway), status.pushGateway.error.isEmpty ? nil : .red) }
        if !status.pushGateway.webPushError.isEmpty { fields.add("web push", PlainText.line(status.pushGateway.webPushError), .red) }
        fields.add("next due", status.hasNextDue ? dates.both(status.nextDue.timestamp) : "nothing")
        return fields.text(style)
    }

    /// The rest, for a device that shows the widgets of others.
    private static func leaf(_ status: ProtoStatusResponse, _ fields: inout FieldList, _ dates: DateFormatting, _ style: Style) -> String {
        let leaf = status.leaf
        let hub = leaf.hub.isEmpty ? "none reached yet" : PlainText.line(leaf.hub)
        let since = leaf.hasSince ? ", \(leaf.connected ? "connected" : "not connected") since \(dates.both(leaf.since.timestamp))" : ""
        fields.add("leaf of", leaf.refused ? "\(hub): it refuses this device, and nothing is shown" : hub + since, leaf.connected ? nil : .yellow)
        fields.add("why", leaf.error.isEmpty ? nil : PlainText.line(leaf.error), .yellow)
        fields.add("hubs", leaf.hubs.map(PlainText.line).joined(separator: ", "))
        fields.add("widgets", "\(status.widgets)")
        fields.add("connections", "\(status.connections), \(counted(status.watchers, "watcher"))")
        fields.add("calls", failing(status.calls, status.callsFailed))
        return fields.text(style)
    }

    /// The gateway's state in one line.
    package static func pushes(_ gateway: ProtoPushGatewayStatus) -> String {
        if !gateway.error.isEmpty { return PlainText.line(gateway.error) }
        let places = gateway.listening + gateway.managing.map { "\($0) (channels)" }
        let listening = places.isEmpty ? "not listening yet" : "listening on \(places.joined(separator: ", "))"
        return
            "\(listening); \(counted(gateway.keys, "key")), \(counted(gateway.connections, "connection")), \(gateway.taken) taken, \(gateway.refused) refused"
    }

    private static func counted(_ count: UInt32, _ noun: String) -> String {
        "\(count) \(noun)\(count == 1 ? "" : "s")"
    }

    private static func failing(_ all: UInt64, _ failed: UInt64) -> String {
        failed == 0 ? "\(all)" : "\(all), \(failed) failed"
    }
}

/// The words for developer mode, in which no reload is counted.
enum DeveloperModeRendering {
    /// Beside a field's name.
    static let state = "on: no reload is counted"

    /// A line below an answer; nothing where it is off.
    static func note(_ isOn: Bool, _ style: Style) -> String {
        isOn ? style(.yellow, "Developer mode is on: no reload is counted, and timelines are asked for as soon as they say.") + "\n" : ""
    }
}
