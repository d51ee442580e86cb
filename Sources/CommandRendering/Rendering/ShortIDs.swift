package import WidgetAPI

/// Ids cut to a length at which each is still unique, the same for all, so that a column stays even and what is shown can be typed.
package struct ShortIDs {
    private let length: Int

    /// - Parameters:
    ///   - ids: all that are to be told apart.
    ///   - shortest: characters that each keeps at least.
    package init(_ ids: some Sequence<String>, shortest: Int = RenderingLimits.shortestID) {
        let sorted = Set(ids).sorted()
        var length = shortest
        for (a, b) in zip(sorted, sorted.dropFirst()) {
            length = max(length, zip(a, b).prefix { $0 == $1 }.count + 1)
        }
        self.length = length
    }

    /// For ids of which not all are known: the millisecond of placing, 13 characters.
    static let ofTime = ShortIDs(length: 13)

    private init(length: Int) {
        self.length = length
    }

    /// The beginning of `id`; never ends with a hyphen.
    package func callAsFunction(_ id: String) -> String {
        let short = id.prefix(length)
        return String(short.last == "-" ? id.prefix(length + 1) : short)
    }
}

/// The names of widgets in lines that are about many.
package struct WidgetNames {
    private var titles: [String: String] = [:]
    private let short: ShortIDs

    package init(_ widgets: [ProtoWidgetSnapshot]) {
        short = ShortIDs(widgets.map(\.widget.id))
        for snapshot in widgets { titles[snapshot.widget.id] = Names.title(snapshot) }
    }

    /// The beginning of its id and its title; the whole id of one that isn't placed any more.
    package func callAsFunction(_ id: String) -> String {
        guard let title = titles[id] else { return id }
        return "\(short(id)) \(title)"
    }
}

/// The names of devices in lines that are about many.
package struct DeviceNames {
    private var names: [String: String] = [:]

    package init(_ devices: [ProtoDeviceInfo]) {
        for device in devices { names[device.id] = Self.name(device) }
    }

    /// Its name; the beginning of the id of one that isn't known.
    func callAsFunction(_ id: String) -> String { names[id] ?? Self.short(id) }

    /// The user's name for a device, else the beginning of its id.
    static func name(_ device: ProtoDeviceInfo) -> String { PlainText.line(device.name.isEmpty ? short(device.id) : device.name) }

    /// `laptop (ABCDEFG)`
    package static func both(_ device: ProtoDeviceInfo) -> String {
        device.name.isEmpty ? short(device.id) : "\(PlainText.line(device.name)) (\(short(device.id)))"
    }

    /// The beginning of an id, which is enough for a command.
    package static func short(_ id: String) -> String { PlainText.line(String(id.prefix(RenderingLimits.shortestDeviceID))) }
}
