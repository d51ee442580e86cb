import Foundation
import TTRPCBlocking
import TTRPCWire
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// Watchers get every widget, then every change; one that is slow gets the latest state and the number it missed.
@Suite(.timeLimit(.minutes(10))) struct WatchTests {
    private func rename(_ fixture: DaemonFixture, _ id: String, _ name: String) throws {
        var request = ProtoConfigureRequest()
        request.widget = id
        request.name = name
        _ = try fixture.client().configure(request)
    }

    private func next(_ watch: WidgetWatch) throws -> ProtoWatchEvent {
        guard case .event(let event) = try watch.next(timeout: .seconds(120)) else { throw WidgetError(.deadlineExceeded, "no event came") }
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
        try stream.send(ProtoWatchRequest.with { $0.creditMessages = 1 }.serializedBytes(), timeout: .seconds(120))
        let first = try ProtoWatchEvent(serializedBytes: try #require(try stream.receive(timeout: .seconds(120))))
        #expect(first.widget.widget.id == id)

        for number in 1...50 { try rename(fixture, id, "name \(number)") }
        try stream.send(ProtoWatchRequest.with { $0.creditMessages = 10 }.serializedBytes(), timeout: .seconds(120))
        var events: [ProtoWatchEvent] = []
        while events.last?.widget.widget.name != "name 50" {
            events.append(try ProtoWatchEvent(serializedBytes: try #require(try stream.receive(timeout: .seconds(120)))))
        }
        #expect(events.count <= 3, "50 changes were conflated: \(events.count) events came")
        #expect(events.map(\.skipped).reduce(0, +) >= 45)
    }

    @Test func bytesOfCreditBoundWhatIsOnItsWayAndALargeEventIsNotStuck() throws {
        let fixture = try DaemonFixture()
        try fixture.addProvider("hello", script: Scripts.text("hello"))
        try fixture.start()
        var request = ProtoPlaceRequest()
        request.kind = "hello"
        for _ in 0..<3 { _ = try fixture.client().place(request) }

        // One byte: the first event overdraws it, and nothing more comes however many messages would be welcome.
        let client = try BlockingClient(path: fixture.socket)
        let stream = try client.openStream(service: "widgetd.v1.Widgets", method: "Watch", payload: [], sendsMore: true)
        func grant(_ bytes: Int) throws {
            try stream.send(ProtoWatchRequest.with { ($0.creditMessages, $0.creditBytes) = (100, UInt32(bytes)) }.serializedBytes(), timeout: .seconds(120))
        }
        /// The server has worked on all that was sent to it, and has sent what it wants to: its answer to a call comes behind.
        func settle() throws {
            for _ in 0..<3 { _ = try client.call(service: "widgetd.v1.Daemon", method: "Check", payload: [], timeout: .seconds(120)) }
        }
        func nothingComes() throws -> Bool {
            try settle()
            do {
                _ = try stream.receive(timeout: .zero)
                return false
            } catch let status as RPCStatus where status.code == .deadlineExceeded {
                return true
            }
        }
        try grant(1)
        let first = try #require(try stream.receive(timeout: .seconds(120)))
        #expect(try ProtoWatchEvent(serializedBytes: first).widget.hasWidget)
        #expect(try nothingComes())

        // An overdraft is paid first.
        try grant(first.count - 1)
        #expect(try nothingComes())
        try grant(1)
        #expect(try ProtoWatchEvent(serializedBytes: try #require(try stream.receive(timeout: .seconds(120)))).widget.hasWidget)
        #expect(try nothingComes())
    }

    @Test func whatBytesHoldBackIsConflatedAndCounted() throws {
        let fixture = try DaemonFixture()
        try fixture.addProvider("hello", script: Scripts.text("hello"))
        try fixture.start()
        var request = ProtoPlaceRequest()
        request.kind = "hello"
        let id = try fixture.client().place(request).widget.id
        _ = try fixture.wait(for: id) { $0.state == .current }

        let client = try BlockingClient(path: fixture.socket)
        let stream = try client.openStream(service: "widgetd.v1.Widgets", method: "Watch", payload: [], sendsMore: true)
        try stream.send(ProtoWatchRequest.with { ($0.creditMessages, $0.creditBytes) = (1_000, 1) }.serializedBytes(), timeout: .seconds(120))
        _ = try #require(try stream.receive(timeout: .seconds(120)))
        for number in 1...50 { try rename(fixture, id, "name \(number)") }
        try stream.send(ProtoWatchRequest.with { $0.creditBytes = 1 << 20 }.serializedBytes(), timeout: .seconds(120))
        var events: [ProtoWatchEvent] = []
        while events.last?.widget.widget.name != "name 50" {
            events.append(try ProtoWatchEvent(serializedBytes: try #require(try stream.receive(timeout: .seconds(120)))))
        }
        #expect(events.count <= 3, "50 changes were conflated: \(events.count) events came")
        #expect(events.map(\.skipped).reduce(0, +) >= 45)
    }

    @Test func aWatcherThatReadsIsSentMoreThanItsWindow() throws {
        let fixture = try DaemonFixture()
        // A thousand views: so large that fewer events than half a window of them fill the window of bytes.
        let views = (1...1_000).map { #"{"text":"view \#($0)","padding":1}"# }.joined(separator: ",")
        try fixture.addProvider("hello", script: #"printf '{"view":{"vstack":[\#(views)]},"policy":"never"}'"#)
        try fixture.start()
        var request = ProtoPlaceRequest()
        request.kind = "hello"
        let id = try fixture.client().place(request).widget.id
        _ = try fixture.wait(for: id) { $0.state == .current }
        let client = fixture.client()
        let watch = try client.watch()
        var bytes = 0
        for number in 1...31 {
            try rename(fixture, id, "name \(number)")
            while true {
                let event = try next(watch)
                let encoded: [UInt8] = try event.serializedBytes()
                bytes += encoded.count
                if event.widget.widget.name == "name \(number)" { break }
            }
        }
        #expect(bytes > ClientLimits.watchWindowBytes)
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
