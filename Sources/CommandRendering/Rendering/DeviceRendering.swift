package import WidgetAPI
package import WidgetCore
import WidgetReplication

/// `device`.
package enum DeviceRendering {
    package static func table(_ devices: [ProtoDeviceInfo], _ dates: DateFormatting, _ style: Style, width: Int?) -> String {
        let short = ShortIDs(devices.map(\.id), shortest: RenderingLimits.shortestDeviceID)
        var table = Table("DEVICE", "NAME", "STATE", "LAST SEEN", "VERSION", "ADDRESSES")
        for device in devices {
            var state = Names.state(device.state)
            if device.leaf { state.text += ", leaf" }
            table.add(
                .init(short(device.id)), .init(device.name), .init(state.text, state.emphasis), .init(lastSeen(device, dates)), .init(device.version),
                .init(device.addresses.joined(separator: " ")))
        }
        let text = devices.isEmpty ? "" : table.text(style, maximumWidth: width)
        guard devices.contains(where: { $0.state != .self_ }) else {
            return text + "No other devices. To add one, `widgetctl device invite` here, and there `widgetctl device join`.\n"
        }
        return text
    }

    /// When the device was last heard. A connected device that has nothing to say sends keep-alives.
    package static func lastSeen(_ device: ProtoDeviceInfo, _ dates: DateFormatting) -> String {
        let isHeard = !device.hasLastSeenAt || device.lastSeenAt.timestamp + ReplicationLimits.keepAlive + ReplicationLimits.keepAlive > dates.now
        return switch device.state {
        case .self_: ""
        case .connected where isHeard: "now"
        default: device.hasLastSeenAt ? dates.relative(device.lastSeenAt.timestamp) : "never"
        }
    }

    package static func becameLeaf(of hub: ProtoDeviceInfo) -> String {
        "This machine shows the widgets of \(DeviceNames.both(hub)) from now on. `widgetctl status` says whether it is reached.\n"
    }

    package static func joined(_ device: ProtoDeviceInfo, asHub: Bool) -> String {
        let engine = asHub ? ", and use the same database" : ""
        return "Joined \(DeviceNames.both(device)): both have the same widgets from now on\(engine). `widgetctl sync status` shows how far they are.\n"
    }

    package static func renamed(_ device: ProtoDeviceInfo) -> String { "Renamed \(DeviceNames.both(device)).\n" }

    package static func addresses(_ device: ProtoDeviceInfo) -> String {
        guard !device.addresses.isEmpty else { return "\(DeviceNames.both(device)) has no addresses; it is tried where it was found last.\n" }
        return device.addresses.reduce(into: "\(DeviceNames.both(device)) is tried at:\n") { $0 += "  \(PlainText.line($1))\n" }
    }

    package static func revokeQuestion(_ device: ProtoDeviceInfo) -> String {
        "Never trust \(DeviceNames.both(device)) again? It can't be undone."
    }

    package static func forgetQuestion(_ device: ProtoDeviceInfo) -> String {
        "Take \(DeviceNames.both(device)) off the list? It gets no changes until it is invited again."
    }

    /// The error where the device is the one that the daemon runs on.
    package static func isThisDevice(_ device: ProtoDeviceInfo, _ verb: String) -> WidgetError {
        .invalid(
            "device",
            "\(DeviceNames.both(device)) is the device that you are on, and only others can \(verb) it: on one of them, type widgetctl device \(verb) "
                + DeviceNames.short(device.id))
    }

    package static func revoked(_ device: ProtoDeviceInfo) -> String {
        if device.leaf { return "Revoked \(DeviceNames.both(device)). All devices refuse it as soon as they hear of it, and it shows nothing more.\n" }
        return """
            Revoked \(DeviceNames.both(device)). All devices refuse it as soon as they hear of it.
            It still has its data: change the passwords in its widgets' parameters.

            """
    }

    package static func forgotten(_ device: ProtoDeviceInfo) -> String {
        "Forgot \(DeviceNames.both(device)). \(device.state == .revoked ? "It stays revoked" : "It may be invited again").\n"
    }
}

/// `device invite`.
package enum InvitationRendering {
    /// - Parameters:
    ///   - isLeaf: it is for a leaf.
    ///   - picture: the code as a QR code; empty: none.
    package static func text(_ invitation: ProtoInviteResponse, isLeaf: Bool = false, picture: String, _ dates: DateFormatting, _ style: Style) -> String {
        var fields = FieldList()
        fields.add("open until", dates.both(invitation.expiresAt.timestamp) + ", for one device")
        fields.add("reached at", invitation.addresses.joined(separator: ", "))
        fields.add("this device", invitation.deviceID)
        // Whole, however long: it is to be copied.
        let code = String(invitation.code.unicodeScalars.filter { (0x21...0x7E).contains($0.value) })
        return """
            On the other machine, type:

              \(style(.bold, "widgetctl device join \(code)"))
            \(isLeaf ? "\nA machine that keeps widgets of its own, too: widgetctl space join NAME CODE\n" : "")
            \(fields.text(style))\(picture.isEmpty ? "" : "\n\(picture)")
            """
    }

    package static let waiting = "\nWaiting for it. Ctrl-C ends the wait, not the invitation.\n"

    package static func joined(_ device: ProtoDeviceInfo) -> String {
        device.leaf
            ? "\(DeviceNames.both(device)) has joined: it shows the widgets of this machine from now on.\n"
            : "\(DeviceNames.both(device)) has joined: both have the same widgets from now on. `widgetctl sync status` shows how far they are.\n"
    }

    /// The error where the time is over.
    package static func nobody(_ invitation: ProtoInviteResponse) -> WidgetError {
        let places = invitation.addresses.joined(separator: ", ")
        return WidgetError(
            .deadlineExceeded,
            "no new device has joined, and the invitation is over. Can the other machine reach this one at \(places)? Is the port open in the firewall? "
                + "Name an address that it can reach with --address")
    }
}
