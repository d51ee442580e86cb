public import WidgetCore

/// The Daemon service.
extension WidgetClient {
    /// Checks that the daemon serves, which it answers at once.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func check() throws(WidgetError) {
        let _: ProtoCheckResponse = try call(.daemon, "Check", ProtoCheckRequest())
    }

    /// The daemon's status.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func status() throws(WidgetError) -> ProtoStatusResponse {
        try call(.daemon, "Status", ProtoStatusRequest())
    }

    /// The settings that the daemon runs with.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func configuration() throws(WidgetError) -> ProtoConfigurationResponse {
        try call(.daemon, "Configuration", ProtoConfigurationRequest())
    }

    /// The daemon's counts and measurements.
    /// - Throws: the daemon's error; UNIMPLEMENTED for an older daemon; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func metrics() throws(WidgetError) -> ProtoMetricsResponse {
        try call(.daemon, "Metrics", ProtoMetricsRequest())
    }

    /// The providers, and the manifests that weren't loaded.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func providers() throws(WidgetError) -> ProtoProvidersResponse {
        try call(.daemon, "Providers", ProtoProvidersRequest())
    }

    /// Has the manifest directories read anew.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func rescan() throws(WidgetError) -> ProtoRescanResponse {
        try call(.daemon, "Rescan", ProtoRescanRequest())
    }

    /// Has a provider launched once; the answer says what it gives. Nothing is stored.
    ///
    /// - Parameters:
    ///   - provider: its id, or the path of a manifest on the daemon's machine.
    ///   - kind: the one kind to ask it for; empty: every one.
    ///   - family: unspecified: every one of each kind.
    ///   - includeArchives: whether the answer has what it gave.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func checkProvider(
        _ provider: String, kind: String = "", family: ProtoWidgetFamily = .unspecified, includeArchives: Bool = false
    ) throws(WidgetError) -> ProtoCheckProviderResponse {
        let request = ProtoCheckProviderRequest.with {
            ($0.provider, $0.kind, $0.family, $0.includeArchives) = (provider, kind, family, includeArchives)
        }
        return try call(.daemon, "CheckProvider", request, timeout: ClientLimits.checkTimeout)
    }

    /// Has every page of the store read and its checksum verified.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func checkStore() throws(WidgetError) -> ProtoCheckStoreResponse {
        try call(.daemon, "CheckStore", ProtoCheckStoreRequest(), timeout: ClientLimits.checkTimeout)
    }

    /// Has a provider asked for timelines as several widgets would ask; the answer says what works but could be better. Nothing is stored.
    ///
    /// - Parameters:
    ///   - provider: its id, or the path of a manifest on the daemon's machine.
    ///   - kind: the one kind to ask it for; empty: every one.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func lintProvider(_ provider: String, kind: String = "") throws(WidgetError) -> ProtoCheckProviderResponse {
        let request = ProtoCheckProviderRequest.with { ($0.provider, $0.kind, $0.lint) = (provider, kind, true) }
        return try call(.daemon, "CheckProvider", request, timeout: ClientLimits.checkTimeout)
    }
}
