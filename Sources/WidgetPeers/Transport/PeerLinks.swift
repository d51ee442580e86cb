import NIOCore
import Synchronization
public import WidgetCore

/// All links of this device that live, so that those of a revoked device can be cut. From any thread.
public final class PeerLinks: Sendable {
    private struct State {
        var links: [ObjectIdentifier: (number: UInt64, link: PeerLink)] = [:]
        /// The number of the newest.
        var number: UInt64 = 0
    }

    private let state = Mutex(State())

    public init() {}

    /// The links that live now, the oldest first.
    public var all: [PeerLink] { state.withLock { $0.links.values.sorted { $0.number < $1.number }.map(\.link) } }

    /// The newest link that `device` made.
    func newest(from device: DeviceID) -> PeerLink? { all.last { $0.device == device && !$0.isDialled } }

    /// Ends every link of `device` at once: to be called after the trust policy refuses it.
    public func cut(_ device: DeviceID) { cut { $0.device == device } }

    /// Ends every link that `isMeant`.
    public func cut(where isMeant: (PeerLink) -> Bool) {
        for link in all where isMeant(link) { link.cut() }
    }

    /// Takes a link up, if it may be. It is taken up first and judged then: a device that is revoked meanwhile is refused here, or its link is seen by
    /// ``cut(_:)``.
    ///
    /// Cuts the oldest link of a member that has as many as it may: a machine whose network changed leaves dead links behind, and the new one works.
    func add(_ link: PeerLink, trust: TrustPolicy, limits: PeerLimits) throws(LinkFailure) {
        let key = ObjectIdentifier(link)
        let (refusal, superseded) = state.withLock { state -> (String?, [PeerLink]) in
            let accepted = state.links.values.filter { !$0.link.isDialled }
            var superseded: [PeerLink] = []
            if !link.isDialled {
                if link.standing == .member {
                    let own = accepted.filter { $0.link.device == link.device && $0.link.standing == .member }.sorted { $0.number < $1.number }
                    superseded = own.dropLast(max(limits.linksPerDevice, 1) - 1).map(\.link)
                }
                for link in superseded { state.links[ObjectIdentifier(link)] = nil }
                if let refusal = Self.refusal(of: link, beside: accepted.map(\.link), without: superseded.count, limits) { return (refusal, superseded) }
            }
            state.number += 1
            state.links[key] = (state.number, link)
            return (nil, superseded)
        }
        for link in superseded { link.cut() }
        if let refusal { throw .refused(refusal) }
        link.channel.closeFuture.whenComplete { _ in self.state.withLock { _ = $0.links.removeValue(forKey: key) } }
        // A device that was dialled in order to join it is judged by whoever dialled.
        guard !(link.isDialled && link.standing == .candidate), trust.standing(of: link.device) == .refused else { return }
        throw .refused("the device isn't trusted any more")
    }

    private static func refusal(of link: PeerLink, beside accepted: [PeerLink], without superseded: Int, _ limits: PeerLimits) -> String? {
        if accepted.count - superseded >= limits.links { return "\(limits.links) links are open, the limit" }
        guard link.standing == .candidate else { return nil }
        let candidates = accepted.count { $0.standing == .candidate }
        return candidates < limits.candidateLinks ? nil : "\(limits.candidateLinks) links of devices that want to join are open, the limit"
    }
}
