import Glibc
import Linux
import NIOCore
import Synchronization
import WidgetAPI
import WidgetCore
import WidgetPeers
import WidgetStore

/// The spaces of this device: other sets of devices, whose items it shows beside its own. In each it is a leaf: it looks and taps, and edits nothing. Nothing
/// of a space comes into this device's store, so neither its members nor its own leaves get it.
///
/// A space has a directory `spaces/NAME` in the state directory, with the files of a leaf: the hubs, and what was shown last.
actor SpaceService {
    private let directory: String
    private let links: DeviceLinks
    private let boards: Boards
    private let group: any EventLoopGroup
    private let runtime: DaemonRuntime
    private let surfaces: KnownSurfaces
    private var spaces: [String: Space] = [:]
    /// The names that are being joined.
    private var joining: Set<String> = []
    private var isStopping = false
    private nonisolated let shared = Mutex(Shared())

    /// This device's boards, on which the items of spaces stand too.
    struct Boards: Sendable {
        var widgets: Board
        var activities: Board
        var controls: Board
    }

    private struct Space {
        var view: HubView
        var linking: Task<Void, Never>
    }

    /// For handlers on any thread.
    private struct Shared {
        var calls: [String: HubCalls] = [:]
        var isLocked: Bool?
    }

    /// - Parameters:
    ///   - stateDirectory: the daemon's.
    ///   - surfaces: the surfaces of this device, for which hubs are asked for views.
    init(
        stateDirectory: String, links: DeviceLinks, boards: Boards, surfaces: KnownSurfaces, group: any EventLoopGroup, runtime: DaemonRuntime
    ) {
        directory = stateDirectory + "/spaces"
        self.links = links
        self.boards = boards
        self.surfaces = surfaces
        self.group = group
        self.runtime = runtime
    }

    // MARK: Lifecycle

    /// Shows what was kept of all spaces, and links with their hubs. A space whose files can't be used is left out, and logged.
    func start() async {
        for name in (try? FileText.names(in: directory)) ?? [] where Identifier.isPlain(name) {
            do throws(WidgetError) {
                try await open(name)
            } catch {
                runtime.logger.error("a space isn't shown; leave it, and join it again", metadata: ["space": "\(name)", "error": "\(error)"])
            }
        }
    }

    func stop() async {
        isStopping = true
        for space in spaces.values {
            space.linking.cancel()
            await space.linking.value
            await space.view.feed.keep()
        }
    }

    private func open(_ name: String) async throws(WidgetError) {
        let place = "\(directory)/\(name)"
        let file = HubsFile(stateDirectory: place)
        let view = try HubView(
            of: file, store: try HubView.openStore(in: place, runtime.logger),
            on: [
                LeafBoard(.widgets, of: name, on: boards.widgets), LeafBoard(.activities, of: name, on: boards.activities),
                LeafBoard(.controls, of: name, on: boards.controls),
            ], space: name, identity: links.identity, group: group, runtime: runtime)
        await view.feed.begin()
        let isLocked = shared.withLock { shared in
            shared.calls[name] = view.calls
            return shared.isLocked
        }
        for board in view.boards { board.setLocked(isLocked) }
        for traits in surfaces.traits { try? view.traits.shows(ProtoViewTraits(traits), isThere: true) }
        spaces[name] = Space(view: view, linking: Task { await view.link.run(view.feed) })
    }

    /// The session was locked or unlocked; nil: it isn't known.
    func setLocked(_ isLocked: Bool?) {
        shared.withLock { $0.isLocked = isLocked }
        for space in spaces.values { for board in space.view.boards { board.setLocked(isLocked) } }
    }

    /// A surface of this device needs views for these traits.
    func surfaceDidAppear(_ traits: ViewTraits) {
        for space in spaces.values { try? space.view.traits.shows(ProtoViewTraits(traits), isThere: true) }
    }

    // MARK: The user's commands

    func list() async -> [ProtoSpace] {
        var list: [ProtoSpace] = []
        for name in spaces.keys.sorted() { if let space = await info(name) { list.append(space) } }
        return list
    }

    /// Uses an invitation for a leaf, or an enrolment's code.
    /// - Throws: INVALID_ARGUMENT for the name or the code; ALREADY_EXISTS; RESOURCE_EXHAUSTED for more than ``DaemonLimits/spaces``; FAILED_PRECONDITION
    ///   for an invitation that isn't for a leaf; the hub's errors.
    func join(_ name: String, _ text: String, as deviceName: String) async throws(WidgetError) -> ProtoSpace {
        guard Identifier.isPlain(name) else {
            throw .invalid("name", "\(name.cut(toBytes: 80).quoted) isn't 1 to \(Limits.identifierBytes) letters, digits, - and _")
        }
        guard spaces[name] == nil, joining.insert(name).inserted else {
            throw WidgetError(.alreadyExists, "name: there is a space '\(name)'; choose another name, or leave that one first: widgetctl space leave \(name)")
        }
        defer { joining.remove(name) }
        guard spaces.count + joining.count <= DaemonLimits.spaces else {
            throw WidgetError(.resourceExhausted, "there are \(spaces.count) spaces, the limit is \(DaemonLimits.spaces) (spaces); leave one first")
        }
        let code = try InvitationCode(text)
        guard !links.membership.devices.contains(where: { $0.id == code.device && $0.isMember }) else {
            throw WidgetError(.failedPrecondition, "code: it is of this device, or of one that has the same widgets already")
        }
        if let there = spaces.first(where: { $0.value.view.link.hubs.contains { $0.id == code.device } })?.key {
            throw WidgetError(.alreadyExists, "code: it is of the space '\(there)', which is here already")
        }
        let welcome = try await PairingClient(endpoint: links.endpoint).join(code, as: deviceName, addresses: [], isLeafOnly: true, now: runtime.now())
        var inviter = welcome.inviter
        // The addresses in the code come first: this device has just reached the hub there.
        inviter.addresses = Array((code.addresses + inviter.addresses.filter { !code.addresses.contains($0) }).prefix(PairingLimits.addresses))
        let place = "\(directory)/\(name)"
        try Directories.makeParents(of: place + "/.")
        try HubsFile(stateDirectory: place).write([inviter] + welcome.members)
        try await open(name)
        runtime.logger.notice("a space was joined", metadata: ["space": "\(name)", "hub": "\(inviter.name)"])
        guard let info = await info(name) else { throw WidgetError(.cancelled, "the space was left meanwhile") }
        return info
    }

    /// Takes a space's items off, and removes its files.
    /// - Throws: NOT_FOUND; UNAVAILABLE where the files can't be removed, and then it stays.
    func leave(_ name: String) async throws(WidgetError) -> ProtoSpace {
        guard let space = spaces[name], let info = await info(name) else {
            throw WidgetError(.notFound, "name: there is no space '\(name.cut(toBytes: 64))'; `widgetctl space list` lists them")
        }
        try await space.view.feed.leave()
        spaces[name] = nil
        shared.withLock { $0.calls[name] = nil }
        space.linking.cancel()
        await space.linking.value
        for board in space.view.boards { board.clear() }
        do throws(WidgetError) {
            try space.view.store.clear()
        } catch {
            runtime.logger.warning("what was shown of a space can't be removed", metadata: ["space": "\(name)", "error": "\(error)"])
        }
        runtime.logger.notice("a space was left", metadata: ["space": "\(name)"])
        return info
    }

    private func info(_ name: String) async -> ProtoSpace? {
        guard let view = spaces[name]?.view else { return nil }
        let status = await view.feed.status
        return ProtoSpace.with { space in
            (space.name, space.status) = (name, status)
            space.widgets = UInt32(clamping: view.widgets.count)
            space.activities = UInt32(clamping: view.activities.count)
            space.controls = UInt32(clamping: view.controls.count)
        }
    }

    // MARK: For handlers

    /// The calls to a space's hub. Nil: there is no such space.
    nonisolated func calls(_ space: String) -> HubCalls? { shared.withLock { $0.calls[space] } }

    /// The calls to the hubs of all spaces.
    nonisolated var allCalls: [HubCalls] { shared.withLock { Array($0.calls.values) } }

    nonisolated var hasSpaces: Bool { shared.withLock { !$0.calls.isEmpty } }
}
