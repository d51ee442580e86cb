import DaemonCore
import NIOCore
import TTRPC
import TTRPCWire
import WidgetAPI
import WidgetCore

/// The `Widgets` service: decodes, calls, encodes.
enum WidgetsHandlers {
    static func service(
        board: Board, widgets: WidgetService, stack: SmartStackService, surfaces: SurfaceService, inspector: ProviderInspector, calls: RecentCalls
    ) -> ServiceDefinition {
        ServiceDefinition(
            name: "widgetd.v1.Widgets",
            methods: reads(board, widgets, stack, surfaces, inspector) + changes(board, widgets, inspector, calls))
    }

    private static func reads(
        _ board: Board, _ widgets: WidgetService, _ stack: SmartStackService, _ surfaces: SurfaceService, _ inspector: ProviderInspector
    ) -> [MethodDefinition] {
        [
            Method.unary("Kinds", right: .read, ProtoKindsRequest.self) { _, _ in
                var response = ProtoKindsResponse()
                response.kinds = await widgets.listKinds()
                return response
            },
            list(board),
            get(board) { traits, peer throws(WidgetError) in try surfaces.shows(traits, for: peer) },
            Method.unary("Timeline", right: .read, ProtoGetTimelineRequest.self) { _, request in
                try await widgets.timeline(of: try board.resolve(request.widget), includeArchives: request.includeArchives)
            },
            // This needs the right to act: it starts a program. A client that gives up, such as a shell's completion, doesn't end the request: the next one is
            // then answered sooner.
            Method.unary("Options", right: .act, ProtoOptionsRequest.self) { _, request in
                let request = try OptionsRequest(request)
                return ProtoOptionsResponse(try await Task { try await inspector.options(request) }.value)
            },
            Method.unary("Explain", right: .read, ProtoExplainRequest.self) { _, request in
                let id = try board.resolve(request.widget)
                return try await widgets.explain(id, stack: await stack.sentences(of: id))
            },
            Method.unary("Simulate", right: .read, ProtoSimulateRequest.self) { _, request in
                guard request.hasUntil else { throw WidgetError.invalid("until", "is missing") }
                return try await widgets.simulate(
                    try board.resolve(request.widget), from: request.hasFrom ? try Timestamp(request.from, field: "from") : nil,
                    until: try Timestamp(request.until, field: "until"))
            },
            Method.unary("Decisions", right: .read, ProtoDecisionsRequest.self) { _, request in
                guard request.limit <= DaemonLimits.decisionsPerCall else {
                    throw WidgetError.invalid("limit", "\(request.limit), the limit is \(DaemonLimits.decisionsPerCall)")
                }
                var response = ProtoDecisionsResponse()
                response.decisions = try await widgets.decisions(
                    request.widget.isEmpty ? nil : try board.resolve(request.widget), after: request.afterSequence,
                    limit: request.limit == 0 ? DaemonLimits.defaultDecisions : Int(request.limit))
                return response
            },
            Method.unary("Image", right: .read, answerLength: DaemonLimits.imageAnswerBytes, ProtoImageRequest.self) { _, request in
                guard let digest = ContentDigest(bytes: Array(request.sha256)) else {
                    throw WidgetError.invalid("sha256", "\(request.sha256.count) bytes; a SHA-256 has 32")
                }
                guard let image = try await stack.image(digest) else { throw WidgetError(.notFound, "sha256: no image \(digest) is stored") }
                var response = ProtoImageResponse()
                response.data = .init(image.data)
                response.mediaType = image.mediaType
                return response
            },
            Method.unary("AwaitReloads", right: .read, ProtoAwaitReloadsRequest.self) { _, request in
                let (reloads, patience) = try request.validated()
                var response = ProtoAwaitReloadsResponse()
                response.results = try await widgets.awaitReloads(reloads, for: patience).map { .init($0) }
                return response
            },
            watch(board, widgets, surfaces),
        ]
    }

