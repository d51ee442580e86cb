import Glibc
import WidgetAPI
import WidgetCore

/// Reloads and lists the widgets of this program.
public final class WidgetCenter: Sendable {
    public static let shared = WidgetCenter()

    /// Keys of the user info with which a tapped widget opens its app on Apple's platforms. Here nothing sets them.
    public enum UserInfoKey {
        public static let kind = "WGWidgetUserInfoKeyKind"
        public static let family = "WGWidgetUserInfoKeyFamily"
        public static let activityID = "WGWidgetUserInfoKeyActivityID"
    }

    private init() {}

    /// Reloads the timelines of all widgets of a kind. The reloads are paid from the widgets' budgets, except while a user's action is performed. Without a
    /// daemon, a line on standard error says so.
    public func reloadTimelines(ofKind kind: String) { DaemonConnection.callLoggingErrors { _ = try $0.reload(.kind(kind)) } }

    /// Has the timelines of all widgets of this program's kinds loaded anew.
    public func reloadAllTimelines() {
        let kinds = ProgramKinds.ids
        DaemonConnection.callLoggingErrors { client in
            // A program without widgets of its own, such as an app beside its widgets, reloads every widget.
            if kinds.isEmpty { _ = try client.reload(.all(true)) }
            for kind in kinds { _ = try client.reload(.kind(kind)) }
        }
    }

    /// The placed widgets of this program's kinds.
    public func getCurrentConfigurations(_ completion: @escaping @Sendable (Result<[WidgetInfo], any Error>) -> Void) {
        Task {
            do {
                completion(.success(try await DaemonConnection.widgets()))
            } catch {
                completion(.failure(error))
            }
        }
    }

    /// The placed widgets of this program's kinds.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func currentConfigurations() async throws -> [WidgetInfo] { try await DaemonConnection.widgets() }

    /// Has the daemon request the recommended configurations of the program's kinds again.
    public func invalidateConfigurationRecommendations() { DaemonConnection.callLoggingErrors { _ = try $0.rescan() } }

    /// Has the daemon request the relevance of the program's cards again.
    public func invalidateRelevance(ofKind kind: String) { DaemonConnection.callLoggingErrors { _ = try $0.invalidateRelevance(ofKind: kind) } }
}

/// Reloads controls.
public final class ControlCenter: Sendable {
    public static let shared = ControlCenter()
    private init() {}

    /// Reloads the values of all controls of a kind. Without a daemon, a line on standard error says so.
    public func reloadControls(ofKind kind: String) { DaemonConnection.callLoggingErrors { _ = try $0.reload(.with { $0.kind = kind }) } }
    public func reloadAllControls() { DaemonConnection.callLoggingErrors { client in _ = try client.reload(ProtoReloadControlsRequest()) } }
}

/// Calls to the daemon, each on a connection of its own.
enum DaemonConnection {
    private static func client() -> WidgetClient {
        WidgetClient(
            location: SocketLocation(explicit: nil, environment: { ProcessInfo.processInfo.environment[$0] }, uid: getuid()), patience: .zero)
    }

    /// Calls the daemon where there is one. Its errors go to the program's standard error.
    static func callLoggingErrors(_ body: (WidgetClient) throws -> Void) {
        let client = client()
        defer { client.close() }
        do {
            try body(client)
        } catch {
            FileHandle.standardError.write(Data("the call to widgetd failed: \(error); see `widgetctl doctor`\n".utf8))
        }
    }

    /// The placed widgets of this program's kinds.
    static func widgets() async throws -> [WidgetInfo] {
        let kinds = ProgramKinds.ids
        let snapshots = try call { try $0.widgets().widgets }
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

    static func call<Answer>(_ body: (WidgetClient) throws -> Answer) throws -> Answer {
        let client = client()
        defer { client.close() }
        return try body(client)
    }
}
