import Foundation
import SwiftUI
import Synchronization
import Testing
import WidgetAPI
import WidgetCore

@testable import WidgetKit

/// A provider in Swift hears where its server pushes to.
@MainActor @Suite struct PushHandlerTests {
    private struct Entry: WidgetKit.TimelineEntry { var date: Date }

    private struct Provider: WidgetKit.TimelineProvider {
        func placeholder(in context: Context) -> Entry { Entry(date: .now) }
        func getSnapshot(in context: Context, completion: @escaping @Sendable (Entry) -> Void) { completion(placeholder(in: context)) }
        func getTimeline(in context: Context, completion: @escaping @Sendable (WidgetKit.Timeline<Entry>) -> Void) {
            completion(WidgetKit.Timeline(entries: [placeholder(in: context)], policy: .never))
        }
    }

    private struct Handler: WidgetKit.WidgetPushHandler {
        static let heard = Mutex<[(token: Data, kinds: [String])]>([])
        func pushTokenDidChange(_ pushInfo: WidgetKit.WidgetPushInfo, widgets: [WidgetKit.WidgetInfo]) {
            Self.heard.withLock { $0.append((pushInfo.token, widgets.map(\.kind))) }
        }
    }

    private struct AwayHandler: WidgetKit.WidgetPushHandler {
        func pushTokenDidChange(_ pushInfo: WidgetKit.WidgetPushInfo, widgets: [WidgetKit.WidgetInfo]) throws {
            throw WidgetError(.unavailable, "the server is away")
        }
    }

    private func configuration(_ kind: String) -> some WidgetConfiguration {
        StaticConfiguration(kind: kind, provider: Provider()) { _ in Text("text") }
    }

    private func notice(_ kinds: [String]) throws -> PushRegistrationNotice {
        var random = SystemRandomNumberGenerator()
        return PushRegistrationNotice(
            info: WidgetCore.WidgetPushInfo(token: PushToken(bytes: [1, 0xAB])),
            widgets: kinds.map { kind in
                WidgetCore.WidgetInfo(
                    id: WidgetID(date: Timestamp(milliseconds: 1), using: &random), kind: kind, family: .systemSmall,
                    configuration: ["team": .text("home"), "games": .integer(3)])
            })
    }

    @Test func aHandlerThatSeveralWidgetsShareHearsOfAllOfThemOnce() async throws {
        var contents = _ProgramContents()
        configuration("scores").pushHandler(Handler.self)._collect(into: &contents)
        configuration("table").pushHandler(Handler.self)._collect(into: &contents)
        configuration("clock")._collect(into: &contents)
        #expect(contents.widgets.map(\.kind.takesPushes) == [true, true, false])
        let request = try notice(["scores", "table", "scores", "clock"]).pushInfoRequestBytes()
        #expect(try await ProviderService(contents).answer(.pushInfo, request).isEmpty)
        let heard = Handler.heard.withLock { $0 }
        #expect(heard.map(\.token) == [Data([1, 0xAB])] && heard.map(\.kinds) == [["scores", "table", "scores"]])
    }

    @Test func whyTheServerCouldNotBeToldReachesTheDaemon() async throws {
        var contents = _ProgramContents()
        configuration("scores").pushHandler(AwayHandler.self)._collect(into: &contents)
        let (service, request) = (ProviderService(contents), try notice(["scores"]).pushInfoRequestBytes())
        let error = await #expect(throws: WidgetError.self) { try await service.answer(.pushInfo, request) }
        #expect(error?.message == "the server is away")
    }

    @Test func aNoticeWithoutATokenAndOneThatIsWrongAreToldApart() throws {
        let gone = PushRegistrationNotice(info: WidgetCore.WidgetPushInfo(token: nil), widgets: [])
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
