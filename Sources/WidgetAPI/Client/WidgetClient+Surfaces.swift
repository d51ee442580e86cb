import SwiftProtobuf
import TTRPCBlocking
import TTRPCWire
public import WidgetCore

/// The Surfaces service: the places where widgets are shown. A surface is named by its name if one device has it, or as `DEVICE/NAME`.
extension WidgetClient {
    /// The surfaces of all devices.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func surfaces() throws(WidgetError) -> ProtoListSurfacesResponse { try call(.surfaces, "List", ProtoListSurfacesRequest()) }

    /// One surface.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func surface(_ name: String) throws(WidgetError) -> ProtoSurfaceInfo {
        try call(.surfaces, "Show", ProtoShowSurfaceRequest.with { $0.surface = name })
    }

    /// Has a surface change its settings.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func set(_ edits: [SurfaceEdit], ofSurface name: String) throws(WidgetError) -> ProtoSetSurfaceResponse {
        try call(.surfaces, "Set", ProtoSetSurfaceRequest.with { ($0.surface, $0.edits) = (name, edits.map(ProtoSurfaceEdit.init)) })
    }

    /// Forgets a surface that isn't connected.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func forget(surface name: String) throws(WidgetError) -> ProtoForgetSurfaceResponse {
        try call(.surfaces, "Forget", ProtoForgetSurfaceRequest.with { $0.surface = name })
    }

    /// Registers a surface, which is connected as long as the stream is kept.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func register(_ surface: SurfaceRegistration) throws(WidgetError) -> SurfaceStream {
        let stream = SurfaceStream(client: self, stream: try openStream(.surfaces, "Register", sendsMore: true))
        try stream.send(surface)
        return stream
    }
}

/// A surface that is registered. For the client's thread.
public final class SurfaceStream {
    private let client: WidgetClient
    private let stream: BlockingStream

    init(client: WidgetClient, stream: BlockingStream) { (self.client, self.stream) = (client, stream) }

    /// Says how the surface is now, and how changes ended: for each, why nothing was changed, or nothing.
    /// - Throws: UNAVAILABLE where the connection is lost.
    public func send(_ surface: SurfaceRegistration, results: [(change: UInt64, error: String)] = []) throws(WidgetError) {
        let request = ProtoRegisterSurfaceRequest.with {
            $0.surface = ProtoSurface(surface)
            $0.results = results.map { result in .with { ($0.change, $0.error) = result } }
        }
        let timeout = client.timeout ?? ClientLimits.callTimeout
        do {
            try stream.send(request.serializedBytes(), timeout: timeout)
        } catch {
            throw client.lost(WidgetError(calling: "Register", error, timeout: timeout), error)
        }
    }

    /// The surface's program ends, and leaves the connection to others.
    public func end() { try? stream.closeSend(timeout: .zero) }

    /// The changes that are wanted and have come.
    /// - Parameter timeout: how long to wait for the first; zero: not at all.
    /// - Throws: the daemon's error; UNAVAILABLE where it has ended the stream, or the connection is lost.
    public func take(timeout: Duration = .zero) throws(WidgetError) -> [ProtoSurfaceChange] {
        var changes: [ProtoSurfaceChange] = []
        while true {
            do {
                guard let bytes = try stream.receive(timeout: changes.isEmpty ? timeout : .zero) else {
                    throw WidgetError(.unavailable, "the daemon ended the connection")
                }
                client.hasAnswered = true
                changes.append(try ProtoSurfaceChange(serializedBytes: bytes))
            } catch let status as RPCStatus where status.code == .deadlineExceeded {
                return changes
            } catch let error as WidgetError {
                throw error
            } catch {
                throw client.lost(WidgetError(calling: "Register", error, timeout: timeout), error)
            }
        }
    }
}
