import WidgetCore

/// The hubs' accounts on a server that `widgetctl fleet init` has set up.
///
/// Each hub has a role of its own, which is a member of the role `widgetd`: it may read and write the rows of the engine's tables, and nothing else. One
/// function lets a hub say which accounts there are. So a hub that is revoked is shut out alone, whatever it has done before.
struct PostgresAccounts {
    private let connection: PostgresConnection

    init(_ connection: PostgresConnection) { self.connection = connection }

    /// Opens these accounts with these passwords, and closes all others. Connections of others end, and of those with another password.
    ///
    /// Where an administrator has set the server up, and all hubs share an account, nothing happens.
    /// - Parameter verifiers: of each hub, this one too; ``HubAccount/isVerifier(_:)``.
    /// - Throws: PERMISSION_DENIED where this hub's own account was closed; INVALID_ARGUMENT for a wrong verifier; UNAVAILABLE.
    func set(_ verifiers: [HubAccount: String]) throws {
        let exists = try connection.run("SELECT to_regprocedure('widgetd_accounts.set_hubs(text[], text[])') IS NOT NULL")
        guard exists.integer(0, 0) == 1 else { return }
        let sorted = verifiers.sorted { $0.key.name < $1.key.name }
        func list(_ texts: [String]) -> PostgresValue { .text(texts.joined(separator: " ")) }
        // The second call ends a connection that began while the first one wasn't committed.
        for _ in 1...2 {
            try connection.run(
                "SELECT widgetd_accounts.set_hubs(string_to_array($1, ' '), string_to_array($2, ' '))", list(sorted.map(\.key.name)),
                list(sorted.map(\.value)))
        }
    }

    /// Gives the account that this connection uses another password.
    /// - Throws: INVALID_ARGUMENT for a wrong verifier; the server's errors.
    func setPassword(of account: HubAccount, _ verifier: String) throws {
        guard HubAccount.isVerifier(verifier) else { throw WidgetError.invalid("hub_verifier", "it isn't a SCRAM-SHA-256 verifier") }
        try connection.run("ALTER ROLE \(account.name) PASSWORD '\(verifier)'")
    }
}
