import BusTestSupport
import Systemd
import Testing
import WidgetCore

@testable import WidgetNotifications

@Suite("Addresses on notifications", .timeLimit(.minutes(5)), .enabled(if: PrivateBus.daemon != nil)) struct AddressOpenerTests {
    @Test("The desktop portal is asked for what is the web's or mail's, and nobody for anything else")
    func portal() async throws {
        let bus = try PrivateBus()
        let portal = try BusService("org.freedesktop.portal.Desktop", at: bus.address)
        let opener = AddressOpener(bus: try Bus(.address(bus.address)))
        try await opener.open("https://example.org/a?b=c&d")
        for url in ["file:///etc/passwd", "-x", "steam://run/1"] {
            let error = await #expect(throws: WidgetError.self) { try await opener.open(url) }
            #expect(error?.code == .failedPrecondition)
        }
        #expect(BusService.opened.withLock { $0 } == ["https://example.org/a?b=c&d"])
        withExtendedLifetime(portal) {}
    }
}
