import Glibc
import Logging
package import NIOCore
import Synchronization
package import WidgetCore
package import WidgetPeers
package import WidgetStore

/// All that a hub shows, on boards of this machine: the link to the hub, the feeds of its boards, and the calls that it answers.
package struct HubView: Sendable {
    package let link: HubLink
    package let feed: HubFeed
    package let widgets: HubBoard
    package let activities: HubBoard
    package let controls: HubBoard
    package let traits: HubTraits
    package let calls: HubCalls
    package let store: ShownContentStore

    private var all: [HubBoard] { [widgets, activities, controls] }

    /// - Parameters:
    ///   - directory: has the file that names the hubs, which is kept up to date, and the store of what is shown.
    ///   - space: its name; empty: this machine is a leaf.
    ///   - boards: where it is shown.
    /// - Throws: FAILED_PRECONDITION or UNAVAILABLE where the file or the identity can't be used.
    package init(
        in directory: String, of space: String = "", on boards: Boards, identity: DeviceIdentity, group: any EventLoopGroup, runtime: DaemonRuntime
    ) throws(WidgetError) {
        let file = HubsFile(stateDirectory: directory)
        let hubs = try file.read()
        var logger = runtime.logger
        if !space.isEmpty { logger[metadataKey: "space"] = "\(space)" }
        let trusted = TrustedHubs(hubs)
        let endpoint = try PeerEndpoint(identity: identity, trust: TrustPolicy { trusted.contains($0) ? .member : .refused }, group: group, logger: logger)
        let link = HubLink(hubs: hubs, endpoint: endpoint, clock: runtime.clock, logger: logger)
        let widgets = HubBoard(.widgets, of: space, on: boards.widgets)
        let activities = HubBoard(.activities, of: space, on: boards.activities)
        let controls = HubBoard(.controls, of: space, on: boards.controls)
        let traits = HubTraits(link: link)
        let store = try Self.openStore(in: directory, logger)
        self.link = link
        self.store = store
        self.traits = traits
        (self.widgets, self.activities, self.controls) = (widgets, activities, controls)
        calls = HubCalls(link: link, space: space, clock: runtime.clock, isLocked: { widgets.isLocked })
        feed = HubFeed(
            boards: [widgets, activities, controls], hubs: hubs, store: store, file: file, runtime: runtime, logger: logger,
            hubsDidChange: { trusted.set($0) }, didConnect: { traits.reconnect() })
    }

    /// Whether the session is locked. Nil: it isn't known.
    package func setLocked(_ isLocked: Bool?) { for board in all { board.setLocked(isLocked) } }

    /// Takes everything off the boards, for good.
    package func end() { for board in all { board.end() } }

    /// The store in a directory. Without room on the disk a hub's items are shown, and nothing is kept.
    private static func openStore(in directory: String, _ logger: Logger) throws(WidgetError) -> ShownContentStore {
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
