import DaemonCore
import NIOCore
import SwiftProtobuf
import TTRPC
import TTRPCWire
import WidgetAPI
import WidgetCore

/// The services for leaves: of the local services the methods to look and act, as far as the leaf's group goes, and the list of hubs. Everything else isn't
/// there for them.
struct LeavesHandlers: Sendable {
    let widgets: Board
    /// The items that a leaf may look at and act on.
    let scope: @Sendable (CallContext) -> LeafScope
    /// The devices at which a leaf may look, this one first.
    let hubs: @Sendable (CallContext, ProtoHubsRequest) async throws -> ProtoHubsResponse

    /// - Parameters:
    ///   - local: the services on the local socket.
    ///   - watches: the watches that leave out what a leaf doesn't see.
    func services(_ local: [ServiceDefinition], watches: Watches) -> [ServiceDefinition] {
        [
            part(
                of: local, "Widgets",
                ["Image": pass, "AwaitReloads": checked(checkAwait), "Kinds": kinds, "Reload": checked(checkReload), "Perform": checked(checkPerform)],
                watches.widgets),
            part(
                of: local, "Activities",
                ["Perform": checked(checkActivity, ProtoPerformActivityRequest.self), "Dismiss": checked(checkActivity, ProtoDismissActivityRequest.self)],
                watches.activities),
            part(of: local, "Controls", ["Kinds": controlKinds, "Press": checked(checkPress)], watches.controls),
            ServiceDefinition(
                name: "widgetd.v1.Leaves", methods: [Method.unary("Hubs", right: .read, ProtoHubsRequest.self) { try await hubs($0, $1) }]),
        ]
    }

    /// The watches of the three boards.
    struct Watches {
        var widgets: MethodDefinition
        var activities: MethodDefinition
        var controls: MethodDefinition
    }

    private typealias Change = (MethodDefinition) -> MethodDefinition

    /// Some methods of a local service, and its watch.
    private func part(of local: [ServiceDefinition], _ name: String, _ changes: [String: Change], _ watch: MethodDefinition) -> ServiceDefinition {
        let name = ServedMethods.package + name
        let methods = local.first { $0.name == name }?.methods.compactMap { method in changes[method.name].map { $0(method) } }
        return ServiceDefinition(name: name, methods: (methods ?? []) + [watch])
    }

    // MARK: Checks

    private func pass(_ method: MethodDefinition) -> MethodDefinition { method }

    /// The method as it is, after a check of its request. The check names widgets by their ids: another name may mean one that the leaf doesn't see.
    private func checked<Request: SwiftProtobuf.Message>(
        _ check: @escaping @Sendable (inout Request, LeafScope) throws(WidgetError) -> Void, _ request: Request.Type = Request.self
    ) -> Change {
        { [scope] method in
            let checks: @Sendable (CallContext, ByteBuffer) throws -> ByteBuffer = { context, payload in
                do throws(WidgetError) {
                    let scope = scope(context)
                    guard !scope.isWhole else { return payload }
                    var request: Request = try Method.decode(payload)
                    try check(&request, scope)
                    return ByteBuffer(bytes: try request.encoded())
                } catch {
                    throw RPCStatus(error)
                }
            }
            var method = method
            switch method.handler {
            case .immediate(let body):
                method.handler = .immediate { context, payload in
                    try body(context, try checks(context, payload))
                }
            case .unary(let body):
                method.handler = .unary { context, payload in
                    try await body(context, try checks(context, payload))
                }
            case .stream: method.handler = .immediate { _, _ in throw RPCStatus(WidgetError(.unimplemented, "a leaf hasn't got this method")) }
            }
            return method
        }
    }

    @Sendable private func checkReload(_ request: inout ProtoReloadRequest, _ scope: LeafScope) throws(WidgetError) {
        guard case .widget(let text) = request.target else {
            throw WidgetError(.permissionDenied, "a display of a group reloads one widget at a time; name the widget")
        }
        request.widget = try widgets.resolve(text, among: scope.widgets).description
        try scope.requireActing()
    }

    /// An id that the leaf doesn't see is answered as one that isn't there.
    @Sendable private func checkAwait(_ request: inout ProtoAwaitReloadsRequest, _ scope: LeafScope) throws(WidgetError) {
        for reload in request.reloads { _ = try widgets.resolve(reload.widgetID, among: scope.widgets) }
    }

    @Sendable private func checkPerform(_ request: inout ProtoPerformRequest, _ scope: LeafScope) throws(WidgetError) {
        request.widget = try widgets.resolve(request.widget, among: scope.widgets).description
        try scope.requireActing()
    }

    @Sendable private func checkPress(_ request: inout ProtoPressControlRequest, _ scope: LeafScope) throws(WidgetError) {
        guard scope.showsControls else { throw ControlService.unknown(request.control) }
        try scope.requireActing()
    }

    @Sendable private func checkActivity(_ request: inout some SwiftProtobuf.Message, _ scope: LeafScope) throws(WidgetError) {
        guard scope.showsActivities else { throw ActivityService.unknown("") }
        try scope.requireActing()
    }

    // MARK: Kinds

    /// The kinds of the widgets that the leaf sees.
    private func kinds(_ method: MethodDefinition) -> MethodDefinition {
        filtered(method) { [widgets] (response: inout ProtoKindsResponse, scope) in
            guard let isShown = scope.widgets else { return }
            let shown = widgets.kinds(where: isShown)
            response.kinds.removeAll { !shown.contains($0.id) }
        }
    }

    private func controlKinds(_ method: MethodDefinition) -> MethodDefinition {
        filtered(method) { (response: inout ProtoControlKindsResponse, scope) in if !scope.showsControls { response.kinds = [] } }
    }

    private func filtered<Response: SwiftProtobuf.Message>(
        _ method: MethodDefinition, _ filter: @escaping @Sendable (inout Response, LeafScope) -> Void
    ) -> MethodDefinition {
        var method = method
        guard case .unary(let body) = method.handler else {
            method.handler = .immediate { _, _ in throw RPCStatus(WidgetError(.unimplemented, "a leaf hasn't got this method")) }
            return method
        }
        method.handler = .unary { [scope] context, payload in
            let answer = try await body(context, payload)
            let scope = scope(context)
            guard !scope.isWhole else { return answer }
            var response = try Response(serializedBytes: answer)
            filter(&response, scope)
            return try response.serializedBytes()
        }
        return method
    }
}
