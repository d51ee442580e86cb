import Foundation
import Testing
import TTRPCBlocking
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// Watchers get every widget, then every change; one that is slow gets the latest state and the number it missed.
@Suite(.timeLimit(.minutes(2))) struct WatchTests {
    private func rename(_ fixture: DaemonFixture, _ id: String, _ name: String) throws {
        var request = ProtoConfigureRequest()
        request.widget = id
        request.name = name
        _ = try fixture.client().configure(request)
    }

    private func next(_ watch: WidgetWatch) throws -> ProtoWatchEvent {
        guard case .event(let event) = try watch.next(timeout: .seconds(20)) else { throw WidgetError(.deadlineExceeded, "no event came") }
        return event
    }

    @Test func aWatcherThatFallsBehindGetsTheLatestStateAndWhatItSkipped() throws {
        let fixture = try DaemonFixture()
        try fixture.addProvider("hello", script: Scripts.text("hello"))
        try fixture.start()
        var request = ProtoPlaceRequest()
        request.kind = "hello"
        let id = try fixture.client().place(request).widget.id
        _ = try fixture.wait(for: id) { $0.state == .current }

        // One event of credit: the initial state takes it.
        let client = try BlockingClient(path: fixture.socket)
        let stream = try client.openStream(service: "widgetd.v1.Widgets", method: "Watch", payload: [], sendsMore: true)
        try stream.send(ProtoWatchRequest.with { $0.creditMessages = 1 }.serializedBytes(), timeout: .seconds(5))
        let first = try ProtoWatchEvent(serializedBytes: try #require(try stream.receive(timeout: .seconds(20))))
        #expect(first.widget.widget.id == id)

        for number in 1...50 { try rename(fixture, id, "name \(number)") }
        try stream.send(ProtoWatchRequest.with { $0.creditMessages = 10 }.serializedBytes(), timeout: .seconds(5))
        var events: [ProtoWatchEvent] = []
        while events.last?.widget.widget.name != "name 50" {
            events.append(try ProtoWatchEvent(serializedBytes: try #require(try stream.receive(timeout: .seconds(20)))))
        }
        #expect(events.count <= 3, "50 changes were conflated: \(events.count) events came")
        #expect(events.map(\.skipped).reduce(0, +) >= 45)
    }

    @Test func removalIsAnEvent() throws {
        let fixture = try DaemonFixture()
        try fixture.addProvider("hello", script: Scripts.text("hello"))
        try fixture.start()
        var request = ProtoPlaceRequest()
        request.kind = "hello"
        let id = try fixture.client().place(request).widget.id
        let client = fixture.client()
        let watch = try client.watch()
        while try next(watch).initialStateSent == false {}
        _ = try fixture.client().remove(id)
        while try next(watch).removedWidgetID != id {}
    }
}
