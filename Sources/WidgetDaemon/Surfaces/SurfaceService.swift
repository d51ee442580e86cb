import DaemonCore
import TTRPC
import WidgetAPI
import WidgetCore
import WidgetPeers
import WidgetStore

/// Surfaces send their traits when they begin to show something. Missing views for these traits are requested from this device's providers, and from the other
/// devices that provide widgets or activities.
actor SurfaceService {
    private nonisolated let known: KnownSurfaces
    private let store: WidgetStore
    private let widgets: WidgetService
    private let activities: ActivityService
    private let devices: any RemoteDevices
    private nonisolated let spaces: SpaceTraits
    private let access: AccessControl
    private let runtime: DaemonRuntime

    init(
        known: KnownSurfaces, store: WidgetStore, widgets: WidgetService, activities: ActivityService, devices: any RemoteDevices, spaces: SpaceTraits,
        access: AccessControl, runtime: DaemonRuntime
    ) {
        self.known = known
        self.store = store
        self.widgets = widgets
        self.activities = activities
        self.devices = devices
        self.spaces = spaces
        self.access = access
        self.runtime = runtime
    }

    /// A client shows something on a surface with these traits. Missing views are requested if the client may act. A client that may only read gets the
    /// existing views.
    /// - Throws: INVALID_ARGUMENT for unknown traits.
    nonisolated func shows(_ proto: ProtoViewTraits, for peer: PeerIdentity) throws(WidgetError) {
        let traits = try ViewTraits(proto, field: "traits").completed(by: .standard)
        if access.allows(peer, .act), !known.isFresh(traits, at: runtime.now()) { Task { await appeared(traits) } }
    }

    /// A watch of such a client begins or ends.
    nonisolated func watches(_ proto: ProtoViewTraits, for peer: PeerIdentity, isThere: Bool) throws(WidgetError) {
        let traits = try ViewTraits(proto, field: "traits").completed(by: .standard)
        guard access.allows(peer, .act) else { return }
        known.watch(traits, isThere: isThere)
        // Other machines see nothing of spaces.
        if PeerLink.device(of: peer) == nil { spaces.watch(proto, isThere: isThere) }
        if isThere { try shows(proto, for: peer) }
    }

    /// Another device has a surface with these traits, an encoded `ViewTraits`, and shows widgets or activities of this device.
    /// - Throws: INVALID_ARGUMENT for a request that can't be read or unknown traits.
    func answer(_ payload: [UInt8]) async throws(WidgetError) -> [UInt8] {
        let proto: ProtoViewTraits
        do {
            proto = try ProtoViewTraits(serializedBytes: payload)
        } catch {
            throw WidgetError(.invalidArgument, "the request isn't a ViewTraits", cause: "\(error)")
        }
        await appeared(try ViewTraits(proto, field: "traits").completed(by: .standard), isElsewhere: true)
        return []
    }

    /// A device is connected: it is asked for the views that it lacks for this device's surfaces.
    func connected() async {
        for traits in known.traits { await ask(await providingDevices(lacking: traits), for: traits) }
    }

    private func appeared(_ traits: ViewTraits, isElsewhere: Bool = false) async {
        guard let change = known.note(traits, at: runtime.now()) else { return }
        do {
            // The list is read when it is written, so that neither of two concurrent changes is lost.
            try await store.write { [known] in try $0.setSurfaces(known.stored) }
        } catch {
            runtime.logger.warning("a surface's traits can't be kept; after a restart it says them again", metadata: ["error": "\(error)"])
        }
        guard change == .new else { return }
        await widgets.surfaceDidAppear(traits)
        await activities.surfaceDidAppear(traits)
        // Other devices ask for their own surfaces themselves.
        if !isElsewhere { await ask(await providingDevices(lacking: traits), for: traits) }
    }

    /// The devices that provide a widget or an activity without views for these traits.
    private func providingDevices(lacking traits: ViewTraits) async -> Set<DeviceID> {
        await widgets.providingDevices(lacking: traits).union(await activities.providingDevices(lacking: traits))
    }

    /// Asks the connected ones of these devices. The others are asked when they connect.
    private func ask(_ providingDevices: Set<DeviceID>, for traits: ViewTraits) async {
        for device in providingDevices.sorted() where devices.isConnected(device) {
            do throws(WidgetError) {
                _ = try await devices.ask(device, PeerMethod.surface, try ProtoViewTraits(traits).encoded())
            } catch {
                runtime.logger.info("a device wasn't asked for views for a surface here", metadata: ["device": "\(device)", "error": "\(error)"])
            }
        }
    }
}
