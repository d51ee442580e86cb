public import WidgetCore

/// The Widgets service. Where a widget is named: its id, a unique prefix of it, its name, or a kind that is placed once.
extension WidgetClient {
    /// The kinds that can be placed.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func kinds() throws(WidgetError) -> ProtoKindsResponse {
        try call(.widgets, "Kinds", ProtoKindsRequest())
    }

    /// All placed widgets without what they show, in the order of placing; every page of them.
    ///
    /// - Parameter kind: only widgets of this kind; empty: all.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func widgets(kind: String = "") throws(WidgetError) -> ProtoListWidgetsResponse {
        var all = ProtoListWidgetsResponse()
        var request = ProtoListWidgetsRequest()
        request.kind = kind
        request.pageSize = UInt32(ClientLimits.pageSize)
        for _ in 0..<ClientLimits.pages {
            let page: ProtoListWidgetsResponse = try call(.widgets, "List", request)
            all.widgets += page.widgets
            if page.nextPageToken.isEmpty { return all }
            request.pageToken = page.nextPageToken
        }
        throw WidgetError(.internal, "List: more than \(ClientLimits.pages) pages; the daemon doesn't end the list. Restart it and report this")
    }

    /// A widget and what it shows now.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func widget(_ name: String) throws(WidgetError) -> ProtoWidgetSnapshot {
        let request = ProtoGetWidgetRequest.with {
            $0.widget = name
            if let surface { $0.traits = ProtoViewTraits(surface) }
        }
        var snapshot: ProtoWidgetSnapshot = try call(.widgets, "Get", request)
        if let surface { snapshot.adapt(to: surface) }
        return snapshot
    }

    /// The values to choose from for a parameter with dynamic options.
    /// - Parameters:
    ///   - kind: a kind of widgets or of controls.
    ///   - matching: what somebody has typed so far.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func options(kind: String, parameter: String, matching: String = "") throws(WidgetError) -> [ProtoParameterOption] {
        let request = ProtoOptionsRequest.with { ($0.kind, $0.parameter, $0.matching) = (kind, parameter, matching) }
        let response: ProtoOptionsResponse = try call(.widgets, "Options", request)
        return response.options
    }

    /// The entries of a widget's timeline.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func timeline(_ widget: String, includeArchives: Bool = false) throws(WidgetError) -> ProtoGetTimelineResponse {
        try call(.widgets, "Timeline", ProtoGetTimelineRequest.with { ($0.widget, $0.includeArchives) = (widget, includeArchives) })
    }

    /// Places a widget. Safe to repeat with the same idempotency key, and repeated once where the connection is lost.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func place(_ request: ProtoPlaceRequest) throws(WidgetError) -> ProtoPlaceResponse {
        if request.idempotencyKey.isEmpty && !request.unlessPlaced { return try call(.widgets, "Place", request) }
        return try callOnce(.widgets, "Place", request)
    }

    /// Changes a widget's configuration.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func configure(_ request: ProtoConfigureRequest) throws(WidgetError) -> ProtoConfigureResponse {
        try call(.widgets, "Configure", request)
    }

    /// Puts a widget elsewhere on the board.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func move(_ request: ProtoMoveWidgetRequest) throws(WidgetError) -> ProtoMoveWidgetResponse {
        try call(.widgets, "Move", request)
    }

    /// Removes a widget.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func remove(_ widget: String) throws(WidgetError) -> ProtoRemoveResponse {
        try call(.widgets, "Remove", ProtoRemoveRequest.with { $0.widget = widget })
    }

    /// Asks for new timelines.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func reload(_ target: ProtoReloadRequest.OneOf_Target) throws(WidgetError) -> ProtoReloadResponse {
        try call(.widgets, "Reload", ProtoReloadRequest.with { $0.target = target })
    }

    /// Waits until a reload has ended, of those that receipts of ``reload(_:)`` name.
    /// - Parameter patience: how long, at most a minute.
    /// - Returns: those that have ended; none: the time is over.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func awaitReloads(_ reloads: [ProtoAwaitReloadsRequest.Reload], for patience: Duration) throws(WidgetError) -> ProtoAwaitReloadsResponse {
        let request = ProtoAwaitReloadsRequest.with {
            $0.reloads = reloads
            $0.waitMs = UInt32(clamping: Int64(patience / .milliseconds(1)))
        }
        return try call(.widgets, "AwaitReloads", request, fixed: patience + ClientLimits.callTimeout)
    }

    /// Performs an action of the entry that is shown. Safe to repeat with the same idempotency key, and repeated once where the connection is lost.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func perform(_ request: ProtoPerformRequest) throws(WidgetError) -> ProtoPerformResponse {
        if request.idempotencyKey.isEmpty { return try call(.widgets, "Perform", request, timeout: ClientLimits.performTimeout) }
        return try callOnce(.widgets, "Perform", request, timeout: ClientLimits.performTimeout)
    }

    /// A preview of a widget of a kind. Nothing is placed or stored.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func preview(_ request: ProtoPreviewRequest) throws(WidgetError) -> ProtoPreviewResponse {
        var response: ProtoPreviewResponse = try call(.widgets, "Preview", request, timeout: ClientLimits.performTimeout)
        if let surface, response.hasArchive { response.archive.adapt(to: surface) }
        return response
    }

    /// Why a widget shows what it shows, and what comes next.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func explain(_ widget: String) throws(WidgetError) -> ProtoExplainResponse {
        try call(.widgets, "Explain", ProtoExplainRequest.with { $0.widget = widget })
    }

    /// Simulates a widget's reloads as if nothing else happened.
    ///
    /// - Parameters:
    ///   - first: steps before it are left out; nil: none are.
    ///   - end: at most ``WidgetCore/Limits/forecastDays`` from now.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func simulate(_ widget: String, from first: Timestamp? = nil, until end: Timestamp) throws(WidgetError) -> ProtoSimulateResponse {
        try call(
            .widgets, "Simulate",
            ProtoSimulateRequest.with {
                ($0.widget, $0.until) = (widget, .init(end))
                if let first { $0.from = .init(first) }
            })
    }

    /// Changes what a widget may spend on reloads that nobody waits for, on the daemon's device.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func setBudget(_ request: ProtoSetBudgetRequest) throws(WidgetError) -> ProtoSetBudgetResponse {
        try call(.widgets, "SetBudget", request)
    }

    /// The newest entries of the decision log.
    ///
    /// - Parameters:
    ///   - widget: of this widget; empty: of all.
    ///   - limit: 1 to 1,000; 0: 100.
    ///   - sequence: only those after it.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func decisions(widget: String = "", limit: Int = 0, after sequence: Int64 = 0) throws(WidgetError) -> ProtoDecisionsResponse {
        let request = ProtoDecisionsRequest.with {
            $0.widget = widget
            $0.limit = UInt32(clamping: limit)
            $0.afterSequence = sequence
        }
        return try call(.widgets, "Decisions", request)
    }

    /// The bytes of an image that an archive names.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func image(sha256 digest: ContentDigest) throws(WidgetError) -> ProtoImageResponse {
        try call(.widgets, "Image", ProtoImageRequest.with { $0.sha256 = .init(digest.bytes) })
    }

    /// Follows widgets: first each as it is, then every change.
    ///
    /// - Parameter ids: whole ids, at most 256; empty: all widgets.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func watch(ids: [String] = []) throws(WidgetError) -> WidgetWatch {
        try WidgetWatch(client: self, stream: openStream(.widgets, "Watch", sendsMore: true), ids: ids, surface: surface) { event, surface in
            if case .widget? = event.event { event.widget.adapt(to: surface) }
        }
    }

    /// Starts to perform an action and doesn't wait for its end. Its answer comes from ``PendingCall/result(timeout:)``.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func startPerform(_ request: ProtoPerformRequest) throws(WidgetError) -> PendingCall<ProtoPerformResponse> {
        try PendingCall(client: self, .widgets, "Perform", request)
    }

    /// Puts a widget elsewhere on the board and doesn't wait for the answer.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func startMove(_ request: ProtoMoveWidgetRequest) throws(WidgetError) -> PendingCall<ProtoMoveWidgetResponse> {
        try PendingCall(client: self, .widgets, "Move", request)
    }

    /// Asks for new timelines and doesn't wait for the answer, which comes from ``PendingCall/result(timeout:)``.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func startReload(_ target: ProtoReloadRequest.OneOf_Target) throws(WidgetError) -> PendingCall<ProtoReloadResponse> {
        try PendingCall(client: self, .widgets, "Reload", ProtoReloadRequest.with { $0.target = target })
    }
}
