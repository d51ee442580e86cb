import Logging
import NIOCore
import NIOPosix
import Synchronization
import WidgetCore
import WidgetPeers
import WidgetStore

/// All that a hub shows, on boards of this machine: the link to the hub, the feeds of its boards, and the calls that it answers.
struct HubView: Sendable {
    let link: HubLink
    let feed: LeafFeed
    let widgets: LeafBoard
    let activities: LeafBoard
    let controls: LeafBoard
    let traits: LeafTraits
    let calls: HubCalls
    let store: ShownContentStore

    var boards: [LeafBoard] { [widgets, activities, controls] }

    /// - Parameters:
    ///   - file: names the hubs, and is kept up to date.
    ///   - store: keeps what is shown.
    ///   - boards: where it is shown.
    ///   - space: its name; empty: this machine is a leaf.
    /// - Throws: FAILED_PRECONDITION or UNAVAILABLE where the file or the identity can't be used.
    init(
        of file: HubsFile, store: ShownContentStore, on boards: [LeafBoard], space: String = "", identity: DeviceIdentity, group: any EventLoopGroup,
        runtime: DaemonRuntime
    ) throws(WidgetError) {
        let hubs = try file.read()
        let trusted = TrustedHubs(hubs)
        let endpoint = try PeerEndpoint(
            identity: identity, trust: TrustPolicy { trusted.contains($0) ? .member : .refused }, group: group, logger: runtime.logger)
        let link = HubLink(hubs: hubs, endpoint: endpoint, clock: runtime.clock, logger: runtime.logger)
        let (widgets, traits) = (boards[0], LeafTraits(link: link))
        self.link = link
        self.store = store
        self.traits = traits
        (self.widgets, activities, controls) = (widgets, boards[1], boards[2])
        calls = HubCalls(link: link, space: space, clock: runtime.clock, isLocked: { widgets.isLocked })
        feed = LeafFeed(
            boards: boards, hubs: hubs, store: store, file: file, runtime: runtime, hubsDidChange: { trusted.set($0) }, didConnect: { traits.reconnect() })
    }

    /// The store in a directory. Without room on the disk a hub's items are shown, and nothing is kept.
    /// - Throws: RESOURCE_EXHAUSTED where there is no memory either.
    static func openStore(in directory: String, _ logger: Logger) throws(WidgetError) -> ShownContentStore {
        do throws(WidgetError) {
            return try ShownContentStore(directory: directory)
        } catch {
            logger.error("what is shown isn't kept: after a start without a hub nothing is shown", metadata: ["error": "\(error)"])
            return try ShownContentStore(directory: directory, isInMemory: true)
        }
    }
}

/// The hubs, for handshakes, from any thread.
private final class TrustedHubs: Sendable {
    private let ids: Mutex<Set<DeviceID>>

    init(_ hubs: [PairedDevice]) { ids = Mutex(Set(hubs.map(\.id))) }

    func set(_ hubs: [PairedDevice]) { ids.withLock { $0 = Set(hubs.map(\.id)) } }

    func contains(_ device: DeviceID) -> Bool { ids.withLock { $0.contains(device) } }
}
