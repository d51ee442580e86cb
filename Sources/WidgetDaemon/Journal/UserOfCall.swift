import DaemonCore
import TTRPC
import WidgetPeers
import WidgetStore

/// Says which user's call changes the store, for the log of changes and the journal.
enum UserOfCall {
    /// Runs what a call asks for. Its changes are logged under the caller's name, or under none where another device calls.
    static func run<T>(_ peer: PeerIdentity, _ body: () async throws -> T) async rethrows -> T {
        let user = PeerLink.device(of: peer) == nil ? await name(of: peer.uid) : nil
        return try await WidgetStore.$user.withValue(user) { try await body() }
    }

    private static func name(of user: UInt32) async -> String {
        if let known = Accounts.knownName(of: user) { return known }
        return await ThreadPoolExecutor.run { Accounts.name(of: user) }
    }
}
