import WidgetCore

/// The hubs' accounts on an engine. Its administrator has made functions for them, as `widgetctl fleet init` does: a hub can do nothing else to accounts.
struct PostgresAccounts {
    private let connection: PostgresConnection

    init(_ connection: PostgresConnection) { self.connection = connection }

    /// Makes a hub's account, or opens it again.
    /// - Parameter verifier: stands for the password, as PostgreSQL keeps it (SCRAM-SHA-256).
    /// - Throws: ALREADY_EXISTS where the account is open with another password; PERMISSION_DENIED where this hub's own account was closed.
    func add(_ account: HubAccount, verifier: String) throws {
        try connection.run("SELECT widgetd_accounts.add_hub($1, $2)", .text(account.name), .text(verifier))
    }

    /// Closes accounts and ends their connections. With an account go those that it has added, except those of `hubs`. Without the functions, nothing
    /// happens: all hubs share an account.
    func remove(_ gone: [HubAccount], hubs: [HubAccount]) throws {
        let exist = try connection.run("SELECT to_regprocedure('widgetd_accounts.remove_hubs(text[], text[])') IS NOT NULL")
        guard exist.integer(0, 0) == 1 else { return }
        func list(_ accounts: [HubAccount]) -> PostgresValue { .text(accounts.map(\.name).joined(separator: " ")) }
        // The second call ends a connection that began while the first one wasn't committed.
        for _ in 1...2 {
            try connection.run("SELECT widgetd_accounts.remove_hubs(string_to_array($1, ' '), string_to_array($2, ' '))", list(gone), list(hubs))
        }
    }
}
