import Foundation
import Testing
import WidgetCore

@testable import WidgetPeers

@Suite struct HubsFileTests {
    private let hubs = [
        PairedDevice(
            id: DeviceID(certificate: [1]), name: "desk, with a comma", addresses: [.host("desk.local", port: 9434), .host("fd00::1", port: 9434)],
            added: Timestamp(milliseconds: 5)),
        PairedDevice(id: DeviceID(certificate: [2]), name: "shelf", addresses: [], added: Timestamp(milliseconds: 6)),
    ]

    @Test func whatIsWrittenIsRead() throws {
        let directory = try TemporaryDirectory()
        let file = HubsFile(stateDirectory: directory.path)
        #expect(!file.isThere)
        try file.write(hubs)
        #expect(file.isThere)
        #expect(try file.read() == hubs)
        try file.write([hubs[1]])
        #expect(try file.read() == [hubs[1]])
        #expect(directory.names == ["leaf"])
        try file.remove()
        try file.remove()
        #expect(!file.isThere)
    }

    @Test("A file that isn't one names the line, and what to do", arguments: ["", "\n\n", "garbage\n", "QX4HZ2M\tx\t\tname\n", "a\tb\tc\td\n"])
    func mistakes(text: String) throws {
        let directory = try TemporaryDirectory()
        try Data(text.utf8).write(to: URL(fileURLWithPath: directory.path + "/leaf"))
        let error = #expect(throws: WidgetError.self) { try HubsFile(stateDirectory: directory.path).read() }
        #expect(error?.code == .failedPrecondition && error?.message.contains("join the hub again") == true)
    }
}
