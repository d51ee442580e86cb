import CarrierSchema
import Testing
import WidgetCore

@testable import WidgetCarrier

/// Hubs with accounts of their own.
@Suite(.serialized, .enabled(if: PostgresServer.missing == nil, "\(PostgresServer.missing ?? "")"))
struct PostgresAccountsTests {
    private static func code(_ body: () throws -> Void) -> WidgetError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? WidgetError)?.code
        }
    }

    @Test func eachHubUsesTheSameTables() throws {
        let engine = try HubServer()
        let second = try HubServer.account(2)
        let verifiers = [engine.first: try engine.verifier(engine.first), second: try engine.verifier(second)]
        try engine.carrier(engine.first).accounts.set(verifiers)
        for hub in [engine.first, second] {
            let connection = try engine.connection(hub)
            try connection.run("UPDATE widgetd.state SET last = last")
            #expect(try connection.run("SELECT current_user::text").text(0, 0) == hub.name)
        }
        // An account that is right already stays, and so do its connections.
        let open = try engine.connection(second)
        try engine.carrier(engine.first).accounts.set(verifiers)
        try open.run("SELECT last FROM widgetd.state")
    }

    @Test func aHubThatIsGoneIsShutOutAtOnce() throws {
        let engine = try HubServer()
        let gone = try HubServer.account(2)
        try engine.set([engine.first, gone], by: engine.first)
        let open = try engine.connection(gone)
        // It tries to stay by a lock.
        try open.run("BEGIN")
        try open.run("SELECT pg_advisory_xact_lock(7710222)")
        try open.run("ALTER ROLE \(gone.name) PASSWORD '\(try engine.verifier(gone))'")
        try engine.set([engine.first], by: engine.first)
        #expect(Self.code { try open.run("SELECT last FROM widgetd.state") } == .unavailable)
        #expect(!engine.accepts(gone) && engine.accepts(engine.first))
    }

    /// It may have made itself ways back before it was revoked.
    @Test func whatItDidBeforeDoesNotHelpIt() throws {
        let engine = try HubServer()
        let (gone, hub, secret) = (try HubServer.account(2), try HubServer.account(3), try HubServer.account(4))
        try engine.set([engine.first, gone, hub], by: engine.first)
        let stolen = try HubServer.account(3, password: "of-the-thief")
        try engine.set([engine.first, gone, stolen, secret], by: gone)
        let open = try engine.connection(stolen)
        try engine.set([engine.first, hub], by: engine.first)
        for account in [gone, stolen, secret] { #expect(!engine.accepts(account), "\(account.name)") }
        for account in [engine.first, hub] { #expect(engine.accepts(account), "\(account.name)") }
        #expect(Self.code { try open.run("SELECT last FROM widgetd.state") } == .unavailable)
    }

    @Test func aHubThatComesBackIsLetInAgain() throws {
        let engine = try HubServer()
        let second = try HubServer.account(2)
        for accounts in [[engine.first, second], [engine.first], [engine.first, second]] {
            try engine.set(accounts, by: engine.first)
            #expect(engine.accepts(second) == accounts.contains(second))
        }
    }

    @Test func aHubGivesItselfAnotherPassword() throws {
        let engine = try HubServer()
        let other = try HubServer.account(1, password: "another")
        try engine.carrier(engine.first).accounts.setPassword(of: engine.first, try engine.verifier(other))
        #expect(engine.accepts(other) && !engine.accepts(engine.first))
        #expect(Self.code { try engine.carrier(other).accounts.setPassword(of: engine.first, "x'; DROP TABLE widgetd.state; --") } == .invalidArgument)
    }

    @Test func aHubAdministersNothingElse() throws {
        let engine = try HubServer()
        let verifier = try engine.verifier(try HubServer.account(2))
        let hub = try engine.connection(engine.first)
        func set(_ name: String, _ verifier: String) throws {
            try hub.run(
                "SELECT widgetd_accounts.set_hubs(string_to_array($1, ' '), string_to_array($2, ' '))", .text("\(engine.first.name) \(name)"),
                .text("\(verifier) \(verifier)"))
        }
        for name in ["postgres", "hub", "widgetd", "\(engine.first.name)x"] { #expect(Self.code { try set(name, verifier) } == .invalidArgument, "\(name)") }
        #expect(Self.code { try set(try HubServer.account(2).name, "a-password") } == .invalidArgument)
        for call in ["ARRAY['\(engine.first.name)', NULL], ARRAY['\(verifier)', '\(verifier)']", "ARRAY['\(engine.first.name)'], ARRAY[NULL]"] {
            #expect(Self.code { try hub.run("SELECT widgetd_accounts.set_hubs(\(call))") } == .invalidArgument, "\(call)")
        }
        // It can't leave itself out, by which nobody would be left.
        #expect(Self.code { try hub.run("SELECT widgetd_accounts.set_hubs('{}', '{}')") } == .permissionDenied)
        for statement in [
            "CREATE ROLE other LOGIN", "ALTER ROLE hub NOLOGIN", "SET SESSION AUTHORIZATION hub", "SELECT rolpassword FROM pg_authid",
            "SELECT widgetd_accounts.check_caller('{}')", "CREATE TABLE widgetd.note (number bigint)", "CREATE TABLE public.note (number bigint)",
            "CREATE TEMPORARY TABLE note (number bigint)", "CREATE SCHEMA other", "CREATE FUNCTION widgetd.f() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
            "TRUNCATE widgetd.entry", "ALTER DATABASE widgetd SET search_path = public", "ALTER ROLE widgetd LOGIN",
        ] {
            #expect(Self.code { try hub.run(statement) } == .permissionDenied, "\(statement)")
        }
        // It owns no table, so it can leave nothing there that others run.
        #expect(Self.code { try hub.run("CREATE RULE r AS ON UPDATE TO widgetd.state DO ALSO NOTIFY r") } == .permissionDenied)
        #expect(
            Self.code { try hub.run("CREATE TRIGGER t BEFORE UPDATE ON widgetd.state FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()") }
                == .permissionDenied)
    }

    @Test func tablesOfAnEarlierVersionAreTheAdministratorsToChange() throws {
        let engine = try HubServer()
        try engine.server.sql("UPDATE widgetd.state SET version = 1", in: "widgetd")
        let error = #expect(throws: WidgetError.self) { try engine.carrier(engine.first) }
        #expect(error?.code == .failedPrecondition && error?.message.contains("sudo widgetctl fleet init") == true)
        try engine.server.sql("DROP TABLE widgetd.content", in: "widgetd")
        try engine.server.sql(CarrierSchema.script, in: "widgetd")
        try engine.server.sql(AccountFunctions.statements, in: "widgetd")
        #expect(engine.accepts(engine.first))
    }

    @Test func whereHubsShareAnAccountNothingHappens() throws {
        let server = try PostgresServer()
        try PostgresCarrier(server.connection).accounts.set([try HubServer.account(2): "anything"])
    }
}
