import WidgetAPI
import WidgetCarrier
import WidgetCore
import WidgetPeers
import WidgetStore

/// The groups of displays and their enrolments, and how the hubs are, as a user asks for them.
struct FleetService: Sendable {
    private let store: WidgetStore
    private let links: DeviceLinks
    private let peers: PeerService
    private let isEngineSet: Bool
    private let now: @Sendable () -> Timestamp

    /// - Parameter isEngineSet: the settings name an engine.
    init(store: WidgetStore, links: DeviceLinks, peers: PeerService, isEngineSet: Bool, now: @escaping @Sendable () -> Timestamp) {
        self.store = store
        self.links = links
        self.peers = peers
        self.isEngineSet = isEngineSet
        self.now = now
    }

    private var membership: Membership { links.membership }

    // MARK: Groups

    func groups() async -> [ProtoDisplayGroup] { counted(await reports().displays, withRest: false) }

    /// The groups with the numbers of their displays.
    /// - Parameters:
    ///   - linked: the displays that hubs have linked.
    ///   - withRest: also the displays without a group, under an empty name, where there are any.
    private func counted(_ linked: [DeviceID: LinkedDisplay], withRest: Bool) -> [ProtoDisplayGroup] {
        let displays = Dictionary(grouping: membership.leaves.filter(\.isTrusted), by: \.group)
        func count(_ group: inout ProtoDisplayGroup, _ name: String) {
            let found = displays[name] ?? []
            (group.displays, group.connected) = (UInt32(clamping: found.count), UInt32(clamping: found.count { linked[$0.id] != nil }))
        }
        var groups = membership.groups.map { group in
            var proto = ProtoDisplayGroup(group)
            count(&proto, group.name)
            return proto
        }
        if withRest, displays[""] != nil {
            var rest = ProtoDisplayGroup()
            count(&rest, "")
            groups.append(rest)
        }
        return groups
    }

    func set(_ group: DisplayGroup) async throws(WidgetError) -> ProtoDisplayGroup {
        let group = try group.validated()
        try await store.write { try $0.put(group) }
        try await peers.leaves.reload()
        return await groups().first { $0.name == group.name } ?? ProtoDisplayGroup(group)
    }

    /// - Returns: how many displays show nothing now.
    func removeGroup(_ name: String) async throws(WidgetError) -> Int {
        let date = now()
        try await store.write { try $0.removeGroup(name, at: date) }
        try await peers.leaves.reload()
        return membership.leaves.count { $0.isTrusted && $0.group == name }
    }

    /// Puts a display into a group.
    func move(_ text: String, to group: String) async throws(WidgetError) -> ProtoDisplay {
        guard let leaf = try Leaf.find(text, in: membership.leaves) else {
            throw WidgetError(.notFound, "display: there is no '\(text.cut(toBytes: 64))'; `widgetctl fleet list` lists them")
        }
        try await store.write { try $0.moveLeaf(leaf.id, to: group) }
        try await peers.leaves.reload()
        return display(membership.leaf(leaf.id) ?? leaf, await reports().displays)
    }

    // MARK: Enrolments

    func enrol(_ request: ProtoEnrolRequest) async throws(WidgetError) -> ProtoEnrolResponse {
        let (count, days) = (request.count == 0 ? 1 : Int(request.count), request.days == 0 ? DaemonLimits.enrolmentDays : Int(request.days))
        guard count <= Limits.enrolmentUses else { throw .invalid("count", "\(count), the limit is \(Limits.enrolmentUses)") }
        guard days <= Limits.enrolmentDays else { throw .invalid("days", "\(days), the limit is \(Limits.enrolmentDays)") }
        let date = now()
        let end = date + Milliseconds(Int64(days) * 86_400_000)
        let addresses = try await peers.reachableAddresses(named: request.addresses)
        let (code, id) = try links.invitations.enrolmentCode(to: links.identity.id, at: addresses, until: end)
        let enrolment = Enrolment(id: id, group: request.group, uses: count, createdAt: date, expiresAt: end)
        try await store.write { try $0.add(enrolment) }
        try await peers.leaves.reload()
        return ProtoEnrolResponse.with { response in
            (response.code, response.enrolment) = (code.description, self.enrolment(enrolment))
            response.addresses = addresses.map(\.description)
        }
    }

    func enrolments() throws(WidgetError) -> [ProtoEnrolment] { try store.enrolments().map(enrolment) }

    func endEnrolment(_ text: String) async throws(WidgetError) -> ProtoEnrolment {
        let found = try store.enrolments().filter { !text.isEmpty && $0.id.description.hasPrefix(text.lowercased()) }
        guard let enrolment = found.first else {
            throw WidgetError(.notFound, "id: there is no enrolment '\(text.cut(toBytes: 64))'; `widgetctl fleet enrolment list` lists them")
        }
        guard found.count == 1 else { throw .invalid("id", "'\(text)' means \(found.count) enrolments; give more of it") }
        try await store.write { try $0.endEnrolment(enrolment.id) }
        try await peers.leaves.reload()
        return self.enrolment(enrolment)
    }

    private func enrolment(_ enrolment: Enrolment) -> ProtoEnrolment {
        ProtoEnrolment.with { proto in
            (proto.id, proto.group, proto.count) = (enrolment.id.short, enrolment.group, UInt32(clamping: enrolment.uses))
            proto.used = UInt32(clamping: membership.leaves.count { $0.enrolment == enrolment.id })
            (proto.createdAt, proto.expiresAt) = (.init(enrolment.createdAt), .init(enrolment.expiresAt))
        }
    }

    // MARK: Displays

