import Synchronization
package import WidgetCore
package import WidgetPeers

/// The user's devices as they are known now. ``PeerService`` and ``LeafRegistry`` keep the lists up to date. Handshakes and messages read them, from any
/// thread.
package final class Membership: Sendable {
    private struct State {
        var devices: [Device]
        var leaves: [DeviceID: Leaf]
        var groups: [String: DisplayGroup] = [:]

        func scope(of leaf: DeviceID) -> LeafScope {
            guard let name = leaves[leaf]?.group else { return .nothing }
            if name.isEmpty { return LeafScope(nil) }
            return groups[name].map(LeafScope.init) ?? .nothing
        }
    }

    private let state: Mutex<State>

    package init(_ devices: [Device]) { state = Mutex(State(devices: devices, leaves: [:])) }

    package var devices: [Device] { state.withLock { $0.devices } }
    package var leaves: [Leaf] { state.withLock { Array($0.leaves.values) } }

    package func set(_ devices: [Device]) { state.withLock { $0.devices = devices } }

    /// The leaves and their groups from now on.
    /// - Returns: the leaves that may look at something else now.
    @discardableResult
    package func set(_ leaves: [Leaf], _ groups: [DisplayGroup]) -> Set<DeviceID> {
        state.withLock { state in
            let before = state
            state.leaves = Self.byID(leaves)
            state.groups = Dictionary(groups.map { ($0.name, $0) }) { first, _ in first }
            return Set(before.leaves.keys.filter { before.scope(of: $0) != state.scope(of: $0) })
        }
    }

    /// The groups of leaves, by their names.
    package var groups: [DisplayGroup] { state.withLock { $0.groups.values.sorted { $0.name < $1.name } } }

    /// How many devices have used each enrolment.
    package var uses: [ContentDigest: Int] {
        let used = state.withLock { $0.devices.compactMap(\.enrolment) + $0.leaves.values.compactMap(\.enrolment) }
        return Dictionary(used.lazy.map { ($0, 1) }, uniquingKeysWith: +)
    }

    /// The items that a leaf may look at and act on.
    package func scope(of leaf: DeviceID) -> LeafScope { state.withLock { $0.scope(of: leaf) } }

    /// A device's name, or the beginning of its id where it isn't known.
    package func name(_ device: DeviceID) -> String { self[device]?.name ?? leaf(device)?.name ?? device.short }

    package func isMember(_ device: DeviceID) -> Bool { self[device]?.isMember == true }

    package func leaf(_ device: DeviceID) -> Leaf? { state.withLock { $0.leaves[device] } }

    /// A trust policy for handshakes: members and leaves are trusted, revoked devices never.
    package func trust(_ invitations: InvitationService) -> TrustPolicy {
        TrustPolicy(
            invitations: invitations,
            role: { [self] in isMember($0) ? .member : leaf($0)?.isTrusted == true ? .leaf : nil },
            isRevoked: { [self] in self[$0]?.isRevoked == true || leaf($0)?.isRevoked == true })
    }

    private subscript(device: DeviceID) -> Device? { state.withLock { $0.devices.first { $0.id == device } } }

    private static func byID(_ leaves: [Leaf]) -> [DeviceID: Leaf] { Dictionary(leaves.map { ($0.id, $0) }) { first, _ in first } }
}
