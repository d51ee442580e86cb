public import WidgetCore

/// The Activities service: Live Activities, of this device and of others.
extension WidgetClient {
    /// Starts an activity, or updates the one of its app and tag. Another device may do it, which takes as long as an action there.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func start(_ request: ProtoStartActivityRequest) throws(WidgetError) -> ProtoActivityReceipt {
        try call(.activities, "Start", request, timeout: ClientLimits.performTimeout)
    }

    /// Changes an activity's state.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func update(_ request: ProtoUpdateActivityRequest) throws(WidgetError) -> ProtoActivityReceipt { try call(.activities, "Update", request) }

    /// Ends an activity.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func end(_ request: ProtoEndActivityRequest) throws(WidgetError) -> ProtoActivityReceipt { try call(.activities, "End", request) }

    /// Dismisses an activity.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func dismiss(activity: String) throws(WidgetError) -> ProtoActivityReceipt {
        try call(.activities, "Dismiss", ProtoDismissActivityRequest.with { $0.activity = activity })
    }

    /// Performs an action of an activity's views. Safe to repeat with the same idempotency key, and repeated once where the connection is lost.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func perform(_ request: ProtoPerformActivityRequest) throws(WidgetError) -> ProtoPerformActivityResponse {
        if request.idempotencyKey.isEmpty { return try call(.activities, "Perform", request, timeout: ClientLimits.performTimeout) }
        return try callOnce(.activities, "Perform", request, timeout: ClientLimits.performTimeout)
    }

    /// Starts to perform an action and doesn't wait for its end. Its answer comes from ``PendingCall/result(timeout:)``.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func startPerform(_ request: ProtoPerformActivityRequest) throws(WidgetError) -> PendingCall<ProtoPerformActivityResponse> {
        try PendingCall(client: self, .activities, "Perform", request)
    }

    /// Dismisses an activity and doesn't wait for the answer.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func startDismiss(activity: String) throws(WidgetError) -> PendingCall<ProtoActivityReceipt> {
        try PendingCall(client: self, .activities, "Dismiss", ProtoDismissActivityRequest.with { $0.activity = activity })
    }

    /// All activities, without their archives.
    ///
    /// - Parameter dismissed: also those that were dismissed lately.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func activities(dismissed: Bool = false) throws(WidgetError) -> ProtoListActivitiesResponse {
        try call(.activities, "List", ProtoListActivitiesRequest.with { $0.dismissed = dismissed })
    }

    /// An activity with its archive: by its id, a unique prefix of it, or its tag.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func activity(_ text: String) throws(WidgetError) -> ProtoActivitySnapshot {
        var snapshot: ProtoActivitySnapshot = try call(.activities, "Get", ProtoGetActivityRequest.with { $0.activity = text })
        if let surface { snapshot.adapt(to: surface) }
        return snapshot
    }

    /// The token by which servers start activities of an app and a type; in hexadecimal.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func startToken(app: String, type: String) throws(WidgetError) -> String {
        let response: ProtoStartTokenResponse = try call(.activities, "StartToken", ProtoStartTokenRequest.with { ($0.app, $0.type) = (app, type) })
        return response.token
    }

    /// Starts an activity that ends with this process, and doesn't wait for the answer.
    func follow(_ start: ProtoStartActivityRequest) throws(WidgetError) -> ActivityFollowing {
        try ActivityFollowing(client: self, stream: openStream(.activities, "Follow", sendsMore: true), start)
    }

    /// Follows activities: first each as it is, then every change.
    ///
    /// - Parameter ids: empty: all.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func watchActivities(_ ids: [String] = []) throws(WidgetError) -> ActivityWatch {
        try ActivityWatch(client: self, stream: openStream(.activities, "Watch", sendsMore: true), ids: ids, surface: surface) { event, surface in
            if case .activity? = event.event { event.activity.adapt(to: surface) }
        }
    }
}

extension ProtoEndActivityRequest {
    /// - Parameter content: the last state.
    public init(_ content: ProtoActivityContent, _ dismissal: ActivityDismissalPolicy) {
        self.init()
        self.content = content
        switch dismissal {
        case .default: break
        case .immediate: immediate = true
        case .after(let date): after = .init(date)
        }
    }
}