    func displays(group: String, all: Bool) async -> ProtoListDisplaysResponse {
        let (displays, silent) = await reports()
        let meant = membership.leaves.filter { (all || $0.isTrusted) && (group.isEmpty || $0.group == group) }
        return ProtoListDisplaysResponse.with { response in
            response.displays = meant.sorted { ($0.group, $0.name, $0.id) < ($1.group, $1.name, $1.id) }.map { display($0, displays) }
            response.silentHubs = silent
        }
    }

    private func display(_ leaf: Leaf, _ linked: [DeviceID: LinkedDisplay]) -> ProtoDisplay {
        ProtoDisplay.with { display in
            (display.id, display.name, display.group) = (leaf.id.description, leaf.name, leaf.group)
            display.addedAt = .init(leaf.addedAt)
            display.enrolment = leaf.enrolment?.short ?? ""
            let link = linked[leaf.id]
            display.state = leaf.isRevoked ? .revoked : leaf.forgottenAt != nil ? .forgotten : link != nil ? .connected : .offline
            guard let link else { return }
            (display.hub, display.version, display.connectedAt) = (link.hub, link.version, .init(link.connectedAt))
        }
    }

    // MARK: Hubs

    func status() async throws(WidgetError) -> ProtoFleetStatusResponse {
        let peerStatus = Dictionary(try await peers.syncStatus().peers.map { ($0.device.id, $0) }) { first, _ in first }
        let answers = await askHubs()
        var response = ProtoFleetStatusResponse()
        for device in await peers.list(all: false) where !device.leaf {
            response.hubs.append(
                ProtoHubStatus.with { hub in
                    hub.device = device
                    if let peer = peerStatus[device.id] { (hub.behind, hub.ahead) = (peer.behind, peer.ahead) }
                    guard let (report, time) = answers[device.id] else { return }
                    (hub.answered, hub.displays, hub.draining) = (true, UInt32(clamping: report.displays.count), report.draining)
                    hub.answerTime = .init(time)
                    if report.hasCarrier { hub.carrier = report.carrier }
                })
        }
        response.hubs.sort { ($0.device.state == .self_ ? 0 : 1, $0.device.name) < ($1.device.state == .self_ ? 0 : 1, $1.device.name) }
        response.groups = counted(Self.displays(answers.mapValues(\.report), name: { membership.name($0) }), withRest: true)
        return response
    }

    /// - Returns: how many displays were sent away.
    func drain(_ request: ProtoDrainRequest) async throws(WidgetError) -> Int {
        if !request.end, !request.force, !membership.devices.contains(where: { $0.isMember && $0.id != links.identity.id && links.isConnected($0.id) }) {
            throw WidgetError(.failedPrecondition, "no other hub is connected, so the displays would show nothing new; --force does it all the same")
        }
        return await peers.leaves.drain(!request.end)
    }

    /// Keeps the way to an engine, for the next start, after a try to connect. Nil: none.
    func setEngine(_ engine: EngineAccess?) throws(WidgetError) {
        guard !isEngineSet else { throw WidgetError(.failedPrecondition, "the settings name an engine; change the file that Carrier= names, or take it out") }
        guard let engine else { return try links.engineFile.remove() }
        try links.engineFile.write(engine)
        do {
            _ = try PostgresCarrier(ConnectionFile.lines(links.engineFile.path).joined(separator: " "))
        } catch {
            // The way that this device had before isn't kept: it uses none then.
            try links.engineFile.remove()
            throw error as? WidgetError ?? WidgetError(.unavailable, "the engine can't be used: \(error)")
        }
    }

    private struct LinkedDisplay {
        var hub: String
        var connectedAt: Timestamp
        var version: String
    }

    /// The displays that hubs have linked, and the names of hubs that didn't answer.
    private func reports() async -> (displays: [DeviceID: LinkedDisplay], silent: [String]) {
        let answers = await askHubs().mapValues(\.report)
        let silent = membership.devices.filter { $0.isMember && answers[$0.id.description] == nil }.map(\.name).sorted()
        return (Self.displays(answers, name: { membership.name($0) }), silent)
    }

    private static func displays(_ answers: [String: ProtoHubReport], name: (DeviceID) -> String) -> [DeviceID: LinkedDisplay] {
        var displays: [DeviceID: LinkedDisplay] = [:]
        for (hub, report) in answers {
            let hub = DeviceID(hub).map(name) ?? hub
            for display in report.displays {
                guard let id = DeviceID(bytes: Array(display.id)) else { continue }
                let linked = LinkedDisplay(hub: hub, connectedAt: display.connectedAt.timestamp, version: display.version)
                // A hub that hasn't noticed yet that the display is gone names it too.
                if displays[id].map({ $0.connectedAt < linked.connectedAt }) ?? true { displays[id] = linked }
            }
        }
        return displays
    }

    /// Asks all hubs, this one too.
    /// - Returns: the answers by the hubs' ids, and how long each took.
    private func askHubs() async -> [String: (report: ProtoHubReport, time: Duration)] {
        let others = membership.devices.filter { $0.isMember && $0.id != links.identity.id && links.isConnected($0.id) }.map(\.id)
        let own = await peers.leaves.report()
        return await withTaskGroup(of: (DeviceID, ProtoHubReport?, Duration).self) { group in
            for device in others {
                group.addTask { [links] in
                    let begin = ContinuousClock.now
                    let answer = try? await links.ask(device, PeerMethod.hubReport, [])
                    return (device, answer.flatMap { try? ProtoHubReport(serializedBytes: $0) }, begin.duration(to: .now))
                }
            }
            var answers = [links.identity.id.description: (report: own, time: Duration.zero)]
            for await (device, report, time) in group { if let report { answers[device.description] = (report, time) } }
            return answers
        }
    }
}

extension ContentDigest {
    /// Enough of it to name an enrolment.
    var short: String { String(description.prefix(12)) }
}
