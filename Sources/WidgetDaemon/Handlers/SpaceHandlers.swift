import DaemonCore
import NIOCore
import SwiftProtobuf
import TTRPC
import TTRPCWire
import WidgetAPI
import WidgetCore

/// The local services, with calls about the items of spaces passed on to their hubs. A space is looked at and tapped; it is edited on its own devices.
struct SpaceHandlers: Sendable {
    let spaces: SpaceService
    let boards: Boards

    /// Methods that the hub answers, and whether the same call may be sent twice. Their requests name the item in the first field.
    private static let passed: [String: [String: Bool]] = [
        "Widgets": ["Perform": true, "Reload": false], "Activities": ["Perform": true, "Dismiss": false], "Controls": ["Press": true],
    ]
    /// Methods about one item that only its own devices have. Their requests name it in the first field, too.
    private static let refused: [String: Set<String>] = [
        "Widgets": ["Timeline", "Explain", "Simulate", "Decisions", "Configure", "Move", "Remove", "SetBudget"], "Activities": ["Update", "End"],
        "Controls": ["Configure", "Remove", "PushToken"],
    ]

    func services(_ local: [ServiceDefinition]) -> [ServiceDefinition] {
        local.map { service in
            guard let name = service.name.split(separator: ".").last.map(String.init), let passed = Self.passed[name] else { return service }
            let board = name == "Widgets" ? boards.widgets : name == "Activities" ? boards.activities : boards.controls
            var service = service
            service.methods = service.methods.map { method in
                if let isRepeatable = passed[method.name] { return pass(method, service.name, board, isRepeatable: isRepeatable) }
                if Self.refused[name, default: []].contains(method.name) { return refuse(method, board) }
                switch (name, method.name) {
                case ("Widgets", "Image"): return image(method, service.name)
                case ("Widgets", "AwaitReloads"): return awaitReloads(method, service.name)
                // The widgets' answers are those of the board, on which the items of spaces are already.
                case ("Activities", "List"): return listActivities(method, board)
                case ("Controls", "List"): return listControls(method, board)
                case ("Activities", "Get"), ("Controls", "Get"): return get(method, board)
                default: return method
                }
            }
            return service
        }
    }

    private func pass(_ method: MethodDefinition, _ service: String, _ board: Board, isRepeatable: Bool) -> MethodDefinition {
        changing(method) { [spaces] context, payload, _ in
            guard let item = item(payload, board, isReload: method.name == "Reload"), let calls = spaces.calls(item.space) else { return nil }
            return try await calls.call(service, method.name, item.request, context, isRepeatable: isRepeatable)
        }
    }

    private func refuse(_ method: MethodDefinition, _ board: Board) -> MethodDefinition {
        changing(method) { _, payload, _ in
            guard let item = item(payload, board) else { return nil }
            throw WidgetError(.failedPrecondition, "this item is of the space '\(item.space)'; change it, and ask about it, on a machine of that space")
        }
    }

    private func listActivities(_ method: MethodDefinition, _ board: Board) -> MethodDefinition {
        changing(method) { context, payload, own in
            let request: ProtoListActivitiesRequest = try Method.decode(payload)
            return Self.adding(board.spaceEntries, to: try await own(context, payload)) { entry in
                request.dismissed || (try? ProtoActivitySnapshot(serializedBytes: entry.summary).activity.state) != .dismissed
            }
        }
    }

    private func listControls(_ method: MethodDefinition, _ board: Board) -> MethodDefinition {
        changing(method) { context, payload, own in Self.adding(board.spaceEntries, to: try await own(context, payload)) { _ in true } }
    }

    /// Items behind the own ones, as many as fit an answer: the field 1.
    private static func adding(_ entries: [BoardEntry], to own: [UInt8], where isListed: (BoardEntry) -> Bool) -> [UInt8] {
        var answer = ProtobufWriter()
        answer.append(own)
        var room = DaemonLimits.pageBytes - own.count
        for entry in entries where isListed(entry) {
            room -= entry.summary.count + ProtobufSize.head
            guard room >= 0 else { break }
            answer.field(1, entry.summary)
        }
        return answer.bytes
    }

    private func get(_ method: MethodDefinition, _ board: Board) -> MethodDefinition {
        changing(method) { _, payload, _ in try item(payload, board).flatMap { item in try board.snapshot(item.id) } }
    }

    /// An image that isn't here is asked for in all spaces: nobody knows which of them has it.
    private func image(_ method: MethodDefinition, _ service: String) -> MethodDefinition {
        changing(method) { [spaces] context, payload, own in
            do {
                return try await own(context, payload)
            } catch let status as RPCStatus where status.code == .notFound {
                let request: ProtoImageRequest = try Method.decode(payload)
                for calls in spaces.allCalls {
                    guard let answer = try? await calls.call(service, "Image", Array(payload.readableBytesView), context),
                        let image = try? ProtoImageResponse(serializedBytes: answer), ContentDigest(of: Array(image.data)).bytes == Array(request.sha256)
                    else { continue }
                    return answer
                }
                throw status
            }
        }
    }

    /// The reloads of a call are those of one receipt, so they are all of one set.
    private func awaitReloads(_ method: MethodDefinition, _ service: String) -> MethodDefinition {
        changing(method) { [spaces, boards] context, payload, _ in
            let request: ProtoAwaitReloadsRequest = try Method.decode(payload)
            guard let id = request.reloads.first.flatMap({ WidgetID($0.widgetID) }), let space = boards.widgets.entry(id)?.space, !space.isEmpty,
                let calls = spaces.calls(space)
            else { return nil }
            return try await calls.call(service, "AwaitReloads", Array(payload.readableBytesView), context)
        }
    }

    private typealias Answer = @Sendable (CallContext, ByteBuffer) async throws -> [UInt8]

    /// The method as it is, unless `other` answers.
    private func changing(
        _ method: MethodDefinition, _ other: @escaping @Sendable (CallContext, ByteBuffer, Answer) async throws -> [UInt8]?
    ) -> MethodDefinition {
        let own: Answer
        switch method.handler {
        case .immediate(let body): own = { context, payload in try body(context, payload) }
        case .unary(let body): own = body
        case .stream: return method
        }
        var method = method
        method.handler = .unary { [spaces] context, payload in
            // Nearly every device has none.
            guard spaces.hasSpaces else { return try await own(context, payload) }
            do {
                if let answer = try await other(context, payload, own) { return answer }
            } catch let error as WidgetError {
                throw RPCStatus(error)
            }
            return try await own(context, payload)
        }
        return method
    }

    /// The item of a space that a request names in its first field, and the request with the item's id: the hub may know another item by the name. Nil: the
    /// request names one of this device, or none.
    private func item(_ payload: ByteBuffer, _ board: Board, isReload: Bool = false) -> (id: WidgetID, space: String, request: [UInt8])? {
        func find(_ text: String) -> (id: WidgetID, space: String)? {
            guard let id = try? board.resolveWithSpaces(text), let space = board.entry(id)?.space, !space.isEmpty else { return nil }
            return (id, space)
        }
        if isReload {
            guard var request: ProtoReloadRequest = try? Method.decode(payload), case .widget(let text) = request.target, let found = find(text) else {
                return nil
            }
            request.widget = found.id.description
            return (try? request.encoded()).map { (found.id, found.space, $0) }
        }
        // A message with this first field alone; it keeps the others as they are.
        guard var request: ProtoGetControlRequest = try? Method.decode(payload), let found = find(request.control) else { return nil }
        request.control = found.id.description
        return (try? request.encoded()).map { (found.id, found.space, $0) }
    }
}
