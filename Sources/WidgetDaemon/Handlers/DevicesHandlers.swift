import TTRPC
import WidgetAPI
import WidgetCore

/// The `Devices` service: decodes, calls, encodes.
enum DevicesHandlers {
    /// - Parameters:
    ///   - obstacle: says why this device can't become a leaf; empty: it can.
    ///   - restart: asked for when it has become one.
    static func service(
        _ peers: PeerService, exchange: Exchange, tracer: ChangeTracer, spaces: SpaceService, obstacle: @escaping @Sendable () async -> String,
        restart: RestartRequest
    ) -> ServiceDefinition {
        ServiceDefinition(
            name: "widgetd.v1.Devices",
            methods: looking(peers, tracer) + changing(peers) + joining(peers, obstacle, restart) + looking(at: spaces, as: peers) + exchanging(exchange))
    }

    private static func looking(_ peers: PeerService, _ tracer: ChangeTracer) -> [MethodDefinition] {
        [
            Method.unary("List", right: .read, ProtoListDevicesRequest.self) { _, request in
                var response = ProtoListDevicesResponse()
                response.devices = await peers.list(all: request.all)
                return response
            },
            Method.unary("SyncStatus", right: .read, ProtoSyncStatusRequest.self) { _, _ in try await peers.syncStatus() },
            Method.unary("SyncLog", right: .read, ProtoSyncLogRequest.self) { _, request in try await peers.syncLog(limit: request.limit) },
            Method.unary("Trace", right: .read, ProtoTraceRequest.self) { _, request in try await tracer.trace(request.subject) },
            Method.unary("Conflicts", right: .read, ProtoConflictsRequest.self) { _, request in try await peers.conflicts(limit: request.limit) },
            Method.unary("Verify", right: .manage, ProtoVerifyRequest.self) { _, request in try await peers.verify(request.device) },
            Method.unary("Backup", right: .manage, ProtoBackupRequest.self) { _, request in try peers.backup(to: request.path) },
        ]
    }

    private static func changing(_ peers: PeerService) -> [MethodDefinition] {
        [
            Method.unary("Rename", right: .manage, ProtoRenameDeviceRequest.self) { _, request in
                var response = ProtoRenameDeviceResponse()
                response.device = try await peers.rename(request.device, to: request.name)
                return response
            },
            Method.unary("SetAddresses", right: .manage, ProtoSetAddressesRequest.self) { _, request in
                var response = ProtoSetAddressesResponse()
                response.device = try await peers.setAddresses(request.device, request.addresses)
                return response
            },
            Method.unary("Revoke", right: .manage, ProtoRevokeDeviceRequest.self) { _, request in
                var response = ProtoRevokeDeviceResponse()
                response.device = try await peers.revoke(request.device)
                return response
            },
            Method.unary("Forget", right: .manage, ProtoForgetDeviceRequest.self) { _, request in
                var response = ProtoForgetDeviceResponse()
                response.device = try await peers.forget(request.device)
                return response
            },
        ]
    }

    private static func joining(
        _ peers: PeerService, _ obstacle: @escaping @Sendable () async -> String, _ restart: RestartRequest
    ) -> [MethodDefinition] {
        [
            Method.unary("Invite", right: .manage, ProtoInviteRequest.self) { _, request in
                let invitation = try await peers.invite(addresses: request.addresses, as: request.leaf ? .leaf : request.hub ? .hub : .member)
                var response = ProtoInviteResponse()
                response.code = invitation.code.description
                response.expiresAt = .init(invitation.code.expires)
                response.addresses = invitation.addresses
                response.deviceID = invitation.code.device.description
                return response
            },
            Method.unary("JoinDevice", right: .manage, ProtoJoinDeviceRequest.self) { _, request in
                let (device, role) = try await peers.join(request.code, obstacle: await obstacle())
                if role != .member { restart.make() }
                return ProtoJoinDeviceResponse.with { ($0.device, $0.leaf, $0.hub) = (device, role == .leaf, role == .hub) }
            },
            Method.unary("Leave", right: .manage, ProtoLeaveRequest.self) { _, _ -> ProtoLeaveResponse in
                throw WidgetError(.failedPrecondition, "this device isn't a leaf; a member is taken off the list on another one: widgetctl device forget")
            },
        ]
    }

    private static func looking(at spaces: SpaceService, as peers: PeerService) -> [MethodDefinition] {
        [
            Method.unary("JoinSpace", right: .manage, ProtoJoinSpaceRequest.self) { _, request in
                let space = try await spaces.join(request.name, request.code, as: await peers.ownName)
                return ProtoJoinSpaceResponse.with { $0.space = space }
            },
            Method.unary("ListSpaces", right: .read, ProtoListSpacesRequest.self) { _, _ in
                let list = await spaces.list()
                return ProtoListSpacesResponse.with { $0.spaces = list }
            },
            Method.unary("LeaveSpace", right: .manage, ProtoLeaveSpaceRequest.self) { _, request in
                let space = try await spaces.leave(request.name)
                return ProtoLeaveSpaceResponse.with { $0.space = space }
            },
        ]
    }

    private static func exchanging(_ exchange: Exchange) -> [MethodDefinition] {
        [
            Method.unary("Export", right: .manage, ProtoExportRequest.self) { _, request in
                try await exchange.export(page: request.page, includesSecrets: request.includeSecrets)
            },
            Method.unary("Import", right: .manage, ProtoImportRequest.self) { _, request in
                try await exchange.importRows(Array(request.lines), isDryRun: request.dryRun, earlier: request.earlierWidgetIds)
            },
        ]
    }
}
