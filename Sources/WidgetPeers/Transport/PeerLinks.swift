import NIOCore
import Synchronization
public import WidgetCore

/// All links of this device that live, so that those of a revoked device can be cut. From any thread.
public final class PeerLinks: Sendable {
    private let links = Mutex<[ObjectIdentifier: PeerLink]>([:])

    public init() {}

    /// The links that live now.
    public var all: [PeerLink] { links.withLock { Array($0.values) } }

    /// Ends every link of `device` at once: to be called after the trust policy refuses it.
    public func cut(_ device: DeviceID) { cut { $0.device == device } }

    /// Ends every link that `isMeant`.
    public func cut(where isMeant: (PeerLink) -> Bool) {
        for link in all where isMeant(link) { link.cut() }
    }

    /// Takes a link up, if it may be. It is taken up first and judged then: a device that is revoked meanwhile is refused here, or its link is seen by
    /// ``cut(_:)``.
    func add(_ link: PeerLink, trust: TrustPolicy, limits: PeerLimits) throws(LinkFailure) {
        let key = ObjectIdentifier(link)
        let refusal = links.withLock { links -> String? in
            if !link.isDialled, let refusal = Self.refusal(of: link, beside: links.values, limits) { return refusal }
            links[key] = link
            return nil
        }
        if let refusal { throw .refused(refusal) }
        link.channel.closeFuture.whenComplete { _ in self.links.withLock { _ = $0.removeValue(forKey: key) } }
        // A device that was dialled in order to join it is judged by whoever dialled.
        guard !(link.isDialled && link.standing == .candidate), trust.standing(of: link.device) == .refused else { return }
        throw .refused("the device isn't trusted any more")
    }

    private static func refusal(of link: PeerLink, beside others: some Collection<PeerLink>, _ limits: PeerLimits) -> String? {
        let accepted = others.filter { !$0.isDialled }
        if accepted.count >= limits.links { return "\(limits.links) links are open, the limit" }
        if link.standing == .candidate {
            let candidates = accepted.count { $0.standing == .candidate }
            return candidates < limits.candidateLinks ? nil : "\(limits.candidateLinks) links of devices that want to join are open, the limit"
        }
        let own = accepted.count { $0.device == link.device }
        return own < limits.linksPerDevice ? nil : "the device has \(limits.linksPerDevice) links open, the limit"
    }
}
