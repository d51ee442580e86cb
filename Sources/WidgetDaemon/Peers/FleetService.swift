import DaemonCore
import Logging
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
    private let logger: Logger

    /// - Parameter isEngineSet: the settings name an engine.
    init(store: WidgetStore, links: DeviceLinks, peers: PeerService, isEngineSet: Bool, runtime: DaemonRuntime) {
        self.store = store
        self.links = links
        self.peers = peers
        self.isEngineSet = isEngineSet
        now = runtime.now
        logger = runtime.logger
    }

    private var membership: Membership { links.membership }

    // MARK: Groups

    func groups() async -> [ProtoDisplayGroup] { counted(await reports().displays, withRest: false) }

    /// The groups with the numbers of their displays.
    /// - Parameters:
    ///   - linked: the displays that hubs have linked.
    ///   - withRest: also removed groups that still have displays, which show nothing, and at the end the displays without a group, under an empty name.
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
        guard withRest else { return groups }
        // Displays of groups that were removed, and those without one.
        let known = Set(groups.map(\.name))
        for name in displays.keys.sorted(by: >) where !known.contains(name) {
            var rest = ProtoDisplayGroup.with { $0.name = name }
            count(&rest, name)
            groups.append(rest)
        }
        return groups
    }

    func set(_ group: DisplayGroup) async throws(WidgetError) -> ProtoDisplayGroup {
        let group = try group.validated()
        try await store.write { try $0.put(group) }
        note(group)
        try await peers.leaves.reload()
        return await groups().first { $0.name == group.name } ?? ProtoDisplayGroup(group)
    }

    private func note(_ group: DisplayGroup) {
        let kinds = (group.showsActivities ? ", activities" : "") + (group.showsControls ? ", controls" : "") + (group.acts ? "" : ", no taps")
        logger.noteFleetChange("set the group \(group.name): pages \(group.pagesText.isEmpty ? "none" : group.pagesText)\(kinds)")
    }

    /// - Returns: how many displays show nothing now.
    func removeGroup(_ name: String) async throws(WidgetError) -> Int {
        let date = now()
        try await store.write { try $0.removeGroup(name, at: date) }
        logger.noteFleetChange("removed the group \(name)")
        try await peers.leaves.reload()
        return membership.leaves.count { $0.isTrusted && $0.group == name }
    }

    /// Puts a display into a group.
    func move(_ text: String, to group: String) async throws(WidgetError) -> ProtoDisplay {
        guard let leaf = try Leaf.find(text, in: membership.leaves) else {
            throw WidgetError(.notFound, "display: there is no '\(text.cut(toBytes: 64))'; `widgetctl fleet list` lists them")
        }
        try await store.write { try $0.moveLeaf(leaf.id, to: group) }
        logger.noteFleetChange("put \(leaf.name) (\(leaf.id.short)) into \(group.isEmpty ? "no group" : "the group \(group)")")
        try await peers.leaves.reload()
        return display(membership.leaf(leaf.id) ?? leaf, await reports().displays)
    }

    // MARK: Enrolments

    func enrol(_ request: ProtoEnrolRequest) async throws(WidgetError) -> ProtoEnrolResponse {
        let (count, days) = (request.count == 0 ? 1 : Int(request.count), request.days == 0 ? DaemonLimits.defaultEnrolmentDays : Int(request.days))
        let role = try Enrolment.Role(request.role)
        guard count <= role.uses else { throw .invalid("count", "\(count), the limit is \(role.uses)") }
        guard days <= Limits.enrolmentDays else { throw .invalid("days", "\(days), the limit is \(Limits.enrolmentDays)") }
        guard role == .viewer || (request.group.isEmpty && request.pages.isEmpty) else {
            throw .invalid("group", "an editor sees and changes everything, so it is in no group; leave the group and the pages out, or enrol viewers")
        }
        let date = now()
        let end = date + Milliseconds(Int64(days) * 86_400_000)
        let addresses = try await peers.reachableAddresses(named: request.addresses)
        let (code, id) = try links.invitations.enrolmentCode(at: addresses, until: end)
        let enrolment = Enrolment(id: id, role: role, group: request.group, uses: count, createdAt: date, expiresAt: end)
        let group = request.pages.isEmpty ? nil : DisplayGroup(name: request.group, pages: request.pages.map { Int($0) })
        if let group, membership.groups.contains(where: { $0.name == group.name }) {
            throw WidgetError(
                .alreadyExists, "group: there is '\(group.name)' already; leave the pages out, or change it: widgetctl fleet group set \(group.name)")
        }
        try await store.write { transaction in
            if let group {
                guard try !transaction.hasGroup(group.name) else {
                    throw WidgetError(.alreadyExists, "group: '\(group.name)' was just made; leave the pages out")
                }
                try transaction.put(group)
            }
            try transaction.add(enrolment)
        }
        if let group { note(group) }
        let part = request.group.isEmpty ? "" : " of the group \(request.group)"
        logger.noteFleetChange("made a code for \(count) \(role)\(count == 1 ? "" : "s")\(part), the enrolment \(id.short)")
        try await peers.leaves.reload()
        return ProtoEnrolResponse.with { response in
            (response.code, response.enrolment) = (code.description, self.enrolment(enrolment, used: nil))
            response.addresses = addresses.map(\.description)
        }
    }

    func enrolments() throws(WidgetError) -> [ProtoEnrolment] {
        let uses = membership.uses
        return try store.enrolments().map { enrolment($0, used: uses[$0.id]) }
    }

    func endEnrolment(_ text: String) async throws(WidgetError) -> ProtoEnrolment {
        guard text.utf8.count >= DaemonLimits.enrolmentPrefix else {
            throw .invalid("id", "'\(text)' has \(text.utf8.count) characters; give \(DaemonLimits.enrolmentPrefix) or more")
        }
        let found = try store.enrolments().filter { $0.id.description.hasPrefix(text.lowercased()) }
        guard let enrolment = found.first else {
            throw WidgetError(.notFound, "id: there is no enrolment '\(text.cut(toBytes: 64))'; `widgetctl fleet enrolment list` lists them")
        }
        guard found.count == 1 else { throw .invalid("id", "'\(text.cut(toBytes: 64))' means \(found.count) enrolments; give more of it") }
        var ended = enrolment
        let date = min(now(), enrolment.expiresAt)
        (ended.expiresAt, ended.uses) = (date, 0)
        try await store.write { try $0.endEnrolment(enrolment.id, at: date) }
        logger.noteFleetChange("ended the enrolment \(enrolment.id.short)")
        try await peers.leaves.reload()
        return self.enrolment(ended, used: membership.uses[ended.id])
    }

    private func enrolment(_ enrolment: Enrolment, used: Int?) -> ProtoEnrolment {
        ProtoEnrolment.with { proto in
            (proto.id, proto.group, proto.count) = (enrolment.id.short, enrolment.group, UInt32(clamping: enrolment.uses))
            proto.role = .init(enrolment.role)
            proto.used = UInt32(clamping: used ?? 0)
            (proto.createdAt, proto.expiresAt) = (.init(enrolment.createdAt), .init(enrolment.expiresAt))
        }
    }

    // MARK: Displays

    func displays(group: String, all: Bool) async throws(WidgetError) -> ProtoListDisplaysResponse {
        guard group.isEmpty || membership.groups.contains(where: { $0.name == group }) || membership.leaves.contains(where: { $0.group == group }) else {
            throw WidgetError(.notFound, "group: there is no '\(group.cut(toBytes: 64))'; `widgetctl fleet group list` lists them")
        }
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
            (display.hub, display.version) = (link.hub, link.version)
            if let date = link.connectedAt { display.connectedAt = .init(date) }
        }
    }

    // MARK: Hubs

    func status() async throws(WidgetError) -> ProtoFleetStatusResponse {
        let peerStatus = Dictionary(try await peers.syncStatus().peers.map { ($0.device.id, $0) }) { first, _ in first }
        let answers = await askHubs()
        var response = ProtoFleetStatusResponse()
        for device in await peers.list(all: false) {
            guard !device.leaf, let id = DeviceID(device.id), await peers.isHub(id) else { continue }
            response.hubs.append(
                ProtoHubStatus.with { hub in
                    hub.device = device
                    if let peer = peerStatus[device.id] { (hub.behind, hub.ahead) = (peer.behind, peer.ahead) }
                    guard let id = DeviceID(device.id), let (report, time) = answers[id] else { return }
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
        var others = 0
        for (device, answer) in request.end || request.force ? [:] : await askHubs() where device != links.identity.id && !answer.report.draining {
            if await peers.isHub(device) { others += 1 }
        }
        if !request.end, !request.force, others == 0 {
            throw WidgetError(.failedPrecondition, "no other hub takes displays, so they would show nothing new; --force does it all the same")
        }
        logger.noteFleetChange(request.end ? "lets displays in here again" : "drained this hub")
        return await peers.leaves.drain(!request.end)
    }

    /// Keeps the way to an engine, for the next start, after a try to connect. Nil: none. Where the try fails, the way that this device had stays.
    func setEngine(_ proto: ProtoEngineAccess?) async throws {
        guard !isEngineSet else { throw WidgetError(.failedPrecondition, "the settings name an engine; change the file that Carrier= names, or take it out") }
        guard let proto else { return try links.engineFile.remove() }
        var engine = try EngineAccess(proto)
        let string = try links.engineFile.prepare(engine).joined(separator: " ")
        if let account = engine.account {
            // From now on the password is the one that follows from this device's key.
            try await CarrierLink.check(string, setting: (account, links.identity.hubVerifier))
            engine.account = links.identity.hubAccount
        } else {
            try await CarrierLink.check(string)
        }
        try links.engineFile.write(engine)
    }

    private struct LinkedDisplay {
        var hub: String
        /// Nil: it is about to say that it is there.
        var connectedAt: Timestamp?
        var version: String
    }

    /// The displays that hubs have linked, and the names of hubs that didn't answer.
    private func reports() async -> (displays: [DeviceID: LinkedDisplay], silent: [String]) {
        let answers = await askHubs().mapValues(\.report)
        let hubs = await peers.presences.filter(\.value.isHub)
        let silent = membership.devices.filter { $0.isMember && answers[$0.id] == nil && (hubs[$0.id] != nil || links.isConnected($0.id)) }
        return (Self.displays(answers, name: { membership.name($0) }), silent.map(\.name).sorted())
    }

    private static func displays(_ answers: [DeviceID: ProtoHubReport], name: (DeviceID) -> String) -> [DeviceID: LinkedDisplay] {
        var displays: [DeviceID: LinkedDisplay] = [:]
        for (hub, report) in answers {
            for display in report.displays {
                guard let id = DeviceID(bytes: Array(display.id)) else { continue }
                let linked = LinkedDisplay(
                    hub: name(hub), connectedAt: display.hasConnectedAt ? display.connectedAt.timestamp : nil, version: display.version)
                // A hub that hasn't noticed yet that the display is gone names it too.
                let other = displays[id]
                if (other?.connectedAt?.milliseconds ?? -1) < (linked.connectedAt?.milliseconds ?? 0) { displays[id] = linked }
            }
        }
        return displays
    }

    /// Asks all hubs, this one too.
    /// - Returns: the answers by the hubs' ids, and how long each took.
    private func askHubs() async -> [DeviceID: (report: ProtoHubReport, time: Duration)] {
        let others = membership.devices.filter { $0.isMember && $0.id != links.identity.id && links.isConnected($0.id) }.map(\.id)
        let own = await peers.leaves.report()
        return await withTaskGroup(of: (DeviceID, ProtoHubReport?, Duration).self) { group in
            for device in others {
                group.addTask { [links] in
                    let begin = ContinuousClock.now
                    let answer = try? await links.mesh.ask(device, PeerMethod.hubReport, [], within: DaemonLimits.hubReportsWithin)
                    return (device, answer.flatMap { try? ProtoHubReport(serializedBytes: $0) }, begin.duration(to: .now))
                }
            }
            var answers = [links.identity.id: (report: own, time: Duration.zero)]
            for await (device, report, time) in group { if let report { answers[device] = (report, time) } }
            return answers
        }
    }
}

extension ContentDigest {
    /// Enough of it to name an enrolment.
    var short: String { String(description.prefix(Self.shortLength)) }

    static let shortLength = 12
}
