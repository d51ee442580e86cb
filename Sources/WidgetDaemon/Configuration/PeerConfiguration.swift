package import WidgetPeers

/// How a daemon meets other devices.
package struct PeerConfiguration: Sendable {
    /// Where it listens for them; empty: on every address of the machine, once it invites or has members.
    package var listening: [PeerAddress]
    /// How it calls itself at first.
    package var name: String
    /// Whether it tells the local network that it is there, and looks for others.
    package var announces: Bool

    package init(listening: [PeerAddress] = [], name: String, announces: Bool = true) {
        self.listening = listening
        self.name = name
        self.announces = announces
    }
}
