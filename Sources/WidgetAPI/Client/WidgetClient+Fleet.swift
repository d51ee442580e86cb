public import WidgetCore

/// The Fleet service: groups of displays, the codes with which displays join, and how the hubs are.
extension WidgetClient {
    /// The groups, with the numbers of their displays.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func displayGroups() throws(WidgetError) -> ProtoListGroupsResponse { try call(.fleet, "ListGroups", ProtoListGroupsRequest()) }

    /// Makes a group, or changes what it shows.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func setDisplayGroup(_ group: ProtoDisplayGroup) throws(WidgetError) -> ProtoSetGroupResponse {
        try call(.fleet, "SetGroup", ProtoSetGroupRequest.with { $0.group = group })
    }

    /// Removes a group. Its displays show nothing, until they are put into another one.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func removeDisplayGroup(_ name: String) throws(WidgetError) -> ProtoRemoveGroupResponse {
        try call(.fleet, "RemoveGroup", ProtoRemoveGroupRequest.with { $0.name = name })
    }

    /// Puts a display into a group.
    ///
    /// - Parameter group: empty: into none, so that it shows everything.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func moveDisplay(_ display: String, to group: String) throws(WidgetError) -> ProtoMoveDisplayResponse {
        try call(.fleet, "MoveDisplay", ProtoMoveDisplayRequest.with { ($0.display, $0.group) = (display, group) })
    }

    /// Makes a code with which several devices join.
    ///
    /// - Parameters:
    ///   - role: the part that they take. Editors are in no group.
    ///   - group: empty: none, so that the displays show everything.
    ///   - pages: the group is made first, and shows these pages; none: it is there.
    ///   - count: how many devices: 1 to ``Enrolment/Role/uses``.
    ///   - days: until it ends: 1 to 90.
    ///   - addresses: where devices reach the daemon's machine, at most 8; none: where it listens.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func enrol(
        as role: Enrolment.Role = .viewer, group: String = "", pages: [UInt32] = [], count: Int, days: Int, addresses: [String] = []
    ) throws(WidgetError) -> ProtoEnrolResponse {
        let response: ProtoEnrolResponse = try callOnce(
            .fleet, "Enrol",
            ProtoEnrolRequest.with {
                $0.role = .init(role)
                ($0.group, $0.pages, $0.count, $0.days, $0.addresses) = (group, pages, UInt32(clamping: count), UInt32(clamping: days), addresses)
            })
        guard response.enrolment.role == .init(role) else {
            _ = try endEnrolment(response.enrolment.id)
            throw WidgetError(.failedPrecondition, "role: the daemon that runs is an earlier version, and makes codes for viewers alone; restart widgetd")
        }
        return response
    }

    /// The codes that devices can use, and those that ended within the last month.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func enrolments() throws(WidgetError) -> ProtoListEnrolmentsResponse { try call(.fleet, "ListEnrolments", ProtoListEnrolmentsRequest()) }

    /// Ends a code. The devices that used it stay.
    ///
    /// - Parameter id: its id, or a unique beginning of it.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func endEnrolment(_ id: String) throws(WidgetError) -> ProtoEndEnrolmentResponse {
        try call(.fleet, "EndEnrolment", ProtoEndEnrolmentRequest.with { $0.id = id })
    }

    /// The displays, as all hubs know them.
    ///
    /// - Parameters:
    ///   - group: only those of this group; empty: all.
    ///   - all: also those that were revoked or forgotten.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func displays(group: String = "", all: Bool = false) throws(WidgetError) -> ProtoListDisplaysResponse {
        try call(.fleet, "ListDisplays", ProtoListDisplaysRequest.with { ($0.group, $0.all) = (group, all) })
    }

    /// The hubs and the groups.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func fleetStatus() throws(WidgetError) -> ProtoFleetStatusResponse { try call(.fleet, "Status", ProtoFleetStatusRequest()) }

    /// Sends the displays of the daemon's machine to other hubs, and lets none in until the daemon starts again.
    ///
    /// - Parameters:
    ///   - ends: lets displays in again instead.
    ///   - isForced: even if no other hub is connected.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func drain(ends: Bool = false, isForced: Bool = false) throws(WidgetError) -> ProtoDrainResponse {
        try call(.fleet, "Drain", ProtoDrainRequest.with { ($0.end, $0.force) = (ends, isForced) })
    }

    /// Has the daemon's machine exchange its changes through an engine, or through none. The daemon tries to connect, and starts anew.
    ///
    /// - Parameter engine: nil: none.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func setEngine(_ engine: ProtoEngineAccess?) throws(WidgetError) -> ProtoSetEngineResponse {
        try call(.fleet, "SetEngine", ProtoSetEngineRequest.with { if let engine { $0.engine = engine } }, timeout: ClientLimits.joinTimeout)
    }
}
