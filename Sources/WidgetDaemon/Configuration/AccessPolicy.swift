package import TTRPC

/// The rights on the local socket. The daemon's own user and root may do everything, members of named groups what their group may, others nothing.
package struct AccessPolicy: Sendable {
    /// The right that members of a group have, by group id.
    var rights: [UInt32: AccessRight]
    private let owner: UInt32

    /// - Parameters:
    ///   - owner: the daemon's own uid.
    ///   - rights: what the members of each group may do.
    package init(owner: UInt32, rights: [UInt32: AccessRight] = [:]) {
        self.owner = owner
        self.rights = rights
    }

    /// Whether `peer` has `right`; a right includes those below it.
    package func allows(_ peer: PeerIdentity, _ right: AccessRight) -> Bool {
        if peer.uid == owner || peer.uid == 0 { return true }
        if rights.isEmpty { return false }
        return ([peer.gid] + peer.groups).contains { group in rights[group].map { $0 >= right } ?? false }
    }
}
