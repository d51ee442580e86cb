import NIOCore
import TTRPC
import TTRPCWire
import WidgetAPI
import WidgetCore

/// The `Surfaces` service: decodes, calls, encodes.
enum SurfacesHandlers {
    static func service(_ registry: SurfaceRegistry) -> ServiceDefinition {
        ServiceDefinition(
            name: "widgetd.v1.Surfaces",
            methods: [
                MethodDefinition(name: "Register", right: .act, handler: .stream { _, _, stream in RegisterHandler(stream: stream, registry: registry) }),
                Method.unary("List", right: .read, ProtoListSurfacesRequest.self) { _, _ in
                    var response = ProtoListSurfacesResponse()
                    response.surfaces = await registry.list()
                    return response
                },
                Method.unary("Show", right: .read, ProtoShowSurfaceRequest.self) { _, request in try await registry.show(request.surface) },
                Method.unary("Set", right: .manage, ProtoSetSurfaceRequest.self) { _, request in
                    try await registry.set(request.surface, try SurfaceEdit.list(request.edits, field: "edits"))
                },
                Method.unary("Forget", right: .manage, ProtoForgetSurfaceRequest.self) { _, request in try await registry.forget(request.surface) },
            ])
    }
}

/// One `Surfaces.Register` stream: a surface that is connected while it lasts. Its methods run on the connection's event loop, and the registry takes the
/// requests one after another.
final class RegisterHandler: ServerStreamHandler {
    private let requests: AsyncStream<Result<ProtoRegisterSurfaceRequest, WidgetError>>.Continuation
    private let link: SurfaceLink

    init(stream: ServerStream, registry: SurfaceRegistry) {
        let (incoming, requests) = AsyncStream.makeStream(
            of: Result<ProtoRegisterSurfaceRequest, WidgetError>.self, bufferingPolicy: .bufferingOldest(DaemonLimits.surfaceMessages))
        self.requests = requests
        let link = SurfaceLink { stream.wake() }
        self.link = link
        Task { await registry.serve(incoming, link) }
    }

    func receive(_ message: ByteBuffer) throws {
        if case .dropped = requests.yield(Result { () throws(WidgetError) in try Method.decode(message) }) {
            throw RPCStatus(WidgetError(.aborted, "\(DaemonLimits.surfaceMessages) messages of this surface wait; say less often what it shows"))
        }
    }

    func remoteClosed() { requests.finish() }

    func next() throws -> StreamStep {
        do throws(WidgetError) {
            return try link.next()
        } catch {
            throw RPCStatus(error)
        }
    }

    /// The program registers again when the daemon has been restarted.
    func draining() { requests.finish() }
    func closed() { requests.finish() }
}
