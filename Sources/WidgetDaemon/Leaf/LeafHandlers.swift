import DaemonCore
import SwiftProtobuf
import TTRPC
import TTRPCWire
import WidgetAPI
import WidgetCore
import WidgetStore

/// The services of a leaf: its boards, calls that the hub answers, and what the leaf says of itself.
struct LeafHandlers: Sendable {
    let boards: Boards
    let calls: HubCalls
    let store: ShownContentStore
    /// A surface with these traits begins to watch, or ends.
    let shows: @Sendable (ProtoViewTraits, _ isThere: Bool) throws(WidgetError) -> Void
    let status: @Sendable () async -> ProtoStatusResponse
    let devices: @Sendable () async -> [ProtoDeviceInfo]
    /// This device is to be a leaf no more.
    let leave: @Sendable () async throws(WidgetError) -> Void
    let now: @Sendable () -> Timestamp

    /// Without the services of surfaces and of stacks: surfaces know daemons that haven't got them.
    var services: [ServiceDefinition] {
        [
            service(
                "Widgets",
                [WidgetsHandlers.list(boards.widgets), WidgetsHandlers.get(boards.widgets) { _, _ in }, watch(boards.widgets, Board.unknown), image]
                    + passed("Widgets", reading: ["Kinds", "AwaitReloads"], acting: ["Reload"], repeatable: ["Perform"])),
            service(
                "Activities",
                [
                    watch(boards.activities, ActivityService.unknown), list(boards.activities, ProtoListActivitiesRequest.self),
                    Method.read("Get", ProtoGetActivityRequest.self) { _, request throws(WidgetError) in
                        try Self.get(request.activity, of: boards.activities, ActivityService.unknown)
                    },
                ] + passed("Activities", acting: ["Dismiss"], repeatable: ["Perform"])),
            service(
                "Controls",
                [
                    watch(boards.controls, ControlService.unknown), list(boards.controls, ProtoListControlsRequest.self),
                    Method.read("Get", ProtoGetControlRequest.self) { _, request throws(WidgetError) in
                        try Self.get(request.control, of: boards.controls, ControlService.unknown)
                    },
                ] + passed("Controls", reading: ["Kinds"], repeatable: ["Press"])),
            service(
                "Devices",
                [
                    Method.unary("List", right: .read, ProtoListDevicesRequest.self) { _, _ in
                        let devices = await devices()
                        return ProtoListDevicesResponse.with { $0.devices = devices }
                    },
                    Method.unary("Leave", right: .manage, ProtoLeaveRequest.self) { _, _ in
                        try await leave()
                        return ProtoLeaveResponse()
                    },
                ]),
            service(
                "Daemon",
                [
                    DaemonHandlers.check, DaemonHandlers.cancel, DaemonHandlers.describe,
                    Method.unary("Status", right: .read, ProtoStatusRequest.self) { _, _ in await status() },
                ]),
            service("Fleet", []), service("Intents", []), service("Push", []),
        ]
    }

    /// A service with the methods that a leaf has. Its others are refused, with the reason.
    private func service(_ name: String, _ methods: [MethodDefinition]) -> ServiceDefinition {
        let there = Set(methods.map(\.name))
        let refused = ServedMethods.byService[name, default: []].filter { !there.contains($0) }.map { name in
            MethodDefinition(name: name, right: .read, handler: .immediate { _, _ in throw RPCStatus(Self.refusal) })
        }
        return ServiceDefinition(name: ServedMethods.package + name, methods: methods + refused)
    }

    private static let refusal = WidgetError(
        .failedPrecondition,
        "this machine is a leaf: it shows the widgets of its hub. Do that on the hub, or make this a machine of its own: widgetctl device leave")

    /// Methods that the hub answers.
    private func passed(_ service: String, reading: [String] = [], acting: [String] = [], repeatable: [String]) -> [MethodDefinition] {
        let service = ServedMethods.package + service
        return reading.map { passed(service, $0, right: .read) } + acting.map { passed(service, $0, right: .act) }
            + repeatable.map { passed(service, $0, right: .act, isRepeatable: true) }
    }

    /// A method that the hub answers.
    /// - Parameter isRepeatable: the same call has the same effect once and twice, by its idempotency key. It is sent again if the link breaks.
    private func passed(_ service: String, _ name: String, right: AccessRight, isRepeatable: Bool = false) -> MethodDefinition {
        MethodDefinition(
            name: name, right: right, answerLength: DaemonLimits.imageAnswerBytes,
            handler: .unary { [calls] context, payload in
                do throws(WidgetError) {
                    return try await calls.call(service, name, Array(payload.readableBytesView), context, isRepeatable: isRepeatable)
                } catch {
                    throw RPCStatus(error)
                }
            })
    }

    private func watch(_ board: Board, _ unknown: @escaping @Sendable (String) -> WidgetError) -> MethodDefinition {
        MethodDefinition(
            name: "Watch", right: .read,
            handler: .stream { _, _, stream in WatchHandler(board: board, stream: stream, unknown: unknown, shows: shows) })
    }

    /// All items of a board: the field 1 of the answer.
    private func list<Request: SwiftProtobuf.Message>(_ board: Board, _ request: Request.Type) -> MethodDefinition {
        Method.read("List", Request.self) { _, _ throws(WidgetError) in
            var message = ProtobufWriter()
            let page = board.page(after: nil, limit: DaemonLimits.pageSize, bytes: DaemonLimits.pageBytes, kind: "")
            for entry in page.entries { message.field(1, entry.summary) }
            return message.bytes
        }
    }

    private static func get(_ text: String, of board: Board, _ unknown: (String) -> WidgetError) throws(WidgetError) -> [UInt8] {
        guard let id = try? board.resolve(text), let snapshot = try board.snapshot(id) else { throw unknown(text) }
        return snapshot
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
                    if calls.isLocked() == false, let kept = try? store.image(digest, at: now()) { return kept }
                    let answer = try await calls.call("widgetd.v1.Widgets", "Image", Array(payload.readableBytesView), context)
                    // Without room on the disk the image is shown all the same.
                    try? store.keep(image: digest, answer: answer, at: now(), limit: DaemonLimits.leafImageBytes)
                    return answer
                } catch {
                    throw RPCStatus(error)
                }
            })
    }
}
