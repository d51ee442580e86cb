import Testing
import WidgetCore

@testable import WidgetPeers

/// The way of a hub to its engine.
@Suite struct EngineFileTests {
    private let certificate = "-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n"

    private func lines(_ access: EngineAccess) throws -> [String] {
        let directory = try TemporaryDirectory()
        let file = EngineFile(stateDirectory: directory.path)
        try file.write(access)
        let lines = ConnectionString.lines(of: try directory.read("engine"))
        #expect(try EngineFile.access(of: lines) == access)
        return lines
    }

    @Test func aSharedAccountIsAPartOfTheConnection() throws {
        let lines = try lines(EngineAccess(connection: "host=db user=widgetd password=secret", certificate: ""))
        #expect(lines == ["host=db user=widgetd password=secret"])
    }

    @Test func aHubsOwnAccountStandsApart() throws {
        let account = HubAccount(of: DeviceID(certificate: [1]), password: "a-B_9")
        let lines = try lines(EngineAccess(connection: "host=db dbname=widgetd", account: account, certificate: certificate))
        #expect(lines.count == 3)
        #expect(lines.prefix(2) == ["host=db dbname=widgetd", "user=\(account.name) password=a-B_9"])
    }

    /// libpq reads the settings, so nothing else may come in with them.
    @Test(arguments: [
        "user=widgetd password=a", "user=widgetd_0123 password=a", "user=widgetd_0123456789abcdef0123456789abcdef password='a b'",
        "user=widgetd_0123456789abcdef0123456789abcdef password=a host=evil", "user=widgetd_0123456789ABCDEF0123456789ABCDEF password=a", "",
        "user=widgetd_0123456789abcdef0123456789abcdef passwort=a", "user=widgetd_0123456789abcdef0123456789abcdef password=",
    ]) func otherSettingsAreNoAccount(text: String) { #expect(HubAccount(settings: text) == nil) }

    /// One that the server refuses would hold up the accounts of all hubs.
    @Test func onlyVerifiersOfPostgreSQLAreTaken() throws {
        let verifier = try DeviceIdentity.make().hubVerifier
        #expect(HubAccount.isVerifier(verifier))
        for other in [
            "", verifier + "=", String(verifier.dropLast()), verifier.replacing("4096", with: "4097"), verifier.replacing("=", with: "!"),
            verifier.replacing("$", with: ":"), verifier.replacing("=", with: "é"), verifier + "\n",
        ] { #expect(!HubAccount.isVerifier(other), "\(other)") }
    }

    @Test func anAccountsPasswordFollowsFromTheKey() throws {
        let (first, second) = (try DeviceIdentity.make(), try DeviceIdentity.make())
        #expect(first.hubAccount == first.hubAccount && first.hubVerifier == first.hubVerifier)
        #expect(first.hubAccount.password != second.hubAccount.password && first.hubVerifier != second.hubVerifier)
        #expect(HubAccount(settings: first.hubAccount.settings) == first.hubAccount)
    }
}
