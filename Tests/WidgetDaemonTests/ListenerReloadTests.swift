import Foundation
import Glibc
import Testing
import WidgetAPI
import WidgetCore
import WidgetSettings
import WidgetTestSupport

@testable import DaemonCore

/// A daemon goes over to other addresses, certificates and directories with a reload.
@Suite("A reload changes where the daemon listens", .timeLimit(.minutes(5))) struct ListenerReloadTests {
    private func daemon(_ text: String) throws -> DaemonFixture {
        let fixture = try DaemonFixture()
        fixture.settings = try fixture.directory.write("widgetd.conf", text)
        return fixture
    }

    private func reload(_ fixture: DaemonFixture, _ text: String) throws {
        try fixture.directory.write("widgetd.conf", text)
        fixture.reload()
    }

    private func setting(_ key: ConfigurationKey, _ fixture: DaemonFixture) throws -> ProtoConfigurationResponse.Setting {
        try #require(try fixture.client().configuration().settings.first { $0.key == key.name })
    }

    @Test("Metrics: the new address answers, the old one refuses, and a taken one leaves things as they are")
    func metrics() throws {
        let (first, second, taken) = (try LoopbackPort(), try LoopbackPort(), try LoopbackPort())
        for port in [first, second] { port.close() }
        let fixture = try daemon("[Metrics]\nMetricsListen=127.0.0.1:\(first.number)\n")
        try fixture.start()
        // Ready is said before anything listens but the socket. A reload waits for it.
        fixture.reload()
        #expect(try first.metrics().contains("widgetd_build_info"))
        try reload(fixture, "[Metrics]\nMetricsListen=127.0.0.1:\(second.number)\n")
        #expect(try second.metrics().contains("widgetd_build_info") && !first.answers)
        #expect(try setting(.metricsListen, fixture).values.map(\.text) == ["127.0.0.1:\(second.number)"])
        // Both are asked for and one of them can't be had, so neither is taken.
        try reload(fixture, "[Metrics]\nMetricsListen=127.0.0.1:\(first.number)\nMetricsListen=127.0.0.1:\(taken.number)\n")
        #expect(try second.metrics().contains("widgetd_build_info") && !first.answers)
        let refused = try setting(.metricsListen, fixture)
        #expect(refused.refused.contains("127.0.0.1:\(taken.number)"), "\(refused)")
        #expect(refused.values.map(\.text) == ["127.0.0.1:\(second.number)"] && refused.next.count == 2, "\(refused)")
        let shown = try fixture.widgetctl("config", "show").output
        #expect(shown.contains("MetricsListen couldn't be changed to 127.0.0.1:\(first.number)"), "\(shown)")
        // The next reload tries again.
        taken.close()
        fixture.reload()
        #expect(try taken.metrics().contains("widgetd_build_info") && first.metrics().contains("widgetd_build_info") && !second.answers)
        #expect(try setting(.metricsListen, fixture).refused.isEmpty)
        try reload(fixture, "")
        #expect(!taken.answers && !first.answers)
        fixture.stop()
        #expect(fixture.log.contains("widgetd.conf:2: MetricsListen: it couldn't be applied"), "\(fixture.log)")
    }

    @Test("Carrier: a database that can't be reached leaves things as they are")
    func carrier() throws {
        let fixture = try daemon("")
        try fixture.start()
        let file = fixture.directory.file("carrier")
        try reload(fixture, "[Peers]\nCarrier=\(file)\n")
        let refused = try setting(.carrier, fixture)
        #expect(refused.refused.contains("\(file): No such file") && refused.values.isEmpty && refused.next.map(\.text) == [file], "\(refused)")
        let process = fixture.processID
        let begin = try fixture.client().status().startedAt
        // The file is there by the next reload.
        try fixture.directory.write("carrier", "host=\(fixture.directory.path) dbname=widgetd\n", mode: 0o600)
        fixture.reload()
        let other = try setting(.carrier, fixture).refused
        #expect(!other.isEmpty && !other.contains("\(file): "), "\(other)")
        fixture.reload()
        #expect(try fixture.client().status().startedAt == begin && fixture.processID == process)
    }

    @Test("Pushes: a gateway is opened, moved and closed while the daemon runs")
    func pushes() throws {
        let (first, second, taken) = (try LoopbackPort(), try LoopbackPort(), try LoopbackPort())
        for port in [first, second] { port.close() }
        let fixture = try daemon("")
        try fixture.start()
        #expect(try !fixture.client().status().hasPushGateway)
        for port in [first, second] {
            try reload(fixture, "[Push]\nPushListen=127.0.0.1:\(port.number)\n")
            #expect(try fixture.client().status().pushGateway.listening == ["127.0.0.1:\(port.number)"])
            let topic = try fixture.client().addPushTopic("builds")
            #expect(topic.url == "https://localhost:\(port.number)/builds", "the address is the new one")
        }
        #expect(second.answers && !first.answers)
        try reload(fixture, "[Push]\nPushListen=127.0.0.1:\(taken.number)\n")
        #expect(try second.answers && setting(.pushListen, fixture).refused.contains("\(taken.number)"))
        // A certificate that isn't there leaves the one before, and the addresses too.
        try reload(fixture, "[Push]\nPushListen=127.0.0.1:\(first.number)\nPushCertificate=/nowhere.pem\nPushPrivateKey=/nowhere.key\n")
        #expect(try second.answers && !first.answers && setting(.pushCertificate, fixture).refused.contains("/nowhere.key"))
        try reload(fixture, "")
        #expect(try !second.answers && !fixture.client().status().hasPushGateway)
    }

    @Test("Devices: the link stays, and the other device finds the new address")
    func devices() throws {
        let (first, second, taken) = (try LoopbackPort(), try LoopbackPort(), try LoopbackPort())
        for port in [first, second] { port.close() }
        let a = try daemon("[Peers]\nAnnounce=no\nPeerListen=127.0.0.1:\(first.number)\n")
        let b = try daemon("[Peers]\nAnnounce=no\nPeerListen=127.0.0.1:0\n")
        for fixture in [a, b] { try fixture.start() }
        _ = try b.client().join(code: try a.client().invite().code)
        try PairedDaemons.wait(a, status: { $0.peers.first?.device.state == .connected })
        try reload(a, "[Peers]\nAnnounce=no\nPeerListen=127.0.0.1:\(second.number)\n")
        let status = try a.client().syncStatus()
        #expect(status.listening == ["127.0.0.1:\(second.number)"] && status.peers.first?.device.state == .connected, "\(status)")
        #expect(second.answers && !first.answers)
        try reload(a, "[Peers]\nAnnounce=no\nPeerListen=127.0.0.1:\(taken.number)\n")
        #expect(try a.client().syncStatus().listening == ["127.0.0.1:\(second.number)"])
        #expect(try second.answers && setting(.peerListen, a).refused.contains("127.0.0.1:\(taken.number)"))
        // The other device has heard of the new address over the link.
        try PairedDaemons.wait(b, status: { $0.peers.first?.behind == 0 })
        b.stop()
        try b.start()
        try PairedDaemons.wait(b, status: { $0.peers.first?.device.state == .connected })
    }

    @Test("The next scan of the manifests reads the directories that are set then")
    func providers() {
        let directories = ProviderDirectories([], environment: [:])
        var settings = ConfigurationSettings()
        settings.set(.providers, ["/srv/providers"], from: .commandLine)
        directories.follow(settings)
        #expect(directories.all.contains { $0.path == "/srv/providers" })
        directories.follow(ConfigurationSettings())
        #expect(!directories.all.isEmpty && !directories.all.contains { $0.path == "/srv/providers" })
    }
}

