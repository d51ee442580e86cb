import ArgumentParser
import WidgetDaemon
import WidgetPeers

/// How this device finds and reaches the user's other devices.
struct PeerOptions: ParsableArguments {
    @Option(
        help: """
            Where to listen for the user's other devices: host:port, [IPv6]:port or unix:/path. May be repeated. Without it: on every address, port \
            \(PeerProtocol.defaultPort), once this device has invited another or joined one.
            """)
    var peerListen: [String] = []

    @Option(help: "How this device is called at first; by default the machine's host name.")
    var deviceName: String?

    @Flag(inversion: .prefixedNo, help: "Announce this device on the local network (mDNS), and look for others.")
    var announce = true

    /// - Throws: `WidgetError` with INVALID_ARGUMENT that names the address.
    func configuration() throws -> PeerConfiguration {
        PeerConfiguration(listening: try peerListen.map { try PeerAddress($0) }, name: deviceName ?? HostName.current, announces: announce)
    }
}
