public import SwiftProtobuf
import TTRPCBlocking
import TTRPCWire
public import WidgetCore

/// A watch of widgets.
public typealias WidgetWatch = EventWatch<ProtoWatchEvent>

/// A watch of Live Activities.
public typealias ActivityWatch = EventWatch<ProtoActivityEvent>

/// A watch of controls.
public typealias ControlWatch = EventWatch<ProtoControlEvent>

/// The events of a watch, one after another. For the client's thread.
///
/// It grants the daemon credit for ``ClientLimits/watchWindow`` events and ``ClientLimits/watchWindowBytes`` of them, and tops it up as they are taken. A slow
/// reader gets the latest state of each widget or activity, and the number of states that were skipped.
public final class EventWatch<Event: Message> {
    /// The events that can be taken.
    public enum Step: Sendable {
        case event(Event)
        /// Nothing came in the time given.
        case nothingYet
        /// The daemon ended the watch.
        case ended
    }

    private let client: WidgetClient
    private let stream: BlockingStream
    private let surface: ViewTraits?
    private let adapt: (inout Event, ViewTraits) -> Void
    /// Events taken for which no new credit was granted.
    private var taken = 0
    /// Their bytes.
    private var takenBytes = 0

    /// - Parameters:
    ///   - surface: the traits that the daemon is told; nil: none.
    ///   - adapt: chooses an event's views for these traits.
    init(
        client: WidgetClient, stream: BlockingStream, ids: [String], surface: ViewTraits? = nil,
        adapt: @escaping (inout Event, ViewTraits) -> Void = { _, _ in }
    ) throws(WidgetError) {
        self.client = client
        self.stream = stream
        self.surface = surface
        self.adapt = adapt
        // The requests of all watches have one form.
        try send(
            ProtoWatchRequest.with {
                ($0.widgetIds, $0.creditMessages, $0.creditBytes) = (ids, UInt32(ClientLimits.watchWindow), UInt32(ClientLimits.watchWindowBytes))
                if let surface { $0.traits = ProtoViewTraits(surface) }
                $0.registered = client.isRegistered
            })
    }

    /// The next event; waits for it.
    ///
    /// - Parameter timeout: how long to wait; zero: only what is there already; nil: for ever.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func next(timeout: Duration? = nil) throws(WidgetError) -> Step {
        do {
            guard let bytes = try stream.receive(timeout: timeout) else { return .ended }
            client.hasAnswered = true
            var event = try Event(serializedBytes: bytes)
            if let surface { adapt(&event, surface) }
            try topUp(bytes.count)
            return .event(event)
        } catch let status as RPCStatus where status.code == .deadlineExceeded && timeout != nil {
            return .nothingYet
        } catch {
            throw client.lost(WidgetError(calling: "Watch", error, timeout: timeout), error)
        }
    }

    /// Takes what is there already.
    /// - Throws: the daemon's error; UNAVAILABLE where the daemon has ended the watch, or the connection is lost.
    public func take(_ body: (Event) -> Void) throws(WidgetError) {
        while true {
            switch try next(timeout: .zero) {
            case .event(let event): body(event)
            case .nothingYet: return
            case .ended: throw WidgetError(.unavailable, "the daemon ended the connection")
            }
        }
    }

    /// Grants new credit for the events that were taken, once they are half of a window.
    private func topUp(_ count: Int) throws(WidgetError) {
        taken += 1
        takenBytes += count
        guard taken * 2 >= ClientLimits.watchWindow || takenBytes * 2 >= ClientLimits.watchWindowBytes else { return }
        try send(ProtoWatchRequest.with { ($0.creditMessages, $0.creditBytes) = (UInt32(taken), UInt32(clamping: takenBytes)) })
        (taken, takenBytes) = (0, 0)
    }

    private func send(_ request: ProtoWatchRequest) throws(WidgetError) {
        let timeout = client.timeout ?? ClientLimits.callTimeout
        do {
            try stream.send(request.serializedBytes(), timeout: timeout)
        } catch {
            throw client.lost(WidgetError(calling: "Watch", error, timeout: timeout), error)
        }
    }
}
