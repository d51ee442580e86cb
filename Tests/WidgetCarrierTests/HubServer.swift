import CarrierSchema
import Testing
import WidgetCore

@testable import WidgetCarrier

/// A server that was set up as `widgetctl fleet init` does it, with the account of the first hub.
struct HubServer {
    let server: PostgresServer
    let first: HubAccount

    init() throws {
        server = try PostgresServer(authentication: "scram-sha-256")
        first = try Self.account(1)
        try server.sql("CREATE ROLE widgetd")
        try server.sql("CREATE ROLE \(first.name) LOGIN PASSWORD '\(first.password ?? "")' IN ROLE widgetd")
        try server.sql("CREATE DATABASE widgetd")
        try server.sql("REVOKE ALL ON DATABASE widgetd FROM PUBLIC")
        try server.sql("GRANT CONNECT ON DATABASE widgetd TO widgetd")
        for _ in 1...2 {
            try server.sql(CarrierSchema.script, in: "widgetd")
            try server.sql(AccountFunctions.statements, in: "widgetd")
        }
    }

    static func account(_ byte: UInt8, password: String? = nil) throws -> HubAccount {
        HubAccount(of: try #require(DeviceID(bytes: [byte] + Array(repeating: 0, count: 31))), password: password ?? "of-hub-\(byte)")
    }

    func string(_ account: HubAccount) -> String { "host=\(server.directory) dbname=widgetd \(account.settings)" }

    func carrier(_ account: HubAccount) throws -> PostgresCarrier { try PostgresCarrier(string(account)) }

    func accepts(_ account: HubAccount) -> Bool { (try? carrier(account)) != nil }

    func connection(_ account: HubAccount) throws -> PostgresConnection { try PostgresConnection(string(account), deadline: Milliseconds(60_000)) }

    /// The server keeps this instead of the account's password.
    func verifier(_ account: HubAccount) throws -> String {
        try server.sql("CREATE ROLE made PASSWORD '\(account.password ?? "")'")
        let text = try server.sql("SELECT rolpassword FROM pg_authid WHERE rolname = 'made'")
        try server.sql("DROP ROLE made")
        return String(text.dropLast())
    }

    /// Has a hub say which accounts there are.
    func set(_ accounts: [HubAccount], by hub: HubAccount) throws {
        try carrier(hub).accounts.set(Dictionary(uniqueKeysWithValues: accounts.map { ($0, try verifier($0)) }))
    }
}
