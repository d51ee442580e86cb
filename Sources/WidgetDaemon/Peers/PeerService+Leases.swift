import NIOCore
import WidgetCore
import WidgetReplication
import WidgetStore

// The leases of hubs: a hub that is gone for long is replaced as the giver of its widgets.

extension PeerService {
    /// Has the services look at the hubs' leases, renews this hub's own, and does so again in time. Devices without hubs and kinds that need it do nothing.
    func checkLeases() async {
        nextLeaseCheck?.cancel()
        nextLeaseCheck = nil
        let isHub = links.carrier != nil
        guard !isStopping, isHub || presences.values.contains(where: \.isHub) else { return }
        var shortest: Milliseconds?
        for observer in observers {
            if let lease = await observer.checkLeases(presences, at: now()) { shortest = min(lease, shortest ?? lease) }
        }
        guard let shortest, !isStopping else { return }
        // A renewal that is late by one turn doesn't end a lease.
        let interval = Milliseconds(shortest.count / DaemonLimits.leaseRenewals)
        if isHub, now() - (presences[identity.id]?.at ?? Timestamp(milliseconds: 0)) >= Milliseconds(interval.count / 2) {
            do throws(WidgetError) {
                try await sayPresence(anyway: true)
            } catch {
                logger.warning("this hub's lease can't be renewed; others may give its widgets", metadata: ["error": "\(error)"])
            }
        }
        nextLeaseCheck?.cancel()
        nextLeaseCheck = group.next().scheduleTask(in: .milliseconds(interval.count)) { [weak self] in
            guard let self else { return }
            Task { await self.checkLeases() }
        }
    }
}
