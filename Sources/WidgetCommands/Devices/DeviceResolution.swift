import CommandRendering
import WidgetAPI
import WidgetCore

extension ProtoListDevicesResponse {
    /// The device that a user means: by its id, a beginning of it, or its name. The daemon's rule; here for what is asked before a call.
    ///
    /// - Throws: `NOT_FOUND` that names those there are, `INVALID_ARGUMENT` where several are meant.
    func device(named name: String) throws(WidgetError) -> ProtoDeviceInfo {
        let symbols = Self.symbols(name)
        var found = devices.filter { $0.name == name && $0.state != .forgotten }
        if found.isEmpty, symbols.count >= RenderingLimits.shortestDeviceID {
            found = devices.filter { Self.symbols($0.id).hasPrefix(symbols) }
        }
        if found.count > 1 {
            let ids = ShortIDs(found.map(\.id), shortest: RenderingLimits.shortestDeviceID)
            throw .invalid("device", "\"\(name)\" is several; name one by its id: \(found.map { ids($0.id) }.joined(separator: ", "))")
        }
        guard let device = found.first else {
            let names = devices.map { $0.name.isEmpty ? $0.id : $0.name }
            let advice = Suggestion.advice(for: name, among: names, verb: "there are", source: "widgetctl device list")
            throw WidgetError(.notFound, "device: there is no device \"\(name)\"\(advice)")
        }
        return device
    }

    /// An id without what makes it readable.
    private static func symbols(_ id: String) -> String { id.filter { $0 != "-" && $0 != " " }.uppercased() }
}
