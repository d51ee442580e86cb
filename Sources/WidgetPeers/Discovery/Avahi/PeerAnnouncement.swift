import Systemd
import WidgetCore

/// How a device announces itself in DNS-SD (RFC 6763): `<id>._widgetd._tcp`, with `id=<id>` and `v=<version>` in the TXT record.
///
/// The id is the device's own, because that is what its peers know it by: who listens on the same network can tell that it is the same device again, as they
/// can from its host name, which mDNS announces as
/// well. Its name and its widgets aren't there. `--no-announce` is for who wants less.
enum PeerAnnouncement {
    static let type = "_widgetd._tcp"
    private static let idKey = "id="
    private static let versionKey = "v="
    /// Symbols of an id without dashes. A label of DNS has up to 63.
    private static let idSymbols = 56

    /// The instance's name: the id says whose it is before it is resolved, so that strangers' ones never are.
    static func name(of device: DeviceID) -> String { device.description.filter { $0 != "-" } }

    /// The device that an instance's name names; what stands behind the id (`#2`, where a name was taken) doesn't matter.
    static func device(ofName name: String) -> DeviceID? { DeviceID(String(name.prefix(idSymbols))) }

    static func text(of device: DeviceID) -> BusValue {
        .array(of: "ay", [.bytes(Array((idKey + device.description).utf8)), .bytes(Array((versionKey + String(PeerProtocol.version)).utf8))])
    }

    /// The device that a TXT record names.
    static func device(ofText text: BusValue) -> DeviceID? {
        for entry in text.elements ?? [] {
            guard let bytes = entry.bytes, bytes.starts(with: idKey.utf8) else { continue }
            return DeviceID(String(decoding: bytes.dropFirst(idKey.utf8.count), as: UTF8.self))
        }
        return nil
    }
}