    /// - Parameter scope: says what a leaf may look at. Nil for callers on this machine.
    static func watch(
        _ board: Board, _ widgets: WidgetService, _ surfaces: SurfaceService, scope: (@Sendable (CallContext) -> LeafScope)? = nil
    ) -> MethodDefinition {
        MethodDefinition(
            name: "Watch", right: .read,
            handler: .stream { context, _, stream in
                WatchHandler(
                    board: board, stream: stream, isPublic: scope != nil, isShown: scope?(context).widgets,
                    shows: { traits, isThere throws(WidgetError) in try surfaces.watches(traits, for: context.peer, isThere: isThere) }
                ) { view, isThere in
                    Task { await widgets.viewersChanged(view, isThere: isThere) }
                }
            })
    }

    private static func changes(
        _ board: Board, _ widgets: WidgetService, _ inspector: ProviderInspector, _ calls: RecentCalls
    ) -> [MethodDefinition] {
        [
            Method.change("Place", right: .manage, in: calls, ProtoPlaceRequest.self) { _, request in
                let (widget, isNew) = try await widgets.place(
                    Placement(
                        kind: request.kind, configuration: try WidgetChange(request), idempotencyKey: request.idempotencyKey,
                        unlessPlaced: request.unlessPlaced, isOffBoard: request.offBoard))
                var response = ProtoPlaceResponse()
                response.widget = ProtoWidget(widget)
                response.placed = isNew
                return response
            },
            Method.change("Configure", right: .manage, scheduling: .onLoop, in: calls, ProtoConfigureRequest.self) { context, request in
                let widget = try await widgets.configure(
                    try board.resolve(request.widget), try WidgetChange(request), caller: widgets.providers.caller(context.peer))
                var response = ProtoConfigureResponse()
                response.widget = ProtoWidget(widget)
                return response
            },
            Method.unary("SetBudget", right: .manage, ProtoSetBudgetRequest.self) { _, request in
                let id = try board.resolve(request.widget)
                var response = ProtoSetBudgetResponse()
                response.budget = ProtoReloadBudget(try await widgets.setBudget(id, request))
                response.widgetID = id.description
                return response
            },
            Method.change("Move", right: .manage, in: calls, ProtoMoveWidgetRequest.self) { _, request in
                var response = ProtoMoveWidgetResponse()
                let ids = try await widgets.members(request.widget, board)
                response.widget = ProtoWidget(try await widgets.move(ids, try await move(request, board, widgets)))
                return response
            },
            Method.change("Remove", right: .manage, in: calls, ProtoRemoveRequest.self) { _, request in
                let id = try board.resolve(request.widget)
                try await widgets.remove(id)
                var response = ProtoRemoveResponse()
                response.widgetID = id.description
                return response
            },
            Method.unary("Reload", right: .act, ProtoReloadRequest.self) { context, request in
                var response = ProtoReloadResponse()
                let caller = widgets.providers.caller(context.peer)
                let receipts = try await widgets.reload(try target(request, board), caller: caller)
                response.receipts = receipts.map(ProtoReloadReceipt.init)
                response.developerMode = await widgets.isDeveloperMode
                return response
            },
            Method.unary("Preview", right: .act, answerLength: DaemonLimits.imageAnswerBytes, ProtoPreviewRequest.self) { _, request in
                try await inspector.preview(
                    kind: request.kind, family: try WidgetFamily(request.family, field: "family"),
                    parameters: try Parameters(request.parameters, field: "parameters"))
            },
            Method.change("Perform", right: .act, scheduling: .onLoop, in: calls, ProtoPerformRequest.self) { context, request in
                let id = try board.resolve(request.widget)
                let key = request.idempotencyKey.isEmpty ? context.metadata["widgetd-idempotency-key"] ?? "" : request.idempotencyKey
                let result = try await widgets.perform(
                    id, action: request.action, key: key, value: request.hasValue ? request.value : nil, caller: widgets.providers.caller(context.peer),
                    queueUntil: request.hasQueueUntil ? try Timestamp(request.queueUntil, field: "queue_until") : nil)
                var response = ProtoPerformResponse()
                response.widgetID = id.description
                response.action = request.action
                response.repeatedKey = result.isRepeated
                response.openURL = result.openURL
                if let date = result.queuedUntil { response.queuedUntil = .init(date) }
                if let reload = result.reload { response.reload = ProtoReloadReceipt(reload) }
                return response
            },
        ]
    }

