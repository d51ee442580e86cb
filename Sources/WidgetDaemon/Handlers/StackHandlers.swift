import DaemonCore
import NIOCore
import TTRPC
import TTRPCWire
import WidgetAPI
import WidgetCore

/// The `SmartStack` service: decodes, calls, encodes.
enum StackHandlers {
    static func service(board: Board, widgets: WidgetService, stack: SmartStackService) -> ServiceDefinition {
        ServiceDefinition(
            name: "widgetd.v1.SmartStack",
            methods: [
                Method.unary("Show", right: .read, ProtoShowStackRequest.self) { _, request in try await stack.state(request) },
                MethodDefinition(
                    name: "Watch", right: .read,
                    handler: .stream { _, _, stream in
                        StackWatchHandler(stream: stream) { watcher, isThere in Task { await stack.watch(watcher, isThere: isThere) } }
                    }),
                Method.unary("Pin", right: .manage, ProtoPinRequest.self) { _, request in
                    try await pin(try board.resolve(request.widget), stack, isPinned: true)
                },
                Method.unary("Unpin", right: .manage, ProtoPinRequest.self) { _, request in
                    try await pin(try board.resolve(request.widget), stack, isPinned: false)
                },
                Method.unary("Invalidate", right: .act, ProtoInvalidateRelevanceRequest.self) { _, request in
                    let (kind, outcome) = try await stack.invalidateRelevance(request.kind)
                    var response = ProtoInvalidateRelevanceResponse()
                    response.kind = kind
                    response.outcome = ProtoReloadOutcome(rawValue: outcome.rawValue) ?? .unspecified
                    return response
                },
                Method.unary("List", right: .read, ProtoListStacksRequest.self) { _, _ in
                    let stacks = await widgets.namedStacks()
                    return ProtoListStacksResponse.with { $0.stacks = stacks.map(message) }
                },
                Method.unary("Add", right: .manage, ProtoStackWidgetsRequest.self) { _, request in
                    try await widgets.add(try ids(request, board), toStack: request.stack)
                    return message(await widgets.namedStack(request.stack))
                },
                Method.unary("Remove", right: .manage, ProtoStackWidgetsRequest.self) { _, request in
                    try await widgets.remove(try ids(request, board), fromStack: request.stack)
                    return message(await widgets.namedStack(request.stack))
                },
            ])
    }

    private static func ids(_ request: ProtoStackWidgetsRequest, _ board: Board) throws -> [WidgetID] {
        guard request.widgets.count <= RelevanceLimits.stack else {
            throw WidgetError.invalid("widgets", "\(request.widgets.count) are named, and a stack has room for \(RelevanceLimits.stack)")
        }
        return try request.widgets.map { try board.resolve($0) }
    }

    private static func message(_ stack: NamedStack) -> ProtoWidgetStack {
        .with { proto in
            proto.name = stack.name
            proto.widgets = stack.widgets.map { member in
                .with { ($0.widgetID, $0.kind, $0.displayName) = (member.widget.id.description, member.widget.kind, member.displayName) }
            }
        }
    }

    private static func pin(_ id: WidgetID, _ stack: SmartStackService, isPinned: Bool) async throws -> ProtoPinResponse {
        var response = ProtoPinResponse()
        response.widgetID = id.description
        response.changed = try await stack.setPinned(id, isPinned)
        return response
    }
}

/// One `SmartStack.Watch` stream: the stack as it is, then after each change. Everything here runs on the connection's event loop; only ``StackWatcher`` is
/// shared.
final class StackWatchHandler: ServerStreamHandler {
    private let stream: ServerStream
    private let onChange: @Sendable (StackWatcher, Bool) -> Void
    private var watcher: StackWatcher?
    private var isEnding = false

    /// - Parameter onChange: called when the client begins to watch, and when it ends.
    init(stream: ServerStream, onChange: @escaping @Sendable (StackWatcher, _ isThere: Bool) -> Void) {
        self.stream = stream
        self.onChange = onChange
    }

    func receive(_ message: ByteBuffer) throws {
        // Only the first message counts: it has all that a request can say.
        guard watcher == nil else { return }
        do throws(WidgetError) {
            let watcher = StackWatcher(request: try Method.decode(message)) { [stream] in stream.wake() }
            self.watcher = watcher
            onChange(watcher, true)
        } catch {
            throw RPCStatus(error)
        }
    }

    func remoteClosed() { end() }
    func draining() { end() }

    private func end() {
        isEnding = true
        stream.wake()
    }

    func next() -> StreamStep {
        if isEnding { return .finish }
        return watcher?.dequeue().map(StreamStep.message) ?? .idle
    }

    func closed() {
        if let watcher {
            watcher.end()
            onChange(watcher, false)
        }
        watcher = nil
    }
}
