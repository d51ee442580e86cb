import Testing
import WidgetCommands
import WidgetCore

@testable import WidgetCarrier

/// Hubs with accounts of their own, on a server that was set up as `widgetctl fleet init` does it.
@Suite(.serialized, .enabled(if: PostgresServer.missing == nil, "\(PostgresServer.missing ?? "")"))
struct PostgresAccountsTests {
    /// The first hub's account was made by the administrator.
    private struct Engine {
        let server: PostgresServer
        let first: HubAccount

        init() throws {
            server = try PostgresServer(authentication: "scram-sha-256")
            try server.sql("CREATE ROLE widgetd NOLOGIN")
            try server.sql("CREATE DATABASE widgetd OWNER widgetd")
            try server.sql("REVOKE ALL ON DATABASE widgetd FROM PUBLIC")
            first = try Engine.account(1)
            try server.sql(AccountFunctions.statements, in: "widgetd")
            try server.sql("SELECT widgetd_accounts.add_hub('\(first.name)', '\(first.password ?? "")')", in: "widgetd")
        }

        static func account(_ byte: UInt8) throws -> HubAccount {
            HubAccount(of: try #require(DeviceID(bytes: [byte] + Array(repeating: 0, count: 31))), password: "of-hub-\(byte)")
        }

        func string(_ account: HubAccount) -> String { "host=\(server.directory) dbname=widgetd \(AccountFunctions.settings) \(account.settings)" }

        func carrier(_ account: HubAccount) throws -> PostgresCarrier { try PostgresCarrier(string(account)) }

        func connection(_ account: HubAccount) throws -> PostgresConnection {
            try PostgresConnection(string(account), deadline: Milliseconds(60_000))
        }

        /// The server keeps this instead of the account's password.
        func verifier(_ account: HubAccount) throws -> String {
            try server.sql("CREATE ROLE made PASSWORD '\(account.password ?? "")'")
            let text = try server.sql("SELECT rolpassword FROM pg_authid WHERE rolname = 'made'")
            try server.sql("DROP ROLE made")
            return String(text.dropLast())
        }

        /// Has a hub add another one.
        func add(_ account: HubAccount, by hub: HubAccount) throws { try carrier(hub).accounts.add(account, verifier: verifier(account)) }
    }

    private static func code(_ body: () throws -> Void) -> WidgetError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? WidgetError)?.code
        }
    }

    @Test func eachHubUsesTheSameTables() throws {
        let engine = try Engine()
        let second = try Engine.account(2)
        try engine.add(second, by: engine.first)
        try engine.connection(engine.first).run("CREATE TABLE widgetd.note (number bigint)")
        try engine.connection(second).run("DROP TABLE widgetd.note")
        #expect(try engine.connection(second).run("SELECT session_user::text").text(0, 0) == second.name)
    }

    @Test func aHubThatIsGoneIsShutOutAtOnce() throws {
        let engine = try Engine()
        let gone = try Engine.account(2)
        try engine.add(gone, by: engine.first)
        let open = try engine.connection(gone)
        try open.run("SELECT last FROM widgetd.state")
        try engine.carrier(engine.first).accounts.remove([gone], hubs: [engine.first])
        #expect(Self.code { try open.run("SELECT last FROM widgetd.state") } == .unavailable)
        #expect(Self.code { _ = try engine.carrier(gone) } != nil)
        #expect(Self.code { _ = try engine.carrier(engine.first) } == nil)
    }

    /// It may have made itself a way back before it was revoked.
    @Test func theAccountsThatItAddedGoToo() throws {
        let engine = try Engine()
        let (gone, hub, secret, deeper) = (try Engine.account(2), try Engine.account(3), try Engine.account(4), try Engine.account(5))
        try engine.add(gone, by: engine.first)
        for account in [hub, secret] { try engine.add(account, by: gone) }
        try engine.add(deeper, by: secret)
        try engine.carrier(engine.first).accounts.remove([gone], hubs: [engine.first, hub])
        for account in [gone, secret, deeper] { #expect(Self.code { _ = try engine.carrier(account) } != nil, "\(account.name)") }
        for account in [engine.first, hub] { #expect(Self.code { _ = try engine.carrier(account) } == nil, "\(account.name)") }
    }

    @Test func nobodyTakesOverAnOpenAccount() throws {
        let engine = try Engine()
        let second = try Engine.account(2)
        try engine.add(second, by: engine.first)
        // The hub's answer was lost, and it asks again.
        let again = try engine.server.sql("SELECT rolpassword FROM pg_authid WHERE rolname = '\(second.name)'").dropLast()
        try engine.carrier(engine.first).accounts.add(second, verifier: String(again))
        let other = HubAccount(of: try #require(DeviceID(bytes: [2] + Array(repeating: 0, count: 31))), password: "another")
        #expect(Self.code { try engine.add(other, by: engine.first) } == .alreadyExists)
        #expect(Self.code { _ = try engine.carrier(second) } == nil)
        // It is opened again for a hub that comes back.
        try engine.carrier(engine.first).accounts.remove([second], hubs: [engine.first])
        try engine.add(other, by: engine.first)
        #expect(Self.code { _ = try engine.carrier(other) } == nil)
    }

    @Test func aHubAdministersNothingElse() throws {
        let engine = try Engine()
        let second = try Engine.account(2)
        let verifier = try engine.verifier(second)
        let hub = try engine.connection(engine.first)
        for name in ["postgres", "hub", "widgetd", "\(second.name)x"] {
            #expect(Self.code { try hub.run("SELECT widgetd_accounts.add_hub($1, $2)", .text(name), .text(verifier)) } != nil, "\(name)")
        }
        #expect(Self.code { try hub.run("SELECT widgetd_accounts.add_hub($1, 'a password')", .text(second.name)) } != nil)
        for statement in [
            "CREATE ROLE other LOGIN", "ALTER ROLE hub NOLOGIN", "SET SESSION AUTHORIZATION hub", "SELECT rolpassword FROM pg_authid",
            "UPDATE widgetd_accounts.account SET is_open = true", "SELECT widgetd_accounts.check_caller()",
        ] {
            #expect(Self.code { try hub.run(statement) } == .permissionDenied, "\(statement)")
        }
    }

    @Test func whereHubsShareAnAccountNothingHappens() throws {
        let server = try PostgresServer()
        try PostgresCarrier(server.connection).accounts.remove([try Engine.account(2)], hubs: [])
    }
}
