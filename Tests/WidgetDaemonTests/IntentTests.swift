import Foundation
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// A tap is performed at most once per key, and the reload that follows comes, whatever happens in between.
@Suite(.timeLimit(.minutes(10))) struct IntentTests {
    private func counter() throws -> (DaemonFixture, widget: String, file: String) {
        let fixture = try DaemonFixture()
        let file = try fixture.directory.write("count", "")
        try fixture.addProvider("counter", script: Scripts.counter(file))
        try fixture.start()
        var request = ProtoPlaceRequest()
        request.kind = "counter"
        let id = try fixture.client().place(request).widget.id
        _ = try fixture.wait(for: id) { $0.state == .current }
        return (fixture, id, file)
    }

    private func tap(_ fixture: DaemonFixture, _ widget: String, key: String) throws -> ProtoPerformResponse {
        var request = ProtoPerformRequest()
        request.widget = widget
        request.action = "add"
        request.idempotencyKey = key
        return try fixture.client().perform(request)
    }

    private func performed(_ file: String) throws -> Int { try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").count }

    @Test func aTapIsPerformedAndTheWidgetReloads() throws {
        let (fixture, widget, file) = try counter()
        _ = try tap(fixture, widget, key: "a")
        let after = try fixture.wait(for: widget) { $0.archive.nodes.contains { $0.text.literal == "count 1" } }
        #expect(!after.invalidated)
        #expect(try performed(file) == 1)
    }

    @Test func aKeyIsPerformedOnceHoweverOftenItIsSent() async throws {
        let (fixture, widget, file) = try counter()
        let responses = try await withThrowingTaskGroup(of: ProtoPerformResponse.self) { group in
            let location = fixture.socket
            for _ in 0..<8 {
                group.addTask {
                    var request = ProtoPerformRequest()
                    request.widget = widget
                    request.action = "add"
                    request.idempotencyKey = "same"
                    return try WidgetClient(location: SocketLocation(explicit: location, environment: { _ in nil }, uid: 0)).perform(request)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(try performed(file) == 1)
        #expect(responses.count { !$0.repeatedKey } == 1)
        fixture.stop()
        try fixture.start()
        #expect(try tap(fixture, widget, key: "same").repeatedKey)
        #expect(try performed(file) == 1)
    }

    @Test func anUnknownActionIsRefusedWithThoseThereAre() throws {
        let (fixture, widget, _) = try counter()
        var request = ProtoPerformRequest()
        request.widget = widget
        request.action = "ad"
        let error = #expect(throws: WidgetError.self) { try fixture.client().perform(request) }
        #expect(error?.code == .notFound)
        #expect(error?.message.hasSuffix("it has add; did you mean add?") == true, "\(error?.message ?? "")")
    }

    @Test func theReloadComesAfterACrashBetweenTheActionAndIt() throws {
        let (fixture, widget, file) = try counter()
        try fixture.directory.write("count.kill", "\(fixture.processID)")
        let error = #expect(throws: WidgetError.self) { try tap(fixture, widget, key: "fatal") }
        #expect(error?.code == .unavailable, "\(error?.message ?? "")")
        fixture.stop(SIGKILL)
        try FileManager.default.removeItem(atPath: file + ".kill")
        try fixture.start()
        _ = try fixture.wait(for: widget) { $0.archive.nodes.contains { $0.text.literal == "count 1" } && !$0.invalidated }
        let again = #expect(throws: WidgetError.self) { try tap(fixture, widget, key: "fatal") }
        #expect(again?.code == .aborted, "it may have been performed, so it is not repeated")
        #expect(try performed(file) == 1)
    }
}
