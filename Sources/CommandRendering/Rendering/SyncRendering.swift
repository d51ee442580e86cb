package import WidgetAPI
import WidgetCore
import WidgetReplication

/// `sync status`, `sync log` and `sync verify`.
package enum SyncRendering {
    /// A line for each transaction; where it did several things, one for each below.
    package static func log(_ response: ProtoSyncLogResponse, _ dates: DateFormatting, _ style: Style) -> String {
        guard !response.entries.isEmpty else { return "The log is empty: nothing has been changed yet.\n" }
        return response.entries.reduce(into: "") { text, entry in
            let name = entry.deviceName.isEmpty ? String(entry.deviceID.prefix(RenderingLimits.shortestDeviceID)) : entry.deviceName
            let user = entry.user.isEmpty ? "" : " by \(PlainText.line(entry.user)):"
            let head = "\(style(.dim, dates.local(entry.writtenAt.timestamp))) \(style(.cyan, PlainText.line(name))) \(entry.sequence)\(user)"
            let operations = entry.operations.map(PlainText.line)
            switch operations.count {
            case 0: text += "\(head)\n"
            case 1: text += "\(head) \(operations[0])\n"
            default: text += "\(head) \(operations.count) changes\n" + operations.map { "  \($0)\n" }.joined()
            }
        }
    }

    package static func verified(_ response: ProtoVerifyResponse, _ style: Style) -> String {
        let name = DeviceNames.name(response.device)
        if response.behind {
            return "Nothing can be said of \(name) yet: something changed meanwhile, or one of the two is behind. "
                + "Try again when `widgetctl sync status` says that both are the same.\n"
        }
        let rows = "\(response.rows) row\(response.rows == 1 ? "" : "s")"
        if response.equal { return style(.green, "This device and \(name) are the same:") + " \(rows) compared, values too.\n" }
        let difference = response.difference.isEmpty ? "" : " " + PlainText.line(response.difference)
        let advice = "It is repaired by itself; try again in a minute, and if they still differ, report it.\n"
        return style(.red, "This device and \(name) differ:") + "\(difference)\n\(advice)"
    }

    package static func status(_ status: ProtoSyncStatusResponse, _ dates: DateFormatting, _ style: Style, width: Int?) -> String {
        var text = ""
        if !status.peers.isEmpty { text += peers(status.peers, dates, style, width: width) + "\n" }
        // Two copies of one device can't be told apart, so nothing is called the same.
        if status.copied.isEmpty { text += verdict(SyncVerdict(status, DeviceNames.name), style) + "\n" }
        for copied in status.copied { text += style(.red, self.copied(copied)) + "\n" }
        for peer in status.peers where peer.held > 0 { text += style(.yellow, held(peer, dates)) + "\n" }
        for peer in status.peers where peer.heldThere { text += style(.yellow, heldThere(peer)) + "\n" }
        if status.divergences > 0 { text += style(.red, divergences(status.divergences)) + "\n" }
        var fields = FieldList()
        fields.add("listening", status.listening.isEmpty ? "nowhere, until a device is invited" : status.listening.joined(separator: ", "))
        fields.add("log", changes(status.logTransactions, "transaction"))
        if status.hasCarrier { fields.add("engine", carrier(status.carrier, dates), status.carrier.error.isEmpty ? nil : .yellow) }
        fields.add("began anew", status.reincarnation)
        return text + "\n" + fields.text(style)
    }

    private static func carrier(_ carrier: ProtoCarrierStatus, _ dates: DateFormatting) -> String {
        let lag = "\(carrier.behind) to get, \(carrier.ahead) to send"
        if carrier.connected {
            let waits = carrier.error.isEmpty ? "" : "; \(PlainText.line(carrier.error))"
            return "connected, \(lag), \(changes(carrier.logTransactions, "transaction")) in its log\(waits)"
        }
        let next = carrier.hasNextTryAt ? "; next try \(dates.relative(carrier.nextTryAt.timestamp))" : ""
        return "not connected: \(PlainText.line(carrier.error))\(next); \(lag)"
    }

    private static func peers(_ peers: [ProtoPeerStatus], _ dates: DateFormatting, _ style: Style, width: Int?) -> String {
        var table = Table("DEVICE", "STATE", "ADDRESS", "LAST SEEN", "TO GET", "TO SEND", "CLOCK", "NOTE")
        for peer in peers {
            let state = Names.state(peer.device.state)
            let clock = clock(peer)
            table.add(
                .init(DeviceNames.name(peer.device)), .init(state.text, state.emphasis), .init(peer.address),
                .init(DeviceRendering.lastSeen(peer.device, dates)), .init(peer.hasBehind ? "\(peer.behind)" : "", peer.behind > 0 ? .yellow : nil),
                .init("\(peer.ahead)", peer.ahead > 0 ? .yellow : nil),
                .init(clock.text, clock.emphasis), .init(note(peer, dates)))
        }
        return table.text(style, maximumWidth: width)
    }

    private static func verdict(_ verdict: SyncVerdict, _ style: Style) -> String {
        switch verdict {
        case .alone: "No other devices. To add one, `widgetctl device invite` here, and there `widgetctl device join`."
        case .same(let devices): style(.green, "Everything is the same on all \(devices) devices.")
        case .sameAsConnected(let away):
            style(.green, "Everything is the same on the devices that are connected.") + " Not connected: \(away.joined(separator: ", "))."
        case .away: "No other device is connected. Changes made here reach them when they are."
        case .syncing(let names): style(.yellow, "Changes are on their way, to or from \(names.joined(separator: ", ")).")
        }
    }

    /// How far its clock is ahead, in words; by the largest unit.
    private static func clock(_ peer: ProtoPeerStatus) -> (text: String, emphasis: Style.Emphasis?) {
        guard peer.hasClockOffset else { return ("", nil) }
        let offset = peer.clockOffset.milliseconds
        if offset.magnitude < UInt64(RenderingLimits.clockDifference) { return ("same", nil) }
        let isFar = offset.magnitude >= UInt64(ReplicationLimits.clockAhead.count)
        return ((offset > 0 ? "+" : "-") + DateFormatting.words(seconds: offset.magnitude / 1_000), isFar ? .red : .yellow)
    }

    private static func note(_ peer: ProtoPeerStatus, _ dates: DateFormatting) -> String {
        if peer.device.state == .revoked { return "" }
        if peer.device.state == .connected { return peer.snapshot ? "everything is coming in anew" : peer.lastError }
        let next = peer.hasNextTryAt ? "next try \(dates.relative(peer.nextTryAt.timestamp))" : ""
        return [next, peer.lastError].filter { !$0.isEmpty }.joined(separator: ": ")
    }

    private static func held(_ peer: ProtoPeerStatus, _ dates: DateFormatting) -> String {
        let until = peer.hasHeldUntil ? " until \(dates.both(peer.heldUntil.timestamp))" : ""
        let (subject, verb) = peer.held == 1 ? ("1 change", "is") : ("\(peer.held) changes", "are")
        return "\(subject) of \(DeviceNames.name(peer.device)) \(verb) from the future and wait\(peer.held == 1 ? "s" : "")\(until): a clock is wrong. "
            + "On both machines see: timedatectl"
    }

    private static func heldThere(_ peer: ProtoPeerStatus) -> String {
        "\(DeviceNames.name(peer.device)) doesn't take changes that are here: by its clock they are from the future. A clock is wrong. On both machines see: timedatectl"
    }

    /// The effect of a copied device, and the reason; `doctor` says it too.
    package static func lives(_ copied: ProtoCopiedDevice) -> String {
        "has begun \(copied.lives) new lives in the last hour: another machine probably runs a copy of its key and store"
    }

    /// The advice.
    package static var newIdentity: String { "give one of both a new identity (docs/devices.md)" }

    private static func copied(_ copied: ProtoCopiedDevice) -> String { "The device \(DeviceNames.name(copied.device)) \(lives(copied)); \(newIdentity)" }

    private static func divergences(_ count: UInt64) -> String {
        "\(changes(count, "difference")) \(count == 1 ? "was" : "were") found where none can be, and repaired. Report this, with the daemon's log."
    }

    private static func changes(_ count: UInt64, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}

/// The first answer of `sync status`: whether everything is the same everywhere.
private enum SyncVerdict: Equatable {
    /// There is no other device.
    case alone
    /// All are connected, and nothing is on its way.
    case same(devices: Int)
    /// The connected devices are the same; these aren't connected.
    case sameAsConnected(away: [String])
    /// Nothing is known of any other device now.
    case away([String])
    /// Something is on its way to or from these.
    case syncing([String])

    init(_ status: ProtoSyncStatusResponse, _ names: (ProtoDeviceInfo) -> String) {
        let peers = status.peers.filter { $0.device.state != .revoked && $0.device.state != .forgotten }
        let connected = peers.filter { $0.device.state == .connected }
        let different = connected.filter { $0.behind > 0 || $0.ahead > 0 || $0.held > 0 || $0.heldThere || $0.snapshot }.map { names($0.device) }
        let away = peers.filter { $0.device.state != .connected }.map { names($0.device) }
        self =
            if peers.isEmpty {
                .alone
            } else if connected.isEmpty {
                .away(away)
            } else if !different.isEmpty {
                .syncing(different)
            } else if away.isEmpty {
                .same(devices: peers.count + 1)
            } else {
                .sameAsConnected(away: away)
            }
    }
}

/// `sync conflicts`.
package enum ConflictRendering {
    package static func table(_ entries: [ProtoConflictEntry], _ names: DeviceNames, _ dates: DateFormatting, _ style: Style, width: Int?) -> String {
        guard !entries.isEmpty else { return "No edit lost against another device's.\n" }
        var table = Table("WHEN", "ROW", "FIELD", "WRITTEN BY", "WON", "VALUE THAT LOST")
        for entry in entries {
            table.add(
                .init(dates.local(entry.time.timestamp)), .init("\(entry.table) \(ShortIDs.ofTime(entry.rowID))"), .init(entry.column),
                .init(names(entry.deviceID)), .init(names(entry.winnerDeviceID)), .init(entry.value))
        }
        return table.text(style, maximumWidth: width)
    }
}
