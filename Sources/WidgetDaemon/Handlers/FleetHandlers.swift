import TTRPC
import WidgetAPI
import WidgetCore

/// The `Fleet` service: decodes, calls, encodes.
enum FleetHandlers {
    /// - Parameter restart: asked for when the device uses another engine.
    static func service(_ fleet: FleetService, _ restart: RestartRequest) -> ServiceDefinition {
        ServiceDefinition(name: "widgetd.v1.Fleet", methods: groups(fleet) + enrolments(fleet) + hubs(fleet, restart))
    }

    private static func groups(_ fleet: FleetService) -> [MethodDefinition] {
        [
            Method.unary("ListGroups", right: .read, ProtoListGroupsRequest.self) { _, _ in
                let groups = await fleet.groups()
                return ProtoListGroupsResponse.with { $0.groups = groups }
            },
            Method.unary("SetGroup", right: .manage, ProtoSetGroupRequest.self) { _, request in
                let group = try await fleet.set(try DisplayGroup(request.group))
                return ProtoSetGroupResponse.with { $0.group = group }
            },
            Method.unary("RemoveGroup", right: .manage, ProtoRemoveGroupRequest.self) { _, request in
                let count = try await fleet.removeGroup(request.name)
                return ProtoRemoveGroupResponse.with { $0.displays = UInt32(clamping: count) }
            },
            Method.unary("MoveDisplay", right: .manage, ProtoMoveDisplayRequest.self) { _, request in
                let display = try await fleet.move(request.display, to: request.group)
                return ProtoMoveDisplayResponse.with { $0.display = display }
            },
        ]
    }

    private static func enrolments(_ fleet: FleetService) -> [MethodDefinition] {
        [
            Method.unary("Enrol", right: .manage, ProtoEnrolRequest.self) { _, request in try await fleet.enrol(request) },
            Method.unary("ListEnrolments", right: .read, ProtoListEnrolmentsRequest.self) { _, _ in
                let enrolments = try fleet.enrolments()
                return ProtoListEnrolmentsResponse.with { $0.enrolments = enrolments }
            },
            Method.unary("EndEnrolment", right: .manage, ProtoEndEnrolmentRequest.self) { _, request in
                let enrolment = try await fleet.endEnrolment(request.id)
                return ProtoEndEnrolmentResponse.with { $0.enrolment = enrolment }
            },
        ]
    }

    private static func hubs(_ fleet: FleetService, _ restart: RestartRequest) -> [MethodDefinition] {
        [
            Method.unary("ListDisplays", right: .read, answerLength: DaemonLimits.imageAnswerBytes, ProtoListDisplaysRequest.self) { _, request in
                try await fleet.displays(group: request.group, all: request.all)
            },
            Method.unary("Status", right: .read, ProtoFleetStatusRequest.self) { _, _ in try await fleet.status() },
            Method.unary("Drain", right: .manage, ProtoDrainRequest.self) { _, request in
                let count = try await fleet.drain(request)
                return ProtoDrainResponse.with { $0.displays = UInt32(clamping: count) }
            },
            Method.unary("SetEngine", right: .manage, ProtoSetEngineRequest.self) { _, request in
                try await fleet.setEngine(request.hasEngine ? request.engine : nil)
                restart.make()
                return ProtoSetEngineResponse()
            },
        ]
    }
}
