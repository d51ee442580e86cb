import Foundation
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// A daemon with a provider, `scores`, whose server pushes: what it shows is in a file, and what it is asked is written to others.
final class PushedDaemon {
    let fixture: DaemonFixture
    var directory: TemporaryDirectory { fixture.directory }
    /// Calls for which it exits with failure while this file exists.
    var refusal: String { directory.file("refuse") }

    /// - Parameters:
    ///   - arguments: of the daemon.
    ///   - hasHandler: its kind takes pushes.
    ///   - prepare: before it starts.
    init(_ arguments: [String] = [], hasHandler: Bool = true, prepare: (DaemonFixture) throws -> Void = { _ in }) throws {
        fixture = try DaemonFixture()
        try prepare(fixture)
        fixture.arguments = arguments
        try write("0")
        try addProvider(hasHandler: hasHandler)
        try fixture.start()
    }

    func addProvider(hasHandler: Bool = true) throws {
        let path = directory.file("")
        try fixture.addProvider(
            "scores",
            script: #"""
                request=$(cat); cd \#(path)
                case $request in
                *'"call":"push"'*)
                    echo x >>asked
                    if [ -e refuse ]; then echo "the server is away" >&2; exit 1; fi
                    printf '%s\n' "$request" >>told ;;
                *'"call":"timeline"'*)
                    if [ -e refuse ]; then echo "the server is away" >&2; exit 1; fi
                    text=$(cat content)
                    echo x >>runs
                    if [ -e gate ]; then cat gate >/dev/null; fi
                    printf '{"view":{"text":"%s"},"policy":"never"}' "$text" ;;
                *) printf '{"view":{"text":"placeholder"},"policy":"never"}' ;;
                esac
                """#,
            families: ["systemSmall", "systemMedium"], kindExtra: hasHandler ? #","push_handler":true"# : "")
    }

    /// Changes what the server has; a timeline that is asked for from now on shows it.
    func write(_ content: String) throws {
        try directory.write("content.new", content)
        guard rename(directory.file("content.new"), directory.file("content")) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    }

    /// Lines of a file that the provider writes.
    func lines(_ file: String) -> [String] {
        ((try? String(contentsOfFile: directory.file(file), encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
    }

    /// The last message to the provider.
    func told() throws -> (token: String?, widgets: [String])? {
        guard let line = lines("told").last else { return nil }
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        let widgets = try #require(object["widgets"] as? [[String: Any]])
        return (object["token"] as? String, widgets.compactMap { $0["widget"] as? String })
    }

    /// Places a widget, and waits for its first timeline.
    func place() throws -> String {
        var request = ProtoPlaceRequest()
        request.kind = "scores"
        let id = try fixture.client().place(request).widget.id
        _ = try fixture.wait(for: id) { $0.state == .current }
        return id
    }

    func token() throws -> String? { try fixture.client().pushTokens().tokens.first?.token }

    @discardableResult
    func push(priority: UInt32 = 10, keptFor interval: Milliseconds? = nil, collapseID: String? = nil, client: WidgetClient? = nil) throws -> String {
        var request = ProtoSendPushRequest()
        request.app = "scores"
        request.priority = priority
        if let collapseID { request.collapseID = collapseID }
        if let interval { request.expiration = .init(Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)) + interval) }
        return try (client ?? fixture.client()).sendPush(request).pushID
    }

    /// The outcome of a push so far.
    func events(_ push: String) throws -> [ProtoPushLogLine.Event] { try fixture.client().pushLog(push: push, limit: 100).lines.map(\.event) }

    /// Waits until something is so: what a provider does has no event of the daemon's.
    func wait(seconds: Double = 120, _ comment: Comment = "it never came", until isSo: () throws -> Bool) throws {
        let end = ContinuousClock.now + .seconds(seconds)
        while try !isSo() {
            try #require(ContinuousClock.now < end, comment)
            Thread.sleep(forTimeInterval: 0.01)
        }
    }

    /// Waits for the last step of a push.
    func end(of push: String) throws -> ProtoPushLogLine {
        var last: ProtoPushLogLine?
        try wait("the push \(push) never ended") {
            last = try fixture.client().pushLog(push: push, limit: 100).lines.last
            return last.map { [.delivered, .coalesced, .discarded].contains($0.event) } ?? false
        }
        return try #require(last)
    }
}
