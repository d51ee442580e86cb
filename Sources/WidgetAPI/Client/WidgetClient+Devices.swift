public import WidgetCore

/// The Devices service: the machines that are kept the same. Where a device is named: its id, a unique beginning of it (7 or more characters), or its name.
extension WidgetClient {
    /// The devices, this one among them.
    ///
    /// - Parameter all: also those that are forgotten.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func devices(all: Bool = false) throws(WidgetError) -> ProtoListDevicesResponse {
        try call(.devices, "List", ProtoListDevicesRequest.with { $0.all = all })
    }

    /// Opens an invitation for another device.
    ///
    /// - Parameters:
    ///   - addresses: where this one can be reached, at most 8; none: where it listens.
    ///   - asLeaf: the other device shows the widgets of this one, and holds no replica.
    ///   - asHub: the other device uses this one's engine.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func invite(addresses: [String] = [], asLeaf: Bool = false, asHub: Bool = false) throws(WidgetError) -> ProtoInviteResponse {
        try call(.devices, "Invite", ProtoInviteRequest.with { ($0.addresses, $0.leaf, $0.hub) = (addresses, asLeaf, asHub) })
    }

    /// Uses an invitation that was made on another device. Returns when both know each other.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func join(code: String) throws(WidgetError) -> ProtoJoinDeviceResponse {
        try call(.devices, "JoinDevice", ProtoJoinDeviceRequest.with { $0.code = code }, timeout: ClientLimits.joinTimeout)
    }

    /// Gives a device another name.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func renameDevice(_ device: String, to name: String) throws(WidgetError) -> ProtoRenameDeviceResponse {
        try call(.devices, "Rename", ProtoRenameDeviceRequest.with { ($0.device, $0.name) = (device, name) })
    }

    /// Replaces the addresses at which a device is tried besides those where it was found.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func setAddresses(_ addresses: [String], ofDevice device: String) throws(WidgetError) -> ProtoSetAddressesResponse {
        try call(.devices, "SetAddresses", ProtoSetAddressesRequest.with { ($0.device, $0.addresses) = (device, addresses) })
    }

    /// Never trusts a device again. It can't be undone.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func revokeDevice(_ device: String) throws(WidgetError) -> ProtoRevokeDeviceResponse {
        try call(.devices, "Revoke", ProtoRevokeDeviceRequest.with { $0.device = device })
    }

    /// Takes a device that is gone off the list. It may be invited again.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func forgetDevice(_ device: String) throws(WidgetError) -> ProtoForgetDeviceResponse {
        try call(.devices, "Forget", ProtoForgetDeviceRequest.with { $0.device = device })
    }

    /// A leaf is one no more: it forgets its hubs and what it shows, and the daemon starts anew.
    /// - Throws: FAILED_PRECONDITION where this device isn't a leaf; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func leave() throws(WidgetError) -> ProtoLeaveResponse { try call(.devices, "Leave", ProtoLeaveRequest()) }

    // MARK: Spaces

    /// The spaces that the daemon's machine shows beside its own widgets.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func spaces() throws(WidgetError) -> ProtoListSpacesResponse { try call(.devices, "ListSpaces", ProtoListSpacesRequest()) }

    /// Shows the items of another set of devices, beside the machine's own.
    ///
    /// - Parameters:
    ///   - name: the machine's name for it: 1 to 64 letters, digits, `-` and `_`.
    ///   - code: of an invitation for a leaf, or of an enrolment.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func joinSpace(_ name: String, code: String) throws(WidgetError) -> ProtoJoinSpaceResponse {
        try call(.devices, "JoinSpace", ProtoJoinSpaceRequest.with { ($0.name, $0.code) = (name, code) }, timeout: ClientLimits.joinTimeout)
    }

    /// Takes a space's items off.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func leaveSpace(_ name: String) throws(WidgetError) -> ProtoLeaveSpaceResponse {
        try call(.devices, "LeaveSpace", ProtoLeaveSpaceRequest.with { $0.name = name })
    }

    // MARK: Synchronization, and the store as a whole

    /// The state of replication with each of the other devices.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func syncStatus() throws(WidgetError) -> ProtoSyncStatusResponse {
        try call(.devices, "SyncStatus", ProtoSyncStatusRequest())
    }

    /// The newest transactions of the replication log, oldest first.
    ///
    /// - Parameter limit: 1 to 1,000; 0: 50.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func syncLog(limit: Int = 0) throws(WidgetError) -> ProtoSyncLogResponse {
        try call(.devices, "SyncLog", ProtoSyncLogRequest.with { $0.limit = UInt32(clamping: limit) })
    }

    /// The way of the latest change of a widget, an activity or a control from device to device. The connected devices are asked.
    ///
    /// - Parameter subject: what a user calls it, or its id.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func trace(_ subject: String) throws(WidgetError) -> ProtoTraceResponse {
        try call(.devices, "Trace", ProtoTraceRequest.with { $0.subject = subject }, timeout: ClientLimits.traceTimeout)
    }

    /// Compares everything with a device that is connected.
    ///
    /// - Parameter device: empty: the only one that is connected.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func verify(_ device: String = "") throws(WidgetError) -> ProtoVerifyResponse {
        try call(.devices, "Verify", ProtoVerifyRequest.with { $0.device = device }, timeout: ClientLimits.verifyTimeout)
    }

    /// Edits that lost against another device's, newest first.
    ///
    /// - Parameter limit: 1 to 1,000; 0: 50.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func conflicts(limit: Int = 0) throws(WidgetError) -> ProtoConflictsResponse {
        try call(.devices, "Conflicts", ProtoConflictsRequest.with { $0.limit = UInt32(clamping: limit) })
    }

    /// Everything as lines of JSON, each a ``ProtoExportRow``.
    ///
    /// - Parameters:
    ///   - secrets: also values of parameters that are secrets by their name.
    ///   - page: is given each page of whole lines, as it comes.
    /// - Throws: what `page` throws, and `WidgetError`.
    public func export(secrets: Bool = false, _ page: (ProtoExportResponse) throws -> Void) throws {
        var request = ProtoExportRequest()
        request.includeSecrets = secrets
        for _ in 0..<ClientLimits.exportPages {
            let response: ProtoExportResponse = try call(.devices, "Export", request)
            try page(response)
            if response.nextPage.isEmpty { return }
            request.page = response.nextPage
        }
        throw WidgetError(.internal, "Export: more than \(ClientLimits.exportPages) pages; the daemon doesn't end it. Restart it and report this")
    }

    /// Places the widgets that an export holds and that aren't here yet, in one transaction. Safe to repeat.
    ///
    /// - Parameters:
    ///   - lines: as ``export(secrets:_:)`` gave them, at most ``ClientLimits/importBytes``.
    ///   - isDryRun: only says what would be done.
    ///   - earlier: of a dry run, ids of widgets in lines that were given before, to which these refer.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func importLines(_ lines: [UInt8], isDryRun: Bool = false, earlier: [String] = []) throws(WidgetError) -> ProtoImportResponse {
        try callOnce(
            .devices, "Import", ProtoImportRequest.with { ($0.lines, $0.dryRun, $0.earlierWidgetIds) = (.init(lines), isDryRun, isDryRun ? earlier : []) })
    }

    /// Has a consistent copy of the running store written to a file that doesn't exist yet, on the daemon's machine.
    ///
    /// - Parameter path: absolute.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func backup(to path: String) throws(WidgetError) -> ProtoBackupResponse {
        try call(.devices, "Backup", ProtoBackupRequest.with { $0.path = path }, timeout: ClientLimits.backupTimeout)
    }
}
