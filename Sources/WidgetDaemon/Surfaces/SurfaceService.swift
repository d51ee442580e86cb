import TTRPC
import WidgetAPI
import WidgetCore
import WidgetStore

/// Surfaces say their traits when they begin to show something. Views that are missing for them are asked for: here of the providers, and of the other devices
/// for what those give.
actor SurfaceService {
    private nonisolated let known: KnownSurfaces
    private let store: WidgetStore
    private let widgets: WidgetService
    private let activities: ActivityService
    private let devices: any RemoteDevices
    private let access: AccessPolicy
    private let runtime: DaemonRuntime

    init(
        known: KnownSurfaces, store: WidgetStore, widgets: WidgetService, activities: ActivityService, devices: any RemoteDevices, access: AccessPolicy,
        runtime: DaemonRuntime
    ) {
        self.known = known
        self.store = store
        self.widgets = widgets
        self.activities = activities
        self.devices = devices
        self.access = access
        self.runtime = runtime
    }

    /// A client shows something on a surface with these traits. Views are asked for where the client may act; who may only read sees those that there are.
    /// - Throws: INVALID_ARGUMENT for traits that there aren't.
    nonisolated func shows(_ proto: ProtoViewTraits, for peer: PeerIdentity) throws(WidgetError) {
        let traits = try ViewTraits(proto, field: "traits").completed(by: .standard)
        if access.allows(peer, .act), !known.isFresh(traits, at: runtime.now()) { Task { await appeared(traits) } }
    }

    /// A watch of such a client begins or ends.
    nonisolated func watches(_ proto: ProtoViewTraits, for peer: PeerIdentity, isThere: Bool) throws(WidgetError) {
        let traits = try ViewTraits(proto, field: "traits").completed(by: .standard)
        guard access.allows(peer, .act) else { return }
        known.watch(traits, isThere: isThere)
        if isThere { try shows(proto, for: peer) }
    }

    /// Another device has a surface with these traits, an encoded `ViewTraits`, and shows what is given here.
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

    /// A device is connected: what it gives is asked for anew.
    func connected() async {
        for traits in known.traits { await ask(await givers(lacking: traits), for: traits) }
    }

    private func appeared(_ traits: ViewTraits, isElsewhere: Bool = false) async {
        guard let change = known.note(traits, at: runtime.now()) else { return }
        do {
            // As they are when it is written: of two at once neither is lost.
            try await store.write { [known] in try $0.setSurfaces(known.stored) }
        } catch {
            runtime.logger.warning("a surface's traits can't be kept; after a restart it says them again", metadata: ["error": "\(error)"])
        }
        guard change == .new else { return }
        await widgets.surfaceAppeared(traits)
        await activities.surfaceAppeared(traits)
        // Others say themselves what their surfaces need.
        if !isElsewhere { await ask(await givers(lacking: traits), for: traits) }
    }

    /// The devices that give something without views for these traits.
    private func givers(lacking traits: ViewTraits) async -> Set<DeviceID> {
        await widgets.givers(lacking: traits).union(await activities.givers(lacking: traits))
    }

    /// One that isn't connected is asked when it is.
    private func ask(_ givers: Set<DeviceID>, for traits: ViewTraits) async {
        for device in givers.sorted() where devices.isConnected(device) {
            do throws(WidgetError) {
                _ = try await devices.ask(device, PeerMethod.surface, try ProtoViewTraits(traits).encoded())
            } catch {
                runtime.logger.info("a device wasn't asked for views for a surface here", metadata: ["device": "\(device)", "error": "\(error)"])
            }
        }
    }
}
