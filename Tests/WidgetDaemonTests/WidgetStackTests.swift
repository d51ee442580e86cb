import Foundation
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// The stacks that users make of widgets, over a real socket, with real providers.
@Suite(.timeLimit(.minutes(10))) struct WidgetStackTests {
    /// A provider of `kind`, whose entry is as relevant as the file `KIND.score` says.
    private func addProvider(_ daemon: DaemonFixture, _ kind: String) throws {
        try daemon.directory.write("\(kind).score", "0")
        let date = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000) - 60_000).rfc3339
        try daemon.addProvider(
            kind,
            script: """
                printf '{"entries":[{"date":"\(date)","relevance":{"score":%s},"view":{"text":"\(kind)"}}],"policy":"never"}' \
                "$(cat \(daemon.directory.file("\(kind).score")))"
                """)
    }

    private func daemon(_ kinds: [String]) throws -> (daemon: DaemonFixture, ids: [String]) {
        let daemon = try DaemonFixture()
        for kind in kinds { try addProvider(daemon, kind) }
        try daemon.start()
        let ids = try kinds.map { kind in try daemon.client().place(.with { $0.kind = kind }).widget.id }
        for id in ids { _ = try daemon.wait(for: id) { $0.state == .current } }
        return (daemon, ids)
    }

    private func wait(_ watch: StackWatch, _ isRight: (ProtoStackState) -> Bool) throws {
        let end = ContinuousClock.now + .seconds(120)
        var last = "nothing"
        while ContinuousClock.now < end {
            guard case .state(let state) = try watch.next(timeout: .seconds(1)) else { continue }
            if isRight(state) { return }
            last = "\(state.cards.map(\.kind))"
        }
        throw WidgetError(.deadlineExceeded, "the stack was not as expected; it is \(last)")
    }

    @Test func aStackHasItsWidgetsAloneAndTheOneOfMostUseIsFirst() throws {
        let (daemon, _) = try daemon(["mail", "agenda", "lamp"])
        let client = daemon.client()
        #expect(try client.add(["mail", "agenda"], toStack: "work").widgets.map(\.kind) == ["mail", "agenda"])
        let watch = try daemon.client().watchStack("work", archives: true)
        try wait(watch) { Set($0.cards.map(\.kind)) == ["mail", "agenda"] }
        for kind in ["mail", "agenda", "mail"] {
            for other in ["mail", "agenda"] { try daemon.directory.write("\(other).score", other == kind ? "5" : "0") }
            _ = try client.startReload(.kind("mail")).result(timeout: .seconds(60))
            _ = try client.startReload(.kind("agenda")).result(timeout: .seconds(60))
            try wait(watch) { $0.cards.first?.kind == kind && $0.cards.first?.score == 70 && $0.cards.count == 2 }
        }
        #expect(try client.stack().cards.count == 3, "the Smart Stack has all")
    }

    @Test func aWidgetIsInOneStackAndAStackWithoutWidgetsIsGone() throws {
        let (daemon, ids) = try daemon(["mail", "agenda"])
        #expect(try daemon.widgetctl("stack", "list").output.contains("There are no stacks"))
        #expect(try daemon.widgetctl("stack", "add", "work", "mail", "agenda").output == "work: mail, agenda.\n")
        #expect(try daemon.widgetctl("stack", "add", "day", "agenda").status == 0)
        let client = daemon.client()
        #expect(try client.stacks().stacks.map(\.name) == ["day", "work"])
        #expect(try client.widget("agenda").widget.stack == "day")
        daemon.stop()
        try daemon.start()
        let later = daemon.client()
        #expect(try later.stacks().stacks.map { $0.widgets.map(\.widgetID) } == [[ids[1]], [ids[0]]], "a restart keeps them")
        #expect(try daemon.widgetctl("stack", "remove", "work").output == "work is gone: no widget is in it.\n")
        #expect(try later.stacks().stacks.map(\.name) == ["day"])
        #expect(try later.widgets().widgets.count == 2, "they stay placed")
    }

    @Test func whatCantBeDoneIsSaid() throws {
        let (daemon, _) = try daemon(["mail", "agenda"])
        let client = daemon.client()
        func refusal(_ body: () throws -> Void) -> (WidgetError.Code?, String) {
            do {
                try body()
                return (nil, "")
            } catch {
                return ((error as? WidgetError)?.code, (error as? WidgetError)?.message ?? "\(error)")
            }
        }
        #expect(refusal { _ = try client.add(["mail"], toStack: "a b") }.0 == .invalidArgument)
        #expect(refusal { _ = try client.add([], toStack: "work") }.0 == .invalidArgument)
        #expect(refusal { _ = try client.add(["nobody"], toStack: "work") }.0 == .notFound)
        _ = try client.add(["mail"], toStack: "work")
        let unknown = refusal { _ = try client.stack("wrok") }
        #expect(unknown.0 == .notFound && unknown.1.contains("did you mean work?"), "\(unknown)")
        #expect(refusal { _ = try client.remove(["agenda"], fromStack: "work") }.0 == .notFound)
        let own = try client.place(.with { ($0.kind, $0.offBoard) = ("agenda", true) }).widget.id
        #expect(refusal { _ = try client.add([own], toStack: "work") }.0 == .failedPrecondition, "it is for one surface alone")
        for _ in 1..<RelevanceLimits.stack { _ = try client.add([try client.place(.with { $0.kind = "mail" }).widget.id], toStack: "work") }
        #expect(refusal { _ = try client.add(["agenda"], toStack: "work") }.0 != nil)
        #expect(try client.stack("work").cards.count == RelevanceLimits.stack)
    }

    @Test func aStackIsMovedAsAWhole() throws {
        let (daemon, ids) = try daemon(["a", "b", "c", "d"])
        let client = daemon.client()
        _ = try client.add(["b", "d"], toStack: "s")
        func order() throws -> [String] { try client.widgets().widgets.map(\.widget.id) }
        _ = try client.move(.with { ($0.widget, $0.first) = ("@stack/s", true) })
        #expect(try order() == [ids[1], ids[3], ids[0], ids[2]])
        _ = try client.move(.with { ($0.widget, $0.before) = ("c", "@stack/s") })
        #expect(try order() == [ids[2], ids[1], ids[3], ids[0]])
        _ = try client.move(.with { ($0.widget, $0.page) = ("@stack/s", 2) })
        #expect(try client.widgets().widgets.map(\.widget.page) == [0, 0, 2, 2])
        #expect(throws: WidgetError.self) { try client.move(.with { ($0.widget, $0.first) = ("@stack", true) }) }
        #expect(throws: WidgetError.self) { try client.move(.with { ($0.widget, $0.first) = ("@stack/none", true) }) }
    }

    @Test func aStackCountsAsOneWhereItIsMoved() throws {
        let (daemon, ids) = try daemon(["s0", "s1", "a", "b"])
        let client = daemon.client()
        _ = try client.add(["s0", "s1"], toStack: "s")
        func order() throws -> [String] { try client.widgets().widgets.map(\.widget.id) }
        _ = try client.move(.with { ($0.widget, $0.place) = ("@stack/s", 3) })
        #expect(try order() == [ids[2], ids[3], ids[0], ids[1]])
        _ = try client.move(.with { ($0.widget, $0.after) = ("a", "@stack/s") })
        #expect(try order() == [ids[3], ids[0], ids[1], ids[2]], "behind all of its widgets")
        #expect(throws: WidgetError.self) { try client.move(.with { ($0.widget, $0.before) = ("@stack/s", "s1") }) }
    }

    @Test func aWidgetThatIsNamedTwiceIsInItsStackOnce() throws {
        let (daemon, ids) = try daemon(["mail"])
        let client = daemon.client()
        #expect(try client.add(["mail", "mail"], toStack: "work").widgets.map(\.widgetID) == [ids[0]])
        let detail = try daemon.widgetctl("log", "mail").output
        #expect(detail.components(separatedBy: "put into the stack").count == 2, "\(detail)")
    }

    @Test func allStacksOfASurfaceComeOnOneConnection() throws {
        let (daemon, _) = try daemon(["a", "b", "c"])
        let client = daemon.client()
        for kind in ["a", "b", "c"] { _ = try client.add([kind], toStack: "s\(kind)") }
        let feeds = StackFeeds(at: client.location, nil)
        var cards: [String: [String]] = [:]
        func wait(until isRight: () -> Bool) -> Bool {
            let end = ContinuousClock.now + .seconds(60)
            while !isRight(), ContinuousClock.now < end {
                var entries = feeds.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
                poll(&entries, nfds_t(entries.count), Int32(feeds.milliseconds ?? 1_000))
                for (name, new) in feeds.take() { cards[name] = new.map(\.kind) }
            }
            return isRight()
        }
        feeds.follow(["sa", "sb", "sc"])
        #expect(wait { cards == ["sa": ["a"], "sb": ["b"], "sc": ["c"]] }, "\(cards)")
        #expect(feeds.descriptors.count == 1)
        feeds.follow(["sb"])
        _ = try client.add(["a"], toStack: "sb")
        #expect(wait { Set(cards["sb"] ?? []) == ["a", "b"] } && cards["sa"] == ["a"], "one that isn't followed says nothing")
        daemon.stop()
        try daemon.start()
        cards = [:]
        #expect(wait { Set(cards["sb"] ?? []) == ["a", "b"] }, "they come again from a daemon that was restarted")
        feeds.follow((0..<100).map { "many\($0)" })
        #expect(feeds.names.count == ClientLimits.stacks)
    }

    @Test func allDevicesHaveTheStacks() throws {
        let daemons = try PairedDaemons { _, daemon in try daemon.addProvider("greeting", script: Scripts.text("hello")) }
        try daemons.pair()
        let ids = [try PairedDaemons.place("greeting", on: daemons[0]), try PairedDaemons.place("greeting", on: daemons[1])]
        for daemon in daemons.daemons { try PairedDaemons.wait(daemon) { $0[ids[0]] != nil && $0[ids[1]] != nil } }
        // Each adds another widget at the same time; both are in it.
        _ = try daemons[0].client().add([ids[0]], toStack: "s")
        _ = try daemons[1].client().add([ids[1]], toStack: "s")
        for daemon in daemons.daemons {
            try PairedDaemons.wait(daemon) { $0[ids[0]]?.widget.stack == "s" && $0[ids[1]]?.widget.stack == "s" }
            #expect(try daemon.client().stacks().stacks.map { Set($0.widgets.map(\.widgetID)) } == [Set(ids)])
        }
    }
}