    static func list(_ board: Board) -> MethodDefinition {
        Method.read("List", ProtoListWidgetsRequest.self) { _, request throws(WidgetError) in try list(board, request) }
    }

    /// - Parameter shows: called with the traits of a surface that sends them.
    static func get(_ board: Board, shows: @escaping @Sendable (ProtoViewTraits, PeerIdentity) throws(WidgetError) -> Void) -> MethodDefinition {
        MethodDefinition(
            name: "Get", right: .read,
            handler: .immediate { context, payload in
                do throws(WidgetError) {
                    if let id = soleID(payload), let snapshot = try board.snapshot(id) { return snapshot }
                    let request: ProtoGetWidgetRequest = try Method.decode(payload)
                    if request.hasTraits { try shows(request.traits, context.peer) }
                    guard let snapshot = try board.snapshot(try board.resolveWithSpaces(request.widget)) else { throw Board.unknown(request.widget) }
                    return snapshot
                } catch {
                    throw RPCStatus(error)
                }
            })
    }

    /// The id of a request that has nothing else, as ordinary clients send it. To decode the message would take ten times as long.
    static func soleID(_ request: ByteBuffer) -> WidgetID? {
        request.withUnsafeReadableBytes { bytes in
            // Tag and length of the first field, then its text.
            guard bytes.count == 2 + WidgetID.textLength, bytes[0] == 1 << 3 | 2, bytes[1] == WidgetID.textLength else { return nil }
            return WidgetID(utf8: UnsafeRawBufferPointer(rebasing: bytes[2...]))
        }
    }

    private static func list(_ board: Board, _ request: ProtoListWidgetsRequest) throws(WidgetError) -> [UInt8] {
        guard request.pageSize <= DaemonLimits.pageSize else {
            throw .invalid("page_size", "\(request.pageSize), the limit is \(DaemonLimits.pageSize)")
        }
        var after: WidgetPlace?
        if !request.pageToken.isEmpty {
            guard let place = WidgetPlace(token: request.pageToken) else { throw .invalid("page_token", "is not one that this daemon gave") }
            after = place
        }
        let limit = request.pageSize == 0 ? DaemonLimits.pageSize : Int(request.pageSize)
        let (page, isLast) = board.page(after: after, limit: limit, bytes: DaemonLimits.pageBytes, kind: request.kind)
        var message = ProtobufWriter()
        for entry in page { message.field(1, entry.summary) }
        if !isLast, let last = page.last { message.field(2, last.place.token) }
        return message.bytes
    }

    private static func move(_ request: ProtoMoveWidgetRequest, _ board: Board, _ widgets: WidgetService) async throws(WidgetError) -> WidgetMove {
        let target: WidgetMove.Target =
            switch request.to {
            case .before(let text): .before(try await widgets.members(text, board)[0])
            case .after(let text): .after(try await widgets.members(text, board).reversed()[0])
            case .first(true): .first
            case .place(let number) where number > 0: .number(Int(number))
            case .place: throw .invalid("place", "is 0; places count from 1")
            case .first(false), .last(false): throw .invalid("to", "is false; leave it out")
            case .last(true), nil: .last
            }
        return WidgetMove(target, page: request.page == 0 ? nil : Int(request.page))
    }

    private static func target(_ request: ProtoReloadRequest, _ board: Board) throws(WidgetError) -> ReloadTarget {
        switch request.target {
        case .widget(let text): .widget(try board.resolve(text))
        case .kind(let kind): .kind(kind)
        case .all(true): .all
        case .all(false), .none: throw .invalid("target", "is missing; name a widget, a kind, or all")
        }
    }
}

extension WidgetPlace {
    /// The id, a space, and the position.
    fileprivate var token: String { "\(id) \(position.text)" }

    fileprivate init?(token: String) {
        let parts = token.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let id = WidgetID(String(parts[0])), let position = WidgetPosition(text: String(parts[1])) else { return nil }
        self.init(id, position)
    }
}
