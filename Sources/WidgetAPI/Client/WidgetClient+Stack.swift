import SwiftProtobuf
import TTRPCBlocking
import TTRPCWire
public import WidgetCore

/// The SmartStack service: what is of use now.
extension WidgetClient {
    /// A stack's cards now, in order.
    ///
    /// - Parameters:
    ///   - stack: the name of one that a user has made; empty: the Smart Stack of all widgets.
    ///   - absent: also what it doesn't show, and why.
    ///   - archives: also what the cards show.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func stack(_ stack: String = "", absent: Bool = false, archives: Bool = false) throws(WidgetError) -> ProtoStackState {
        let request = ProtoShowStackRequest.with { ($0.stack, $0.includeAbsent, $0.includeArchives) = (stack, absent, archives) }
        var state: ProtoStackState = try call(.stack, "Show", request)
        if let surface { state.adapt(to: surface) }
        return state
    }

    /// Follows a stack: first as it is, then after each change.
    /// - Parameter stack: the name of one that a user has made, which has no cards while no widget is in it; empty: the Smart Stack of all widgets.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func watchStack(_ stack: String = "", absent: Bool = false, archives: Bool = false) throws(WidgetError) -> StackWatch {
        let request = ProtoShowStackRequest.with { ($0.stack, $0.includeAbsent, $0.includeArchives) = (stack, absent, archives) }
        return try StackWatch(client: self, stream: openStream(.stack, "Watch", sendsMore: true), request)
    }

    /// Pins a widget, behind those that are pinned.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func pin(_ widget: String) throws(WidgetError) -> ProtoPinResponse {
        try call(.stack, "Pin", ProtoPinRequest.with { $0.widget = widget })
    }

    /// Takes a widget's pin away.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func unpin(_ widget: String) throws(WidgetError) -> ProtoPinResponse {
        try call(.stack, "Unpin", ProtoPinRequest.with { $0.widget = widget })
    }

    /// Has a kind's provider asked anew when its cards are of use.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func invalidateRelevance(ofKind kind: String) throws(WidgetError) -> ProtoInvalidateRelevanceResponse {
        try call(.stack, "Invalidate", ProtoInvalidateRelevanceRequest.with { $0.kind = kind })
    }

    /// The stacks that users have made.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func stacks() throws(WidgetError) -> ProtoListStacksResponse { try call(.stack, "List", ProtoListStacksRequest()) }

    /// Puts widgets into a stack, which is made where there is none of the name.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func add(_ widgets: [String], toStack stack: String) throws(WidgetError) -> ProtoWidgetStack {
        try call(.stack, "Add", ProtoStackWidgetsRequest.with { ($0.stack, $0.widgets) = (stack, widgets) })
    }

    /// Takes widgets out of a stack.
    /// - Parameter widgets: empty: all.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func remove(_ widgets: [String], fromStack stack: String) throws(WidgetError) -> ProtoWidgetStack {
        try call(.stack, "Remove", ProtoStackWidgetsRequest.with { ($0.stack, $0.widgets) = (stack, widgets) })
    }
}

/// The states of the Smart Stack, one after another; a reader that is slow gets the latest. For the client's thread.
public final class StackWatch {
    /// The events that can be taken.
    public enum Step: Sendable {
        case state(ProtoStackState)
        /// Nothing came in the time given.
        case nothingYet
        /// The daemon ended the watch.
        case ended
    }

    private let client: WidgetClient
    private let stream: BlockingStream

    init(client: WidgetClient, stream: BlockingStream, _ request: ProtoShowStackRequest) throws(WidgetError) {
        self.client = client
        self.stream = stream
        let timeout = client.timeout ?? ClientLimits.callTimeout
        do {
            try stream.send(request.serializedBytes(), timeout: timeout)
        } catch {
            throw client.lost(WidgetError(calling: "Watch", error, timeout: timeout), error)
        }
    }

    /// Ends the watch, and leaves the connection to others.
    public func end() { try? stream.closeSend(timeout: .zero) }

    /// The next state; waits for it.
    ///
    /// - Parameter timeout: how long to wait; zero: only what is there already; nil: for ever.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func next(timeout: Duration? = nil) throws(WidgetError) -> Step {
        do {
            guard let bytes = try stream.receive(timeout: timeout) else { return .ended }
            client.hasAnswered = true
            var state = try ProtoStackState(serializedBytes: bytes)
            if let surface = client.surface { state.adapt(to: surface) }
            return .state(state)
        } catch let status as RPCStatus where status.code == .deadlineExceeded && timeout != nil {
            return .nothingYet
        } catch {
            throw client.lost(WidgetError(calling: "Watch", error, timeout: timeout), error)
        }
    }
}
