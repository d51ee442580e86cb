import SwiftProtobuf
import WidgetAPI
import WidgetCore
import WidgetPeers
import WidgetReplication
import WidgetStore

/// Tells devices that meet only through this one what the others have, and asks for the same.
///
/// A transaction leaves the log when all members have it. A device hears that from each member over their link. Without a link it asks the members that it is
/// linked with, once a day: else its log would grow for ever.
struct AcknowledgementRelay {
    let store: WidgetStore
    /// Asks a connected device with such a payload, and gives the answer's bytes.
    let ask: @Sendable (DeviceID, [UInt8]) async throws -> [UInt8]
    /// A device that is connected says itself what it has, and may have lost something since others heard of it.
    let isConnected: @Sendable (DeviceID) -> Bool

    /// - Parameter payload: the ids of devices, 32 bytes each.
    /// - Returns: the bytes of `MemberAcknowledgements`.
    func answer(_ payload: [UInt8]) throws(WidgetError) -> [UInt8] {
        let length = DeviceID.byteCount
        guard !payload.isEmpty, payload.count % length == 0, payload.count / length <= DaemonLimits.acknowledgementsPerRequest else {
            throw .invalid("devices", "1 to \(DaemonLimits.acknowledgementsPerRequest) ids of \(length) bytes each")
        }
        let devices = stride(from: 0, to: payload.count, by: length).compactMap { DeviceID(bytes: payload[$0..<$0 + length]) }
        let known = try store.acknowledgements(of: devices)
        return try ProtoMemberAcknowledgements.with { $0.members = zip(devices, known).map(ProtoMemberAcknowledgement.init) }.encoded()
    }

    /// Asks each connected device what the members that aren't connected have. Those that can't answer are asked again the next day.
    /// - Throws: UNAVAILABLE, where the store can't be written.
    func learn(from connected: [DeviceID], about members: [DeviceID]) async throws(WidgetError) {
        for teller in connected {
            for start in stride(from: 0, to: members.count, by: DaemonLimits.acknowledgementsPerRequest) {
                let asked = members[start...].prefix(DaemonLimits.acknowledgementsPerRequest)
                guard let bytes = try? await ask(teller, asked.flatMap(\.bytes)), let answer = try? ProtoMemberAcknowledgements(serializedBytes: bytes)
                else { break }
                try await note(answer, of: asked, by: teller)
            }
        }
    }

    private func note(_ answer: ProtoMemberAcknowledgements, of asked: ArraySlice<DeviceID>, by teller: DeviceID) async throws(WidgetError) {
        let told = answer.members.compactMap { try? $0.validated() }.filter { asked.contains($0.device) && !isConnected($0.device) }
        do {
            _ = try await store.replicate { replica in
                for (device, states) in told { try replica.acknowledge(states, by: device, toldBy: teller) }
            }
        } catch {
            throw WidgetError(.unavailable, "what \(teller.short) says of others couldn't be noted: \(error)")
        }
    }
}
