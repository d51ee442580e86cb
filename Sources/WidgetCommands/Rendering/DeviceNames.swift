import WidgetAPI

/// What to call devices in lines that are about many.
struct DeviceNames {
    private var names: [String: String] = [:]

    init(_ devices: [ProtoDeviceInfo]) {
        for device in devices { names[device.id] = Self.name(device) }
    }

    /// Its name; the beginning of the id of one that isn't known.
    func callAsFunction(_ id: String) -> String { names[id] ?? Self.short(id) }

    /// The user's name for a device, else the beginning of its id.
    static func name(_ device: ProtoDeviceInfo) -> String { PlainText.line(device.name.isEmpty ? short(device.id) : device.name) }

    /// `laptop (ABCDEFG)`
    static func both(_ device: ProtoDeviceInfo) -> String {
        device.name.isEmpty ? short(device.id) : "\(PlainText.line(device.name)) (\(short(device.id)))"
    }

    /// The beginning of an id, which is enough for a command.
    static func short(_ id: String) -> String { PlainText.line(String(id.prefix(CommandLimits.shortestDeviceID))) }
}
