import DaemonCore
import NIOCore
import SwiftProtobuf
import TTRPC
import TTRPCWire
import WidgetAPI
import WidgetCore

/// A method whose request and response are protobuf messages.
enum Method {
    /// A method that is answered on the event loop, for data that can be read without waiting.
    static func read<Request: SwiftProtobuf.Message>(
        _ name: String, right: AccessRight = .read, _ request: Request.Type = Request.self,
        _ body: @escaping @Sendable (CallContext, Request) throws(WidgetError) -> [UInt8]
    ) -> MethodDefinition {
        MethodDefinition(
            name: name, right: right,
            handler: .immediate { context, payload in
                do throws(WidgetError) {
                    return try body(context, try decode(payload))
                } catch {
                    throw RPCStatus(error)
                }
            })
    }

    /// Where a call runs.
    enum Scheduling {
        /// On a thread of the pool: the event loop answers other calls meanwhile.
        case onPool
        /// On the event loop's thread, which saves a call two wake-ups of threads. For calls that are frequent and always short.
        case onLoop
    }

    /// A method that is answered when `body` has returned.
    /// - Parameters:
    ///   - answerLength: bytes of its largest answer, if that may be more than the server's usual limit.
    ///   - scheduling: where the call runs.
    static func unary<Request: SwiftProtobuf.Message, Response: SwiftProtobuf.Message>(
        _ name: String, right: AccessRight, answerLength: Int? = nil, scheduling: Scheduling = .onPool, _ request: Request.Type = Request.self,
        _ body: @escaping @Sendable (CallContext, Request) async throws -> Response
    ) -> MethodDefinition {
        MethodDefinition(
            name: name, right: right, answerLength: answerLength,
            handler: .unary { context, payload in
                do {
                    let request: Request = try decode(payload)
                    guard right == .manage else { return try await answer(context, request, scheduling, body) }
                    return try await UserOfCall.run(context.peer) { try await answer(context, request, scheduling, body) }
                } catch let error as WidgetError {
                    throw RPCStatus(error)
                }
            })
    }

    /// A method that changes what its answer names. The call is remembered, so that the change can be traced to it.
    static func change<Request: SwiftProtobuf.Message, Response: ChangeAnswer>(
        _ name: String, right: AccessRight, scheduling: Scheduling = .onPool, in calls: RecentCalls, _ request: Request.Type = Request.self,
        _ body: @escaping @Sendable (CallContext, Request) async throws -> Response
    ) -> MethodDefinition {
        unary(name, right: right, scheduling: scheduling, request) { context, request in
            try await calls.run(name, by: context.peer) {
                let response = try await body(context, request)
                return (response, response.changedID)
            }
        }
    }

    private static func answer<Request, Response: SwiftProtobuf.Message>(
        _ context: CallContext, _ request: Request, _ scheduling: Scheduling, _ body: @escaping @Sendable (CallContext, Request) async throws -> Response
    ) async throws -> [UInt8] {
        switch scheduling {
        case .onLoop: return try await body(context, request).encoded()
        case .onPool: return try await ThreadPoolExecutor.run { try await body(context, request).encoded() }
        }
    }

    static func decode<Request: SwiftProtobuf.Message>(_ payload: ByteBuffer) throws(WidgetError) -> Request {
        do {
            return try Request(serializedBytes: payload.readableBytesSpan)
        } catch {
            throw WidgetError(.invalidArgument, "the request is not a \(Request.protoMessageName): \(error)")
        }
    }
}

/// An answer that names the widget, the activity or the control that its call changed.
protocol ChangeAnswer: SwiftProtobuf.Message {
    var changedID: String { get }
}

extension ProtoPlaceResponse: ChangeAnswer { var changedID: String { widget.id } }
extension ProtoConfigureResponse: ChangeAnswer { var changedID: String { widget.id } }
extension ProtoMoveWidgetResponse: ChangeAnswer { var changedID: String { widget.id } }
extension ProtoRemoveResponse: ChangeAnswer { var changedID: String { widgetID } }
extension ProtoPerformResponse: ChangeAnswer { var changedID: String { widgetID } }
extension ProtoActivityReceipt: ChangeAnswer { var changedID: String { activityID } }
extension ProtoPerformActivityResponse: ChangeAnswer { var changedID: String { activityID } }
extension ProtoControlSnapshot: ChangeAnswer { var changedID: String { control.id } }
extension ProtoRemoveControlResponse: ChangeAnswer { var changedID: String { controlID } }
extension ProtoControlReceipt: ChangeAnswer { var changedID: String { controlID } }

extension RPCStatus {
    /// The error as clients see it. It never has the cause, which can name things that aren't the client's business.
    init(_ error: WidgetError) { self.init(StatusCode(wire: error.code.rawValue), error.message) }
}
