import Glibc
import TTRPCBlocking
import TTRPCWire
import Testing
import WidgetAPI
import WidgetCore

@Suite("The client", .timeLimit(.minutes(5)))
struct ClientTests {
    // MARK: Where the socket is

    @Test("What a user names comes first and alone")
    func explicit() {
        let environment = ["WIDGETD_SOCKET": "/from/variable", "XDG_RUNTIME_DIR": "/runtime"]
        #expect(SocketLocation(explicit: "/from/option", environment: { environment[$0] }, uid: 7).candidates == ["/from/option"])
        #expect(SocketLocation(explicit: nil, environment: { environment[$0] }, uid: 7).candidates == ["/from/variable"])
    }

    @Test("Then the user's daemon, then the one that the machine runs for the user, and the machine's own last")
    func candidates() {
        let environment = ["WIDGETD_SOCKET": "", "XDG_RUNTIME_DIR": "/runtime"]
        let location = SocketLocation(explicit: nil, environment: { environment[$0] }, uid: 7)
        let machines = ["/run/widgetd-7/widgetd.sock", "/run/widgetd/widgetd.sock"]
        #expect(location.candidates == ["/runtime/widgetd/widgetd.sock", "/run/user/7/widgetd/widgetd.sock"] + machines)
        #expect(SocketLocation.user(ofSystemPath: "/run/widgetd-7/widgetd.sock") == 7)
        for other in ["/run/widgetd-07/widgetd.sock", "/run/widgetd-/widgetd.sock", "/run/widgetd/widgetd.sock"] {
            #expect(SocketLocation.user(ofSystemPath: other) == nil)
        }
        #expect(!location.isExplicit)
    }

    // MARK: Without a daemon

    @Test("No socket: it isn't running, and how to start it")
    func noSocket() throws {
        let place = try SocketPlace()
        let error = #expect(throws: WidgetError.self) { try place.client().status() }
        #expect(error?.code == .unavailable)
        #expect(error?.message.contains("systemctl --user start widgetd.socket") == true)
    }

    @Test("The machine's daemon is started by root")
    func machinesDaemon() {
        #expect(WidgetError(.noSocket(path: SocketLocation.systemPath)).message.contains("`sudo systemctl start widgetd.socket`"))
        #expect(WidgetError(.noSocket(path: SocketLocation.systemPath(of: 7))).message.contains("`sudo systemctl start widgetd@7.socket`"))
    }

    @Test("A socket that nobody serves any more")
    func refused() throws {
        let place = try SocketPlace()
        try place.bind()
        let error = #expect(throws: WidgetError.self) { try place.client().status() }
        #expect(error?.code == .unavailable)
        #expect(error?.message.contains("nothing listens on \(place.path)") == true)
    }

    @Test("A socket that is forbidden isn't waited for", .enabled(if: getuid() != 0, "root may open anything"))
    func forbidden() throws {
        let place = try SocketPlace()
        try place.listen()
        chmod(place.path, 0)
        let error = #expect(throws: WidgetError.self) { try place.client(patience: .seconds(3_600)).status() }
        #expect(error?.code == .permissionDenied)
    }

    @Test("A daemon that is starting is waited for")
    func starting() throws {
        let place = try SocketPlace()
        // The path is taken and nobody listens, as between bind(2) and listen(2).
        try place.bind()
        try place.serve(connections: 1, listens: false) { _, _ in [] }
        try place.client(patience: .seconds(120)).check()
    }

    // MARK: Calls

    @Test("A status is an error with its code and message")
    func status() throws {
        let place = try SocketPlace()
        try place.serve(connections: 1) { _, _ in throw RPCStatus(.notFound, "no widget \"x\"") }
        let error = #expect(throws: WidgetError.self) { try place.client().widget("x") }
        #expect(error == WidgetError(.notFound, "no widget \"x\""))
    }

    @Test("Pages of a list become one list, asked for in turn")
    func pages() throws {
        let place = try SocketPlace()
        try place.serve(connections: 1) { method, payload in
            #expect(method == "List")
            let request = try ProtoListWidgetsRequest(serializedBytes: payload)
            #expect(request.kind == "system")
            let page = Int(request.pageToken) ?? 0
            return try ProtoListWidgetsResponse.with {
                $0.widgets = [.with { $0.widget.id = "\(page)" }]
                $0.nextPageToken = page < 2 ? "\(page + 1)" : ""
            }.serializedBytes()
        }
        #expect(try place.client().widgets(kind: "system").widgets.map(\.widget.id) == ["0", "1", "2"])
    }

    @Test("A list that never ends is given up")
    func endlessPages() throws {
        let place = try SocketPlace()
        try place.serve(connections: 1) { _, _ in try ProtoListWidgetsResponse.with { $0.nextPageToken = "again" }.serializedBytes() }
        let error = #expect(throws: WidgetError.self) { try place.client().widgets() }
        #expect(error?.code == .internal)
    }

    @Test("No answer in time names the call and the limit")
    func deadline() throws {
        let place = try SocketPlace()
        try place.listen()
        let client = place.client()
        client.timeout = .milliseconds(50)
        let error = #expect(throws: WidgetError.self) { try client.status() }
        #expect(error?.code == .deadlineExceeded)
        #expect(error?.message.hasPrefix("Status: no answer") == true)
    }

    @Test("Placing is repeated once with the same key where the connection is lost before the answer")
    func repeated() throws {
        let place = try SocketPlace()
        let keys = Keys()
        try place.serve(connections: 2) { _, payload in
            let request = try ProtoPlaceRequest(serializedBytes: payload)
            // The first connection breaks after the request was read.
            if keys.append(request.idempotencyKey) == 1 { throw SocketPlace.HangUp() }
            return try ProtoPlaceResponse.with { $0.placed = true }.serializedBytes()
        }
        let response = try place.client(patience: .seconds(120)).place(.with { ($0.kind, $0.idempotencyKey) = ("system", "key") })
        #expect(response.placed)
        #expect(keys.all == ["key", "key"])
    }

    @Test("A connection that ends before its first answer may be one too many; one that ends later is a daemon that stops")
    func tooMany() throws {
        let place = try SocketPlace()
        let keys = Keys()
        try place.serve(connections: 2) { _, _ in
            if keys.append("") == 2 { return try ProtoStatusResponse().serializedBytes() }
            throw SocketPlace.HangUp()
        }
        let client = place.client()
        let first = #expect(throws: WidgetError.self) { try client.status() }
        #expect(first?.code == .unavailable)
        #expect(first?.message.contains("too many") == true && first?.message.contains("--connections-per-user") == true, "\(first?.message ?? "")")
        _ = try client.status()
        let later = #expect(throws: WidgetError.self) { try client.status() }
        #expect(later?.message.contains("restarting") == true && later?.message.contains("too many") == false, "\(later?.message ?? "")")
    }

    @Test("What carries no key isn't repeated")
    func notRepeated() throws {
        let place = try SocketPlace()
        let keys = Keys()
        try place.serve(connections: 2) { _, _ in
            _ = keys.append("")
            throw SocketPlace.HangUp()
        }
        #expect(throws: WidgetError.self) { try place.client(patience: .seconds(120)).place(.with { $0.kind = "system" }) }
        #expect(keys.all.count == 1)
    }
}
