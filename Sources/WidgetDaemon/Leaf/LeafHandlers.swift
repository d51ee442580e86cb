import TTRPC
import TTRPCWire
import WidgetAPI
import WidgetCore
import WidgetStore

/// The services of a leaf: its boards, calls that the hub answers, and what the leaf says of itself.
struct LeafHandlers: Sendable {
    let widgets: Board
    let activities: Board
    let controls: Board
    let calls: HubCalls
    let store: ShownContentStore
    /// A surface with these traits begins to watch, or ends.
    let shows: @Sendable (ProtoViewTraits, _ isThere: Bool) throws(WidgetError) -> Void
    let status: @Sendable () async -> ProtoStatusResponse
    let devices: @Sendable () async -> [ProtoDeviceInfo]
    /// This device is to be a leaf no more.
    let leave: @Sendable () async throws(WidgetError) -> Void
    let now: @Sendable () -> Timestamp

    var services: [ServiceDefinition] {
        [
            ServiceDefinition(
                name: "widgetd.v1.Widgets",
                methods: [
                    WidgetsHandlers.list(widgets), WidgetsHandlers.get(widgets) { _, _ in }, watch(widgets, Board.unknown), image,
                    calls.method("widgetd.v1.Widgets", "Kinds", right: .read), calls.method("widgetd.v1.Widgets", "AwaitReloads", right: .read),
                    calls.method("widgetd.v1.Widgets", "Reload", right: .act),
                    calls.method("widgetd.v1.Widgets", "Perform", right: .act, isRepeatable: true),
                ] + refused(["Place", "Configure", "Move", "Remove", "SetBudget", "Preview", "Timeline", "Explain", "Simulate", "Decisions", "Options"])),
            ServiceDefinition(
                name: "widgetd.v1.Activities",
                methods: [
                    watch(activities, ActivityService.unknown), calls.method("widgetd.v1.Activities", "Dismiss", right: .act),
                    calls.method("widgetd.v1.Activities", "Perform", right: .act, isRepeatable: true),
                ] + refused(["Start", "Update", "End", "Follow", "StartToken", "List", "Get"])),
            ServiceDefinition(
                name: "widgetd.v1.Controls",
                methods: [
                    watch(controls, ControlService.unknown), calls.method("widgetd.v1.Controls", "Kinds", right: .read),
                    calls.method("widgetd.v1.Controls", "Press", right: .act, isRepeatable: true),
                ] + refused(["Add", "Configure", "Remove", "Reload", "PushToken", "List", "Get"])),
            ServiceDefinition(
                name: "widgetd.v1.Devices",
                methods: [
                    Method.unary("List", right: .read, ProtoListDevicesRequest.self) { _, _ in
                        let devices = await devices()
                        return ProtoListDevicesResponse.with { $0.devices = devices }
                    },
                    Method.unary("Leave", right: .manage, ProtoLeaveRequest.self) { _, _ in
                        try await leave()
                        return ProtoLeaveResponse()
                    },
                ] + refused(["Invite", "JoinDevice", "Rename", "SetAddresses", "Revoke", "Forget", "SyncStatus", "SyncLog", "Trace", "Verify", "Export", "Import"])),
            ServiceDefinition(
                name: "widgetd.v1.Daemon",
                methods: [
                    DaemonHandlers.check, DaemonHandlers.cancel, DaemonHandlers.describe,
                    Method.unary("Status", right: .read, ProtoStatusRequest.self) { _, _ in await status() },
                ] + refused(["Providers", "Rescan", "CheckProvider"])),
        ]
    }

    private func watch(_ board: Board, _ unknown: @escaping @Sendable (String) -> WidgetError) -> MethodDefinition {
        MethodDefinition(
            name: "Watch", right: .read,
            handler: .stream { _, _, stream in WatchHandler(board: board, stream: stream, unknown: unknown, shows: shows) })
    }

    /// An image that was shown before is kept here.
    private var image: MethodDefinition {
        MethodDefinition(
            name: "Image", right: .read, answerLength: DaemonLimits.imageAnswerBytes,
            handler: .unary { context, payload in
                do throws(WidgetError) {
                    let request: ProtoImageRequest = try Method.decode(payload)
                    guard let digest = ContentDigest(bytes: Array(request.sha256)) else {
                        throw WidgetError.invalid("sha256", "\(request.sha256.count) bytes; a SHA-256 has 32")
                    }
                    if let kept = try? store.image(digest, at: now()), !calls.isLocked() { return kept }
                    let answer = try await calls.call("widgetd.v1.Widgets", "Image", Array(payload.readableBytesView), context)
                    // Without room on the disk the image is shown all the same.
                    try? store.keep(image: digest, answer: answer, at: now(), limit: DaemonLimits.leafImageBytes)
                    return answer
                } catch {
                    throw RPCStatus(error)
                }
            })
    }

    /// Methods that a leaf hasn't got, with the reason.
    private func refused(_ names: [String]) -> [MethodDefinition] {
        names.map { name in
            MethodDefinition(
                name: name, right: .read,
                handler: .immediate { _, _ in
                    throw RPCStatus(
                        WidgetError(
                            .failedPrecondition,
                            "this machine is a leaf: it shows the widgets of its hub. Do that on the hub, or make this machine a member: widgetctl device leave"))
                })
        }
    }
}
