import Foundation
import NIOSSL
import Testing
import WidgetCore

@testable import WidgetPeers

@Suite struct ServerCertificateTests {
    private func withDirectory(_ body: (String) throws -> Void) throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "server-certificate-\(UUID())").path
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try body(directory)
    }

    private func open(_ directory: String, names: [String] = ["localhost", "desk.local", "127.0.0.1", "::1"]) throws(WidgetError) -> ServerCertificate {
        try ServerCertificate.open(directory: directory, certificateName: "c.pem", keyName: "k.pem", names: names)
    }

    private func mode(_ path: String) throws -> Int? { try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int }

    @Test func itIsMadeOnceForItsNames() throws {
        try withDirectory { directory in
            let made = try open(directory)
            let certificate = try #require(try NIOSSLCertificate.fromPEMBytes(made.certificate).first)
            let names = certificate._subjectAlternativeNames()
            #expect(
                names.map { Array($0.contents) } == [Array("localhost".utf8), Array("desk.local".utf8), [127, 0, 0, 1], Array(repeating: 0, count: 15) + [1]])
            // TLS takes both together.
            let key = try NIOSSLPrivateKey(bytes: made.privateKey, format: .pem)
            _ = try NIOSSLContext(configuration: .makeServerConfiguration(certificateChain: [.certificate(certificate)], privateKey: .privateKey(key)))
            #expect(try mode("\(directory)/k.pem") == 0o600)
            #expect(try open(directory, names: ["other"]).certificate == made.certificate, "clients that trust it go on")
        }
    }

    @Test func aCertificateThatWasTakenAwayIsMadeOfTheSameKey() throws {
        try withDirectory { directory in
            let first = try open(directory)
            try FileManager.default.removeItem(atPath: "\(directory)/c.pem")
            let second = try open(directory, names: ["other"])
            #expect(second.privateKey == first.privateKey)
            #expect(second.certificate != first.certificate)
        }
    }

    @Test func aCertificateWithoutItsKeyIsNotReplaced() throws {
        try withDirectory { directory in
            _ = try open(directory)
            try FileManager.default.removeItem(atPath: "\(directory)/k.pem")
            let error = #expect(throws: WidgetError.self) { try open(directory) }
            #expect(error?.code == .failedPrecondition)
            #expect(error?.message.contains("k.pem isn't") == true)
        }
    }

    @Test func aKeyThatOthersMayReadIsRefused() throws {
        try withDirectory { directory in
            _ = try open(directory)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: "\(directory)/k.pem")
            let error = #expect(throws: WidgetError.self) { try open(directory) }
            #expect(error?.message.contains("chmod 600") == true)
        }
    }
}
