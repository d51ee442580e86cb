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
    /// - Parameter addresses: where this one can be reached, at most 8; none: where it listens.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func invite(addresses: [String] = []) throws(WidgetError) -> ProtoInviteResponse {
        try call(.devices, "Invite", ProtoInviteRequest.with { $0.addresses = addresses })
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
}
