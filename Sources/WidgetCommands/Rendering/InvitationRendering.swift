import WidgetAPI
import WidgetCore

/// `device invite`.
enum InvitationRendering {
    /// - Parameter picture: the code as a QR code; empty: none.
    static func text(_ invitation: ProtoInviteResponse, picture: String, _ dates: DateFormatting, _ style: Style) -> String {
        var fields = FieldList()
        fields.add("open until", dates.both(invitation.expiresAt.timestamp) + ", for one device")
        fields.add("reached at", invitation.addresses.joined(separator: ", "))
        fields.add("this device", invitation.deviceID)
        // Whole, however long: it is to be copied.
        let code = String(invitation.code.unicodeScalars.filter { (0x21...0x7E).contains($0.value) })
        return """
            On the other machine, type:

              \(style(.bold, "widgetctl device join \(code)"))

            \(fields.text(style))\(picture.isEmpty ? "" : "\n\(picture)")
            """
    }

    static let waiting = "\nWaiting for it. Ctrl-C ends the wait, not the invitation.\n"

    static func joined(_ device: ProtoDeviceInfo) -> String {
        "\(DeviceNames.both(device)) has joined: both have the same widgets from now on. `widgetctl sync status` shows how far they are.\n"
    }

    /// The error where the time is over.
    static func nobody(_ invitation: ProtoInviteResponse) -> WidgetError {
        let places = invitation.addresses.joined(separator: ", ")
        return WidgetError(
            .deadlineExceeded,
            "no new device has joined, and the invitation is over. Can the other machine reach this one at \(places)? Is the port open in the firewall? "
                + "Name an address that it can reach with --address")
    }
}
