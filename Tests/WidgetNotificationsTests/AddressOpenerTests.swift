import BusTestSupport
import Foundation
import Systemd
import Testing
import WidgetCore

@testable import WidgetNotifications

@Suite("Addresses on notifications", .timeLimit(.minutes(5)), .enabled(if: PrivateBus.daemon != nil)) struct AddressOpenerTests {
    @Test("The desktop portal is asked for what is the web's or mail's, and nobody for anything else")
    func portal() async throws {
        let bus = try PrivateBus()
        let portal = try BusService("org.freedesktop.portal.Desktop", at: bus.address)
        let opener = PortalOpener(bus: try Bus(.address(bus.address)))
        try await opener.open("https://example.org/a?b=c&d")
        for url in ["file:///etc/passwd", "-x", "steam://run/1"] {
            let error = await #expect(throws: WidgetError.self) { try await opener.open(url) }
            #expect(error?.code == .failedPrecondition)
        }
        #expect(BusService.opened.withLock { $0 } == ["https://example.org/a?b=c&d"])
        withExtendedLifetime(portal) {}
    }

    @Test("What the portal may have opened isn't opened again; what it doesn't open is, by xdg-open")
    func once() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "opener-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try Data("#!/bin/sh\necho \"$1\" >>\(directory)/opened\n".utf8).write(to: URL(filePath: directory + "/xdg-open"))
        chmod(directory + "/xdg-open", 0o755)
        let path = String(cString: getenv("PATH"))
        let runtime = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) }
        setenv("PATH", "\(directory):\(path)", 1)
        unsetenv("XDG_RUNTIME_DIR")
        defer {
            setenv("PATH", path, 1)
            if let runtime { setenv("XDG_RUNTIME_DIR", runtime, 1) }
        }
        let bus = try PrivateBus()
        var opener = PortalOpener(bus: try Bus(.address(bus.address)))
        try await opener.open("https://example.org/$HOME")
        #expect(try String(contentsOfFile: directory + "/opened", encoding: .utf8) == "https://example.org/$HOME\n")
        let portal = try BusService("org.freedesktop.portal.Desktop", at: bus.address)
        opener.patience = .milliseconds(50)
        let error = await #expect(throws: WidgetError.self) { try await opener.open("https://silent.example") }
        #expect(error?.code == .deadlineExceeded)
        #expect(try String(contentsOfFile: directory + "/opened", encoding: .utf8) == "https://example.org/$HOME\n")
        withExtendedLifetime(portal) {}
    }
}
