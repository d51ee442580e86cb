import Synchronization
import Testing
import WidgetAPI
import WidgetCore

@testable import WidgetProviderKit

/// A provider in Swift hears where its server pushes to.
@Suite struct PushHandlerTests {
    private struct Entry: WidgetProviderKit.TimelineEntry { var date: Timestamp }

    private struct Provider: TimelineProvider {
        func placeholder(in context: Context) -> Entry { Entry(date: context.date) }
        func snapshot(for configuration: Parameters, in context: Context) -> Entry { placeholder(in: context) }
        func timeline(for configuration: Parameters, in context: Context) -> WidgetProviderKit.Timeline<Entry> {
            WidgetProviderKit.Timeline(entries: [placeholder(in: context)])
        }
    }

    private struct Handler: WidgetPushHandler {
        static let heard = Mutex<[PushRegistrationNotice]>([])
        func pushTokenDidChange(_ pushInfo: WidgetPushInfo, widgets: [WidgetInfo]) {
            Self.heard.withLock { $0.append(PushRegistrationNotice(info: pushInfo, widgets: widgets)) }
        }
    }

    private struct AwayHandler: WidgetPushHandler {
        func pushTokenDidChange(_ pushInfo: WidgetPushInfo, widgets: [WidgetInfo]) throws { throw WidgetError(.unavailable, "the server is away") }
    }

    private func configuration(_ kind: String) -> StaticConfiguration<Provider> {
        StaticConfiguration(kind: kind, provider: Provider()) { _, _ in .text("text") }
    }

    private func notice(_ kinds: [String]) throws -> PushRegistrationNotice {
        var random = SystemRandomNumberGenerator()
        return PushRegistrationNotice(
            info: WidgetPushInfo(token: PushToken(bytes: [1, 0xAB])),
            widgets: kinds.map { kind in
                WidgetInfo(
                    id: WidgetID(date: Timestamp(milliseconds: 1), using: &random), kind: kind, family: .systemSmall,
                    configuration: ["team": .text("home"), "games": .integer(3)])
            })
    }

    @Test func aHandlerThatSeveralWidgetsShareHearsOfAllOfThemOnce() throws {
        let service = ProviderService(
            widgets: [
                configuration("scores").pushHandler(Handler.self).definition, configuration("table").pushHandler(Handler.self).definition,
                configuration("clock").definition,
            ], intents: [])
        #expect(service.widgets.map(\.kind.takesPushes) == [true, true, false])
        let notice = try notice(["scores", "table", "scores", "clock"])
        #expect(try service.answer(.pushInfo, notice.pushInfoRequestBytes()).isEmpty)
        #expect(Handler.heard.withLock { $0 } == [PushRegistrationNotice(info: notice.info, widgets: Array(notice.widgets.prefix(3)))])
        #expect(notice.info.token?.hexadecimal == "01ab")
    }

    @Test func whyTheServerCouldNotBeToldReachesTheDaemon() throws {
        let service = ProviderService(widgets: [configuration("scores").pushHandler(AwayHandler.self).definition], intents: [])
        let request = try notice(["scores"]).pushInfoRequestBytes()
        let error = #expect(throws: WidgetError.self) { try service.answer(.pushInfo, request) }
        #expect(error?.message == "the server is away")
    }

    @Test func aNoticeWithoutATokenAndOneThatIsWrongAreToldApart() throws {
        let gone = PushRegistrationNotice(info: WidgetPushInfo(token: nil), widgets: [])
        #expect(try PushRegistrationNotice(pushInfoRequest: gone.pushInfoRequestBytes()) == gone)
        let other = try notice(["scores"])
        #expect(try PushRegistrationNotice(pushInfoRequest: other.pushInfoRequestBytes()) == other && other.digest != gone.digest)
        // A token of 129 bytes; a widget whose id is "x".
        let long = [0x0A, 0x81, 0x01] + [UInt8](repeating: 1, count: PushLimits.tokenBytes + 1)
        for (bytes, field) in [(long, "token"), ([0x12, 3, 0x0A, 1, 0x78], "widgets[0].widget_id")] as [([UInt8], String)] {
            let error = #expect(throws: WidgetError.self) { try PushRegistrationNotice(pushInfoRequest: bytes) }
            #expect(error?.message.hasPrefix(field) == true, "\(error?.message ?? "")")
        }
    }
}
