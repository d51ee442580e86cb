import DaemonCore
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
    private let traits: SpaceTraits
    private let group: any EventLoopGroup
    private let runtime: DaemonRuntime
    private var spaces: [String: Space] = [:]
    /// The last word of the session's manager. Nil: it hasn't said anything yet, and private content is hidden.
    private var lock: Lock?
    private var isStopping = false
    /// A check before an `await` must still hold after it.
    private let turns = SerialTaskQueue()
    private nonisolated let hubs = Mutex<[String: HubCalls]>([:])

    private struct Lock {
        /// Nil: there is no session's manager.
        var isLocked: Bool?
    }

    private struct Space {
        var view: HubView
        var linking: Task<Void, Never>
    }

    /// - Parameters:
    ///   - stateDirectory: the daemon's.
    ///   - boards: this device's, on which the items of spaces stand too.
    ///   - traits: of this machine's surfaces, for which hubs are asked for views.
    init(
        stateDirectory: String, links: DeviceLinks, boards: Boards, traits: SpaceTraits, group: any EventLoopGroup, runtime: DaemonRuntime
    ) {
        directory = stateDirectory + "/spaces"
        self.links = links
        self.boards = boards
        self.traits = traits
        self.group = group
        self.runtime = runtime
    }

    // MARK: Lifecycle

    /// Shows what was kept of all spaces, and links with their hubs. A space whose files can't be used is left out, and logged.
    func start() async {
        for name in (try? FileText.names(in: directory)) ?? [] {
            guard Identifier.isPlain(name), HubsFile(stateDirectory: place(name)).isThere else { continue }
            do throws(WidgetError) {
                try await open(name)
            } catch {
                runtime.logger.error(
                    "a space isn't shown; remove its directory, and join it again with a new code",
                    metadata: ["space": "\(name)", "directory": "\(place(name))", "error": "\(error)"])
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

    private func place(_ name: String) -> String { "\(directory)/\(name)" }

    private func open(_ name: String) async throws(WidgetError) {
        let view = try HubView(in: place(name), of: name, on: boards, identity: links.identity, group: group, runtime: runtime)
        await view.feed.begin()
        if let lock { view.setLocked(lock.isLocked) }
        hubs.withLock { $0[name] = view.calls }
        traits.set(name, view.traits)
        spaces[name] = Space(view: view, linking: Task { await view.link.run(view.feed) })
    }

    /// The session was locked or unlocked; nil: it isn't known.
    func setLocked(_ isLocked: Bool?) {
        lock = Lock(isLocked: isLocked)
        for space in spaces.values { space.view.setLocked(isLocked) }
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
    func join(_ name: String, _ text: String, as deviceName: String) async throws -> ProtoSpace {
        try await turns.run { try await self.joinInTurn(name, text, as: deviceName) }
    }

    private func joinInTurn(_ name: String, _ text: String, as deviceName: String) async throws(WidgetError) -> ProtoSpace {
        guard Identifier.isPlain(name) else {
            throw .invalid("name", "\(name.cut(toBytes: 80).quoted) isn't 1 to \(Limits.identifierBytes) letters, digits, - and _")
        }
        guard spaces[name] == nil else {
            throw WidgetError(.alreadyExists, "name: there is a space '\(name)'; choose another name, or leave that one first: widgetctl space leave \(name)")
        }
        guard spaces.count < DaemonLimits.spaces else {
            throw WidgetError(.resourceExhausted, "there are \(spaces.count) spaces, the limit is \(DaemonLimits.spaces) (spaces); leave one first")
        }
        guard !isStopping else { throw WidgetError(.unavailable, "the daemon is about to stop; try again when it has started") }
        let code = try InvitationCode(text)
        try check(code.device)
        // The code is used up by what follows, so the directory is made first.
        try Directories.makeParents(of: "\(place(name))/leaf")
        do throws(WidgetError) {
            let welcome = try await PairingClient(endpoint: links.endpoint).join(code, as: deviceName, addresses: [], isLeafOnly: true, now: runtime.now())
            for member in welcome.members { try check(member.id) }
            var inviter = welcome.inviter
            // The addresses in the code come first: this device has just reached the hub there.
            inviter.addresses = Array((code.addresses + inviter.addresses.filter { !code.addresses.contains($0) }).prefix(PairingLimits.addresses))
            try HubsFile(stateDirectory: place(name)).write([inviter] + welcome.members)
            try await open(name)
            runtime.logger.notice("a space was joined", metadata: ["space": "\(name)", "hub": "\(inviter.name)"])
        } catch {
            removeFiles(name)
            throw error
        }
        guard let info = await info(name) else { throw WidgetError(.cancelled, "the space was left meanwhile") }
        return info
    }

    /// - Throws: FAILED_PRECONDITION for a member; ALREADY_EXISTS for a hub of a space that is here.
    private func check(_ hub: DeviceID) throws(WidgetError) {
        guard !links.membership.devices.contains(where: { $0.id == hub && $0.isMember }) else {
            throw WidgetError(
                .failedPrecondition, "code: it is of this device, or of one that has the same widgets; use a code of another set of machines")
        }
        if let there = spaces.first(where: { $0.value.view.link.hubs.contains { $0.id == hub } })?.key {
            throw WidgetError(.alreadyExists, "code: it is of the space '\(there)', which is here already")
        }
    }

    /// Takes a space's items off, and removes its files.
    /// - Throws: NOT_FOUND; UNAVAILABLE where the files can't be removed, and then it stays.
    func leave(_ name: String) async throws -> ProtoSpace { try await turns.run { try await self.leaveInTurn(name) } }

    private func leaveInTurn(_ name: String) async throws(WidgetError) -> ProtoSpace {
        guard let space = spaces[name], let info = await info(name) else {
            throw WidgetError(.notFound, "name: there is no space '\(name.cut(toBytes: 64))'; `widgetctl space list` lists them")
        }
        try await space.view.feed.leave()
        hubs.withLock { $0[name] = nil }
        traits.set(name, nil)
        spaces[name] = nil
        space.view.end()
        space.linking.cancel()
        await space.linking.value
        removeFiles(name)
        runtime.logger.notice("a space was left", metadata: ["space": "\(name)"])
        return info
    }

    private func removeFiles(_ name: String) {
        for file in (try? FileText.names(in: place(name))) ?? [] { unlink("\(place(name))/\(file)") }
        guard rmdir(place(name)) != 0, errno != ENOENT else { return }
        let reason = String(cString: strerror(errno))
        runtime.logger.warning("the files of a space can't be removed", metadata: ["directory": "\(place(name))", "error": "\(reason)"])
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

    // MARK: For handlers, on any thread

    /// The calls to a space's hub. Nil: there is no such space.
    nonisolated func calls(_ space: String) -> HubCalls? { hubs.withLock { $0[space] } }

    /// The calls to the hubs of all spaces.
    nonisolated var allCalls: [HubCalls] { hubs.withLock { Array($0.values) } }

    nonisolated var hasSpaces: Bool { hubs.withLock { !$0.isEmpty } }
}