/// A port of 127.0.0.1, taken until it is closed.
private final class LoopbackPort {
    let number: UInt16
    private var socket: Int32

    init() throws {
        let descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = Self.address(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0 }
        }
        (socket, number) = (descriptor, UInt16(bigEndian: address.sin_port))
        guard isBound, listen(descriptor, 1) == 0 else { throw WidgetError(.unavailable, "no port is free") }
    }

    deinit { close() }

    func close() {
        if socket >= 0 { Glibc.close(socket) }
        socket = -1
    }

    private static func address(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    /// Somebody listens there.
    var answers: Bool {
        guard let client = connected() else { return false }
        Glibc.close(client)
        return true
    }

    private func connected() -> Int32? {
        let client = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = Self.address(number)
        let isConnected = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0 }
        }
        if isConnected { return client }
        Glibc.close(client)
        return nil
    }

    /// The answer to a request for /metrics. Empty: nobody listens there.
    func metrics() throws -> String {
        guard let client = connected() else { return "" }
        let file = FileHandle(fileDescriptor: client, closeOnDealloc: true)
        try file.write(contentsOf: Data("GET /metrics HTTP/1.1\r\nHost: 127.0.0.1:\(number)\r\nConnection: close\r\n\r\n".utf8))
        return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
    }
}
