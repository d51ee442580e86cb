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

/// A registered surface of a program that sleeps in poll(2), on a connection of its own. It waits for a daemon that restarts.
public final class SurfaceFeed {
    private let client: WidgetClient
    private var stream: SurfaceStream?
    private var link = Reconnection()
    private var surface: SurfaceRegistration
    private var said: SurfaceRegistration?
    /// The daemon is older and knows no surfaces, or refuses this one.
    private var isRefused = false
    /// How often in a row another program had this name.
    private var namesakes = 0

    public init(at location: SocketLocation, _ surface: SurfaceRegistration) {
        client = WidgetClient(location: location, patience: .zero)
        self.surface = surface
    }

    public var name: String { surface.name }
    public var kind: SurfaceRegistration.Kind { surface.kind }

    /// For poll(2); nil: it isn't connected.
    public var descriptor: Int32? { stream == nil ? nil : client.descriptor }

    /// Until it connects again; nil while it is connected, or where that is of no use.
    public var milliseconds: Int64? { isRefused ? nil : link.milliseconds }

    /// Says how the surface is now, if that has changed.
    /// - Parameter results: how changes ended.
    public func say(_ surface: SurfaceRegistration, results: [(change: UInt64, error: String)] = []) {
        self.surface = surface
        guard let stream, surface != said || !results.isEmpty else { return }
        do throws(WidgetError) {
            try stream.send(surface, results: results)
            said = surface
        } catch {
            lost()
        }
    }

    /// Takes the changes that have come, and connects if it is time.
    /// - Throws: why the daemon doesn't take the surface; it isn't tried again.
    public func take() throws(WidgetError) -> [ProtoSurfaceChange] {
        guard !isRefused else { return [] }
        do throws(WidgetError) {
            if link.isDue {
                stream = try client.register(surface)
                said = surface
                link.connected()
            }
            let changes = try stream?.take() ?? []
            if !changes.isEmpty { namesakes = 0 }
            return changes
        } catch {
            lost()
            // The daemon may not have noticed yet that an earlier connection has ended.
            namesakes = error.code == .alreadyExists ? namesakes + 1 : 0
            guard [.unimplemented, .invalidArgument, .permissionDenied].contains(error.code) || namesakes > ClientLimits.registrations else { return [] }
            isRefused = true
            throw error
        }
    }

    private func lost() {
        (stream, said) = (nil, nil)
        client.close()
        link.lost()
    }
}
