import WidgetCore

@testable import WidgetPeers

/// A victim with two links: to a device that lies, and to an honest one.
struct Scene {
    let victim: MeshNode
    let friend: MeshNode
    let liar: Liar

    static func run(_ body: (Scene) async throws -> Void) async throws {
        let (victim, friend, liar) = (try DeviceIdentity.make(), try DeviceIdentity.make(), try DeviceIdentity.make())
        let attacked = try await MeshNode(victim, members: [friend.id, liar.id])
        let honest = try await MeshNode(friend, members: [victim.id])
        honest.mesh.setTargets([PeerTarget(device: victim.id, addresses: [attacked.address])])
        try await until { attacked.mesh.isConnected(to: friend.id) && honest.has(.membership(liar.id)) && attacked.store.sequences.count == 2 }
        let scene = Scene(victim: attacked, friend: honest, liar: try await Liar(liar, to: attacked))
        do {
            try await body(scene)
        } catch {
            await scene.close()
            throw error
        }
        await scene.close()
    }

    /// The other link lives, and what is written goes over it both ways.
    func othersGoOn() async throws {
        try victim.write(.widget(1_000))
        try await until { friend.has(.widget(1_000)) }
        try friend.write(.widget(1_001))
        try await until { victim.has(.widget(1_001)) }
    }

    private func close() async {
        liar.close()
        await friend.close()
        await victim.close()
    }
}
