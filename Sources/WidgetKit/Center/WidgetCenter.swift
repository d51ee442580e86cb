import Glibc
import WidgetAPI
import WidgetCore

/// The daemon's widgets, as a program that gives some sees them.
public final class WidgetCenter: Sendable {
    public static let shared = WidgetCenter()

    /// Why something couldn't be told.
    public enum UserInfoKey {
        public static let kind = "WGWidgetUserInfoKeyKind"
        public static let family = "WGWidgetUserInfoKeyFamily"
        public static let activityID = "WGWidgetUserInfoKeyActivityID"
    }

    private init() {}

    /// Has the timelines of all widgets of a kind loaded anew. It counts on their budget, except while an action of a user's is being performed. Nothing
    /// happens where there is no daemon.
    public func reloadTimelines(ofKind kind: String) { Daemon.tell { _ = try $0.reload(.kind(kind)) } }

    /// Has the timelines of all widgets of this program's kinds loaded anew.
    public func reloadAllTimelines() {
        let kinds = ProgramKinds.ids
        Daemon.tell { client in
            // A program that gives no widgets itself, such as an app beside them, means all there are.
            if kinds.isEmpty { _ = try client.reload(.all(true)) }
            for kind in kinds { _ = try client.reload(.kind(kind)) }
        }
    }

    /// The placed widgets of this program's kinds.
    public func getCurrentConfigurations(_ completion: @escaping @Sendable (Result<[WidgetInfo], any Error>) -> Void) {
        Task {
            do {
                completion(.success(try await Daemon.widgets()))
            } catch {
                completion(.failure(error))
            }
        }
    }

    /// The placed widgets of this program's kinds.
    /// - Throws: why the daemon didn't answer.
    public func currentConfigurations() async throws -> [WidgetInfo] { try await Daemon.widgets() }

    /// Has the ready-made variants of the program's kinds asked for anew.
    public func invalidateConfigurationRecommendations() { Daemon.tell { _ = try $0.rescan() } }

    /// Has the program asked anew when its cards are of use.
    public func invalidateRelevance(ofKind kind: String) { Daemon.tell { _ = try $0.invalidateRelevance(ofKind: kind) } }
}

/// Controls, as a program that gives some sees them.
public final class ControlCenter: Sendable {
    public static let shared = ControlCenter()
    private init() {}

    /// Has the values of all controls of a kind loaded anew. Nothing happens where there is no daemon.
    public func reloadControls(ofKind kind: String) { Daemon.tell { _ = try $0.reload(.with { $0.kind = kind }) } }
    public func reloadAllControls() { Daemon.tell { client in _ = try client.reload(ProtoReloadControlsRequest()) } }
}

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

    /// The placed widgets of this program's kinds.
    static func widgets() async throws -> [WidgetInfo] {
        let kinds = ProgramKinds.ids
        let snapshots = try ask { try $0.widgets().widgets }
        var infos: [WidgetInfo] = []
        for widget in snapshots.map(\.widget) where kinds.isEmpty || kinds.contains(widget.kind) {
            infos.append(
                await WidgetInfo(
                    id: widget.id, kind: widget.kind,
                    family: WidgetCore.WidgetFamily(rawValue: widget.family.rawValue).map { WidgetFamily($0) } ?? .systemSmall,
                    parameters: try Parameters(widget.parameters, field: "parameters")))
        }
        return infos
    }

    static func ask<Answer>(_ call: (WidgetClient) throws -> Answer) throws -> Answer {
        let client = client()
        defer { client.close() }
        return try call(client)
    }
}
