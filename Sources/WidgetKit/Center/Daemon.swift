import Glibc
import Synchronization
import WidgetAPI
import WidgetCore

/// Calls to the daemon, each on a connection of its own.
enum Daemon {
    private static func client() -> WidgetClient {
        WidgetClient(
            location: SocketLocation(explicit: nil, environment: { ProcessInfo.processInfo.environment[$0] }, uid: getuid()), patience: .zero)
    }

    /// Calls the daemon where there is one. Its errors go to the program's standard error.
    static func tell(_ call: (WidgetClient) throws -> Void) {
        let client = client()
        defer { client.close() }
        do {
            try call(client)
        } catch {
            FileHandle.standardError.write(Data("widgetd wasn't told: \(error)\n".utf8))
        }
    }

    /// The kinds of this program's widgets; empty: it gives none.
    static var ownKinds: [String] {
        get { kinds.withLock { $0 } }
        set { kinds.withLock { $0 = newValue } }
    }

    private static let kinds = Mutex<[String]>([])

    /// The placed widgets of this program's kinds.
    static func widgets() throws -> [WidgetInfo] {
        let kinds = ownKinds
        let snapshots = try ask { try $0.widgets().widgets }
        return try snapshots.map(\.widget).filter { kinds.isEmpty || kinds.contains($0.kind) }.map { widget in
            WidgetInfo(
                id: widget.id, kind: widget.kind,
                family: WidgetCore.WidgetFamily(rawValue: widget.family.rawValue).map { WidgetFamily($0) } ?? .systemSmall,
                parameters: try Parameters(widget.parameters, field: "parameters"))
        }
    }

    static func ask<Answer>(_ call: (WidgetClient) throws -> Answer) throws -> Answer {
        let client = client()
        defer { client.close() }
        return try call(client)
    }
}
