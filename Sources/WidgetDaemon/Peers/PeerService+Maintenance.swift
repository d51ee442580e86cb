import NIOCore
import Systemd
import WidgetCore
import WidgetPeers
import WidgetReplication
import WidgetStore

// Daily maintenance.

extension PeerService {
    /// Writes this device's presence, evicts members that nobody has heard of for long, and drops old tombstones, as far as ``Maintenance`` allows.
    func upkeep() async {
        guard !isStopping else { return }
        planUpkeep(in: DaemonLimits.upkeepInterval)
        let others = devices.filter { $0.id != identity.id }
        guard others.contains(where: \.isMember) else { return }
        let (date, previous) = (now(), upkeptAt)
        upkeptAt = date
        planQuestions()
        do throws(WidgetError) {
            try await sayPresence(anyway: true)
            let upkeep = Maintenance(
                now: date, previous: previous, others: others, seen: presences.mapValues(\.at),
                connected: mesh.status.filter(\.value.isConnected).mapValues { $0.session?.clockOffset })
            try await carryOut(upkeep, at: date)
        } catch {
            logger.error("daily maintenance failed; trying again", metadata: ["in": "\(DaemonLimits.upkeepInterval)", "error": "\(error)"])
        }
    }

    /// Asks the connected devices what the others have, once all who are on have had the time to connect.
    private func planQuestions() {
        group.next().scheduleTask(in: .milliseconds(DaemonLimits.questionsDelay.count)) { [weak self] in
            guard let self else { return }
            Task { await self.askAboutOthers() }
        }
    }

    private func askAboutOthers() async {
        guard !isStopping else { return }
        let others = devices.filter { $0.id != identity.id && $0.isMember }
        do throws(WidgetError) {
            try await requests.acknowledgements.learn(
                from: others.filter { links.isConnected($0.id) }.map(\.id),
                about: others.filter { $0.evictedAt == nil && !links.isConnected($0.id) }.map(\.id))
        } catch {
            logger.warning("devices couldn't be asked what others have; trying again tomorrow", metadata: ["error": "\(error)"])
        }
    }

    private func carryOut(_ upkeep: Maintenance, at date: Timestamp) async throws(WidgetError) {
        try await store.write { transaction in
            for device in upkeep.evicted { try transaction.setEvicted(device, at: date) }
            for device in upkeep.returned { try transaction.setEvicted(device, at: nil) }
            if upkeep.collectsTombstones { try transaction.collectTombstones() }
        }
        for device in devices where upkeep.evicted.contains(device.id) {
            logger.log(
                .deviceAway, "a device was away for too long: it gets everything anew when it comes back", metadata: ["device": "\(device.name)"])
        }
        if !upkeep.evicted.isEmpty || !upkeep.returned.isEmpty { try await reloadDevices() }
    }

    /// Does the daily maintenance if it is due, and else schedules it. Call at a start and when the machine wakes up: the timer doesn't count while the machine
    /// sleeps.
    func upkeepIfDue() async {
        guard !isStopping else { return }
        let interval = DaemonLimits.upkeepInterval
        let since = upkeptAt.map { now() - $0 } ?? interval
        // It is negative if the clock was set back.
        guard since >= .zero, since < interval else { return await upkeep() }
        planUpkeep(in: Milliseconds(interval.count - since.count))
    }

    private func planUpkeep(in time: Milliseconds) {
        nextUpkeep?.cancel()
        nextUpkeep = group.next().scheduleTask(in: .milliseconds(time.count)) { [weak self] in
            guard let self else { return }
            Task { await self.upkeep() }
        }
    }

    /// Writes this device's presence if it has changed.
    /// - Parameter anyway: also if it hasn't.
    func sayPresence(anyway: Bool = false) async throws(WidgetError) {
        let presence = Presence(
            version: Version.current, addresses: publishedAddresses().map(\.description), at: now(), isHub: links.carrier != nil,
            hubVerifier: links.ownVerifier ?? "")
        if !anyway, let there = presences[identity.id], there.version == presence.version, there.addresses == presence.addresses,
            there.isHub == presence.isHub, there.hubVerifier == presence.hubVerifier
        {
            return
        }
        try await store.write { try $0.setPresence(presence) }
        presences[identity.id] = presence
    }
}
