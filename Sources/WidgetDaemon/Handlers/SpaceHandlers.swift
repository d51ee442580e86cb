import NIOCore
import TTRPC
import TTRPCWire
import WidgetAPI
import WidgetCore

/// The local services, with calls about the items of spaces passed on to their hubs. A space is looked at and tapped; it is edited on its own devices.
struct SpaceHandlers: Sendable {
    let spaces: SpaceService
    let boards: SpaceService.Boards

    /// Methods that the hub answers, and whether the same call may be sent twice. Their requests name the item in the first field.
    private static let passed: [String: [String: Bool]] = [
        "Widgets": ["Perform": true, "Reload": false], "Activities": ["Perform": true, "Dismiss": false], "Controls": ["Press": true],
    ]
    /// Methods about one item that only its own devices have. Their requests name it in the first field, too.
    private static let refused: [String: Set<String>] = [
        "Widgets": ["Timeline", "Explain", "Simulate", "Decisions", "Configure", "Move", "Remove", "SetBudget"], "Activities": ["Update", "End"],
        "Controls": ["Configure", "Remove"],
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
                case ("Activities", "List"), ("Controls", "List"): return list(method, board)
                case ("Activities", "Get"), ("Controls", "Get"): return get(method, board)
                default: return method
                }
            }
            return service
        }
    }

    private func pass(_ method: MethodDefinition, _ service: String, _ board: Board, isRepeatable: Bool) -> MethodDefinition {
        changing(method) { [spaces] context, payload in
            guard let item = item(payload, board), let calls = spaces.calls(item.space) else { return nil }
            // The hub may know another item by the name. If a field comes twice, the last one counts.
            var request = ProtobufWriter()
            request.append(Array(payload.readableBytesView))
            request.field(1, item.id.description)
            return try await calls.call(service, method.name, request.bytes, context, isRepeatable: isRepeatable)
        }
    }

    private func refuse(_ method: MethodDefinition, _ board: Board) -> MethodDefinition {
        changing(method) { _, payload in
            guard let item = item(payload, board) else { return nil }
            throw WidgetError(.failedPrecondition, "it is of the space '\(item.space)', at which this device only looks; do that on a device of that space")
        }
    }

    /// The own items, and those of spaces: the field 1 of the answer.
    private func list(_ method: MethodDefinition, _ board: Board) -> MethodDefinition {
        guard case .unary(let body) = method.handler else { return method }
        var method = method
        method.handler = .unary { context, payload in
            var answer = ProtobufWriter()
            answer.append(try await body(context, payload))
            for entry in board.spaceEntries { answer.field(1, entry.summary) }
            return answer.bytes
        }
        return method
    }

    private func get(_ method: MethodDefinition, _ board: Board) -> MethodDefinition {
        changing(method) { _, payload in try item(payload, board).flatMap { item in try board.snapshot(item.id) } }
    }

    /// An image that isn't here is asked for in all spaces.
    private func image(_ method: MethodDefinition, _ service: String) -> MethodDefinition {
        guard case .unary(let body) = method.handler else { return method }
        var method = method
        method.handler = .unary { [spaces] context, payload in
            do {
                return try await body(context, payload)
            } catch let status as RPCStatus where status.code == .notFound && spaces.hasSpaces {
                for calls in spaces.allCalls {
                    if let answer = try? await calls.call(service, "Image", Array(payload.readableBytesView), context) { return answer }
                }
                throw status
            }
        }
        return method
    }

    /// The reloads of a call are those of one receipt, so they are all of one set.
    private func awaitReloads(_ method: MethodDefinition, _ service: String) -> MethodDefinition {
        changing(method) { [spaces, boards] context, payload in
            let request: ProtoAwaitReloadsRequest = try Method.decode(payload)
            guard let id = request.reloads.first.flatMap({ WidgetID($0.widgetID) }), let space = boards.widgets.entry(id)?.space, !space.isEmpty,
                let calls = spaces.calls(space)
            else { return nil }
            return try await calls.call(service, "AwaitReloads", Array(payload.readableBytesView), context)
        }
    }

    /// The method as it is, unless `other` answers.
    private func changing(
        _ method: MethodDefinition, _ other: @escaping @Sendable (CallContext, ByteBuffer) async throws -> [UInt8]?
    ) -> MethodDefinition {
        var method = method
        switch method.handler {
        case .unary(let body):
            method.handler = .unary { [spaces] context, payload in
                // Nearly every device has none.
                guard spaces.hasSpaces else { return try await body(context, payload) }
                do {
                    if let answer = try await other(context, payload) { return answer }
                } catch let error as WidgetError {
                    throw RPCStatus(error)
                }
                return try await body(context, payload)
            }
        case .immediate, .stream: break
        }
        return method
    }

    /// The item of a space that a request names in its first field. Nil: it names one of this device, or none.
    private func item(_ payload: ByteBuffer, _ board: Board) -> (id: WidgetID, space: String)? {
        guard let text = Self.firstField(payload), let id = try? board.resolve(text), let space = board.entry(id)?.space, !space.isEmpty else { return nil }
        return (id, space)
    }

    private static func firstField(_ payload: ByteBuffer) -> String? {
        payload.withUnsafeReadableBytes { bytes in
            var (reader, text) = (ProtobufReader(bytes), String?.none)
            while !reader.isAtEnd {
                guard let (field, type) = try? reader.tag() else { return nil }
                if field == 1 {
                    guard let content = try? reader.content(type) else { return nil }
                    text = String(decoding: content, as: UTF8.self)
                } else {
                    guard (try? reader.skip(type)) != nil else { return nil }
                }
            }
            return text
        }
    }
}
