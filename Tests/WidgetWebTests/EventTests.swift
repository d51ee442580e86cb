import CZlib
import Foundation
import Testing
import WebAccess
import WidgetAPI
import WidgetCore

@testable import WidgetWeb

/// The stream of events, from the real daemon to a browser.
@Suite(.timeLimit(.minutes(5))) struct EventTests {
    @Test func aChangeComesByItself() throws {
        let board = try BoardFixture()
        let browser = try board.browser()
        let events = try browser.events()
        #expect(events.wait(for: "count 0") && events.wait(for: "event: order") && events.wait(for: #"data: {"since":null}"#))
        let answer = try browser.tap("widget/\(board.widget)/add", key: "1", ["accept": "application/json"])
        #expect(answer.status == 200 && answer.text == #"{"done":true,"message":"Done."}"#)
        #expect(events.wait(for: "count 1"))
        // The text fades from one to the other.
        #expect(events.text.contains(#""motion":{"curves":["#))
        // The same key again does nothing.
        #expect(try browser.tap("widget/\(board.widget)/add", key: "1", ["accept": "application/json"]).text.contains("already"))
        #expect(try board.performed() == 1)
        #expect(try browser.tap("widget/\(board.widget)/none", key: "2").status == 404)
    }

    @Test func aWidgetThatGoesLeavesTheOrder() throws {
        let board = try BoardFixture()
        let events = try board.browser().events()
        #expect(events.wait(for: #""pages":[["widget-\#(board.widget)"]]"#))
        _ = try board.daemon.client().remove(board.widget)
        #expect(events.wait(for: #""pages":[]"#))
    }

    @Test func aBrowserThatComesBackGetsWhatItLacks() throws {
        let board = try BoardFixture()
        let browser = try board.browser()
        let first = try browser.events()
        #expect(first.wait(for: "event: order"))
        let id = try #require(first.text.matches(of: /id: (.+)\n/).last?.1)
        let again = try browser.events("scheme=light&since=\(id)")
        #expect(again.wait(for: "event: order") && !again.text.contains("count 0"))
        // A page has what it was made of.
        let since = try #require(try browser.get("/").text.firstMatch(of: /data-since="([^"]+)"/)).1
        let page = try browser.events("scheme=light&since=\(since)")
        #expect(page.wait(for: "event: order") && !page.text.contains("count 0"))
        _ = try browser.tap("widget/\(board.widget)/add", key: "1")
        for stream in [first, again, page] { #expect(stream.wait(for: "count 1")) }
        // Another server's numbers mean nothing to this one.
        try board.restart()
        let restarted = try browser.events("scheme=light&since=\(since)")
        #expect(restarted.wait(for: "count 1"))
    }

    @Test func theDaemonsAbsenceIsTold() throws {
        let board = try BoardFixture()
        let browser = try board.browser()
        let events = try browser.events()
        #expect(events.wait(for: "event: order"))
        board.daemon.stop()
        #expect(events.wait(for: #"data: {"since":1"#))
        // The items stay, on new pages too.
        let page = try browser.get("/").text
        #expect(page.contains("count 0") && page.contains("class=\"stale\""))
        let before = events.received.count
        try board.daemon.start()
        #expect(events.wait { String(decoding: events.received[before...], as: UTF8.self).contains(#"{"since":null}"#) })
        #expect(!String(decoding: events.received[before...], as: UTF8.self).contains(#""widget":[]"#))
    }

    @Test func aRevokedBrowserSeesNothingMore() throws {
        let board = try BoardFixture()
        let (kitchen, phone) = (try board.browser(name: "kitchen"), try board.browser(name: "phone"))
        let (gone, stays) = (try kitchen.events(), try phone.events())
        #expect(gone.wait(for: "event: order") && stays.wait(for: "event: order"))
        try board.access.change { list throws(WidgetError) in list.revoke(try list.session(named: "kitchen").id) }
        #expect(gone.ends())
        #expect(try kitchen.get("/").status == 401 && phone.get("/").status == 200)
        #expect(!stays.ends(seconds: 0.5))
    }

    @Test func nothingIsFollowedForNobody() throws {
        let board = try BoardFixture()
        let browser = try board.browser()
        #expect(board.figures.followed.isEmpty)
        var light: TestConnection? = try browser.events("scheme=light")
        let dark = try browser.events("scheme=dark")
        #expect(light?.wait(for: "event: order") == true && dark.wait(for: "event: order"))
        #expect(board.figures.followed == [.light, .dark] && board.figures.streams == 2)
        light = nil
        #expect(try BoardFixture.wait { board.figures.followed == [.dark] && board.figures.streams == 1 })
    }

    @Test func theStreamIsCompressedWithWhatWasSentBefore() throws {
        let board = try BoardFixture()
        let browser = try board.browser()
        let events = try browser.events("scheme=light", ["accept-encoding": "gzip"])
        #expect(events.wait { Self.inflated(events)?.contains("event: order") == true })
        let before = events.received.count
        _ = try browser.tap("widget/\(board.widget)/add", key: "1", ["accept": "application/json"])
        #expect(events.wait { Self.inflated(events)?.contains("count 1") == true })
        #expect(events.received.count - before < 400, "\(events.received.count - before) bytes")
    }

    @Test func aSlowBrowserGetsTheLatestStateAlone() throws {
        var state = BoardState()
        var (sent, reads) = ("", true)
        let stream = EventStream(
            visitor: .open, scheme: .light, since: nil, compressor: nil, canWrite: { reads },
            write: { sent += String(decoding: $0, as: UTF8.self) }, end: {})
        stream.follow(BoardLook(.light), epoch: "e")
        func change(_ names: [String], now: Timestamp = Timestamp(milliseconds: 0)) {
            let items = names.map {
                WebItem(
                    control: "a", name: $0, status: "", isOn: nil, size: .zero, unavailable: "",
                    fragment: WidgetFragment(.init(size: .zero, scale: 1), id: "control-a"))
            }
            for item in items {
                let order = BoardOrder(controls: [.init(kind: .control, id: "a")])
                state.apply(BoardChange(look: BoardLook(.light), items: [item], order: order, staleSince: nil, isComplete: true))
                stream.update(to: state, at: now)
            }
        }
        change(["first"])
        #expect(sent.contains("first"))
        (sent, reads) = ("", false)
        change(["second", "third", "fourth"])
        #expect(sent.isEmpty)
        reads = true
        stream.update(to: state, at: Timestamp(milliseconds: 0))
        #expect(sent.contains("fourth") && !sent.contains("third") && sent.components(separatedBy: "event: ").count == 2)
    }

    @Test func whoTurnsBackToEarlierPagesGetsAllOfThemAgain() throws {
        var sent = ""
        let stream = EventStream(
            visitor: .open, scheme: .light, since: "a.1", compressor: nil, canWrite: { true },
            write: { sent += String(decoding: $0, as: UTF8.self) }, end: {})
        func state(_ name: String, _ look: BoardLook) -> BoardState {
            let fragment = WidgetFragment(.init(size: .zero, scale: 1), id: "control-\(name)")
            let item = WebItem(control: name, name: name, status: "", isOn: nil, size: .zero, unavailable: "", fragment: fragment)
            var state = BoardState()
            let order = BoardOrder(controls: [.init(kind: .control, id: name)])
            state.apply(BoardChange(look: look, items: [item], order: order, staleSince: nil, isComplete: true))
            return state
        }
        let (first, second) = (BoardLook(.light), BoardLook(.light, pages: [["second"]]))
        func turn(to look: BoardLook, _ name: String, epoch: String) -> String {
            sent = ""
            stream.follow(look, epoch: epoch)
            stream.update(to: state(name, look), at: Timestamp(milliseconds: 0))
            return sent
        }
        #expect(!turn(to: first, "first", epoch: "a").contains("event: control"), "the browser has it from its page")
        #expect(turn(to: second, "second", epoch: "b").contains("event: control"))
        #expect(turn(to: first, "first", epoch: "a").contains("event: control"))
    }

    @Test func moreBoardsThanCanBeFollowedAreRefused() throws {
        let board = try BoardFixture { $0.limits.looks = 1 }
        let browser = try board.browser()
        var light: TestConnection? = try browser.events("scheme=light")
        #expect(light?.wait(for: "event: order") == true)
        #expect(try browser.get("/?scheme=light").status == 200)
        let refused = try browser.get("/?scheme=dark")
        #expect(refused.status == 503 && refused.text.contains("too many different boards"))
        light = nil
        #expect(try BoardFixture.wait { try browser.get("/?scheme=dark").status == 200 }, "one that nobody looks at makes room")
    }

    @Test func aBrowserThatReadsNothingIsDropped() throws {
        let board = try BoardFixture { ($0.limits.unreadBytes, $0.limits.unreadTimeout) = (4 << 10, .milliseconds(500)) }
        let browser = try board.browser()
        let asleep = try TestConnection(port: board.port, receiveBuffer: 2_048)
        try asleep.send("GET /events?scheme=light HTTP/1.1", ["host": "127.0.0.1:\(board.port)", "cookie": browser.cookie ?? ""], "")
        #expect(try BoardFixture.wait { board.figures.streams == 1 })
        // More than the buffers of both ends.
        let client = board.daemon.client()
        #expect(
            try BoardFixture.wait {
                for name in ["a", "b"] {
                    _ = try client.configure(.with { ($0.widget, $0.name) = (board.widget, String(repeating: name, count: 64)) })
                }
                return board.figures.streams == 0
            })
    }

    private static func inflated(_ connection: TestConnection) -> String? {
        guard let end = connection.received.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        var chunks: [UInt8] = []
        var rest = connection.received[end.upperBound...]
        while let line = rest.firstRange(of: Array("\r\n".utf8)), let size = Int(String(decoding: rest[..<line.lowerBound], as: UTF8.self), radix: 16) {
            guard rest.endIndex - line.upperBound >= size + 2 else { break }
            chunks += rest[line.upperBound..<line.upperBound + size]
            rest = rest[(line.upperBound + size + 2)...]
        }
        // Behind the header of gzip, which has ten bytes, comes a raw stream.
        guard chunks.count > 10 else { return nil }
        var stream = z_stream()
        guard widgetd_inflate_init(&stream) == Z_OK else { return nil }
        defer { inflateEnd(&stream) }
        var output = [UInt8](repeating: 0, count: 1 << 20)
        var input = Array(chunks[10...])
        let count = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
                (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
                inflate(&stream, Z_SYNC_FLUSH)
                return output.count - Int(stream.avail_out)
            }
        }
        return String(decoding: output[..<count], as: UTF8.self)
    }
}
