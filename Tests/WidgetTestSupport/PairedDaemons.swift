import Foundation
public import WidgetAPI
import WidgetCore

/// Real daemons of one user, joined by real TLS over Unix sockets.
public final class PairedDaemons {
    public let daemons: [DaemonFixture]
    public subscript(index: Int) -> DaemonFixture { daemons[index] }

    /// Daemons that don't know each other yet.
    /// - Parameter prepare: adds providers and arguments, before the start.
    public init(_ names: [String] = ["a", "b"], prepare: (Int, DaemonFixture) throws -> Void = { _, _ in }) throws {
        daemons = try names.map { _ in try DaemonFixture() }
        for (index, daemon) in daemons.enumerated() {
            daemon.arguments += ["--peer-listen", "unix:\(daemon.directory.file("peers"))", "--device-name", names[index], "--no-announce"]
            try prepare(index, daemon)
            try daemon.start()
        }
    }

    /// Pairs every daemon with the first.
    public func pair() throws {
        for daemon in daemons.dropFirst() { _ = try daemon.client().join(code: try daemons[0].client().invite().code) }
    }

    /// Waits until what `daemon` shows of all widgets is right.
    /// - Throws: DEADLINE_EXCEEDED after `seconds`.
    @discardableResult
    public static func wait(
        _ daemon: DaemonFixture, seconds: Int64 = 120, until isRight: ([String: ProtoWidgetSnapshot]) -> Bool
    ) throws -> [String: ProtoWidgetSnapshot] {
        let watch = try daemon.client().watch(ids: [])
        let end = ContinuousClock.now + .seconds(seconds)
        var shown: [String: ProtoWidgetSnapshot] = [:]
        while !isRight(shown) {
            guard ContinuousClock.now < end else {
                throw WidgetError(.deadlineExceeded, "not as expected within \(seconds) s: \(shown.values.map { "\($0.widget.id) \($0.state)" })")
            }
            guard case .event(let event) = try watch.next(timeout: .seconds(1)) else { continue }
            switch event.event {
            case .widget(let snapshot): shown[snapshot.widget.id] = snapshot
            case .removedWidgetID(let id): shown[id] = nil
            default: break
            }
        }
        return shown
    }

    /// Waits until a daemon says of another device what is right. There is no event for it: it is asked again.
    public static func wait(_ daemon: DaemonFixture, seconds: Int64 = 120, status isRight: (ProtoSyncStatusResponse) throws -> Bool) throws {
        let end = ContinuousClock.now + .seconds(seconds)
        var status = try daemon.client().syncStatus()
        while try !isRight(status) {
            guard ContinuousClock.now < end else { throw WidgetError(.deadlineExceeded, "not as expected within \(seconds) s: \(status)") }
            Thread.sleep(forTimeInterval: 0.02)
            status = try daemon.client().syncStatus()
        }
    }

    /// Waits until a daemon knows a kind that another device gives.
    public static func wait(_ daemon: DaemonFixture, kind: String) throws {
        try wait(daemon, status: { _ in try daemon.client().kinds().kinds.contains { $0.id == kind } })
    }

    /// Places a widget.
    /// - Returns: its id.
    public static func place(_ kind: String, on daemon: DaemonFixture, name: String = "") throws -> String {
        try daemon.client().place(
            .with {
                $0.kind = kind
                $0.name = name
            }
        ).widget.id
    }
}
