import Crypto
import Foundation
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// A server that pushes to a daemon's gateway with curl, and has a key there.
struct GatewayCurl {
    struct Answer {
        var status: Int
        var headers: [String: String]
        var body: String
    }

    /// Nil: the machine has none.
    static let path = ["/usr/bin/curl", "/usr/local/bin/curl", "/bin/curl"].first { FileManager.default.isExecutableFile(atPath: $0) }

    let daemon: DaemonFixture
    /// The value of `authorization`.
    let authorization: String

    /// Adds the key to the daemon.
    init(_ daemon: DaemonFixture) throws {
        let signer = P256.Signing.PrivateKey()
        self.daemon = daemon
        authorization = try Self.providerToken(signer)
        _ = try daemon.client().addPushKey(
            PushKey(team: "T", id: "K", publicKey: Array(signer.publicKey.x963Representation), addedAt: .earliest, apps: []))
    }

    /// - Parameter path: from `/1/` on of the management port, else of the gateway's.
    func send(_ method: String, _ path: String, _ headers: [String: String] = [:], body: String = "") throws -> Answer {
        let status = try daemon.client().status().pushGateway
        let place = try #require(path.hasPrefix("/1/") ? status.managing.first : status.listening.first)
        var arguments = ["--silent", "--show-error", "--include", "--http2", "--request", method, "--cacert", daemon.state + "/push-certificate.pem"]
        for (name, value) in headers.merging(["authorization": authorization], uniquingKeysWith: { given, _ in given }) {
            arguments += ["--header", "\(name): \(value)"]
        }
        if !body.isEmpty { arguments += ["--data", body] }
        let result = try Programs.run(try #require(Self.path), arguments + ["https://\(place)\(path)"])
        let parts = result.output.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        let lines = try #require(parts.first, "\(result.errors)").split(separator: "\r\n")
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let pair = line.split(separator: ":", maxSplits: 1)
            if pair.count == 2 { fields[pair[0].lowercased()] = pair[1].trimmingCharacters(in: .whitespaces) }
        }
        let code = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        return Answer(status: try #require(code, "\(result.errors)"), headers: fields, body: parts.count > 1 ? String(parts[1]) : "")
    }

    private static func providerToken(_ signer: P256.Signing.PrivateKey) throws -> String {
        func part(_ bytes: some Sequence<UInt8>) -> String {
            Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        }
        let signed = part(#"{"alg":"ES256","kid":"K"}"#.utf8) + "." + part(#"{"iss":"T","iat":\#(Int(Date().timeIntervalSince1970))}"#.utf8)
        return "bearer \(signed).\(part(try signer.signature(for: Data(signed.utf8)).rawRepresentation))"
    }
}
