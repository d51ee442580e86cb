public import WidgetCore

/// The Controls service: buttons and toggles, of this device and of others.
extension WidgetClient {
    /// The kinds that can be added.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func controlKinds() throws(WidgetError) -> ProtoControlKindsResponse { try call(.controls, "Kinds", ProtoControlKindsRequest()) }

    /// Adds a control.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func add(_ request: ProtoAddControlRequest) throws(WidgetError) -> ProtoControlSnapshot { try call(.controls, "Add", request) }

    /// Changes a control's name or parameters.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func configure(_ request: ProtoConfigureControlRequest) throws(WidgetError) -> ProtoControlSnapshot { try call(.controls, "Configure", request) }

    /// Removes a control.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func remove(control: String) throws(WidgetError) -> ProtoRemoveControlResponse {
        try call(.controls, "Remove", ProtoRemoveControlRequest.with { $0.control = control })
    }

    /// All controls.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func controls() throws(WidgetError) -> ProtoListControlsResponse { try call(.controls, "List", ProtoListControlsRequest()) }

    /// A control: by its id, a unique prefix of it, its name, or its kind where there is one of it.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func control(_ text: String) throws(WidgetError) -> ProtoControlSnapshot {
        try call(.controls, "Get", ProtoGetControlRequest.with { $0.control = text })
    }

    /// Presses a button, or sets a toggle. The answer comes before it has been performed. Where the connection is lost, the request is sent once more with the
    /// same key.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func press(_ request: ProtoPressControlRequest) throws(WidgetError) -> ProtoControlReceipt {
        try callOnce(.controls, "Press", request, timeout: ClientLimits.performTimeout)
    }

    /// Presses a button, or sets a toggle, and doesn't wait for the answer. It comes from ``PendingCall/result(timeout:)``.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func startPress(_ request: ProtoPressControlRequest) throws(WidgetError) -> PendingCall<ProtoControlReceipt> {
        try PendingCall(client: self, .controls, "Press", request)
    }

    /// Asks providers again for the values of controls.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func reload(_ request: ProtoReloadControlsRequest) throws(WidgetError) -> ProtoReloadControlsResponse { try call(.controls, "Reload", request) }

    /// The token by which a server reloads a control of this device.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func pushToken(control: String) throws(WidgetError) -> ProtoControlPushTokenResponse {
        try call(.controls, "PushToken", ProtoControlPushTokenRequest.with { $0.control = control })
    }

    /// Follows controls: first each as it is, then every change.
    ///
    /// - Parameter ids: empty: all.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func watchControls(_ ids: [String] = []) throws(WidgetError) -> ControlWatch {
        try ControlWatch(client: self, stream: openStream(.controls, "Watch", sendsMore: true), ids: ids)
    }
}
