import Foundation
import SwiftUI
import Testing
import WidgetAPI
import WidgetCore

@testable import ActivityKit
@testable import WidgetKit

/// Live Activities of a provider in Swift.
@MainActor @Suite struct ActivityConfigurationTests {
    private struct Delivery: ActivityAttributes {
        enum Step: String, Codable { case packed, sent }

        struct Stop: Codable, Hashable {
            var name: String
            var at: Date?
        }

        struct ContentState: Codable, Hashable {
            var step: Step
            var stops: [Stop] = []
            var weight: Double?
            var parcels: UInt8 = 1
        }

        var recipient: String
    }

    private struct DeliveryView: View {
        @Environment(\.activityFamily) private var family
        let context: ActivityViewContext<Delivery>

        var body: some View {
            let state = context.state
            Text(verbatim: "\(family) \(context.attributes.recipient) \(state.step) \(state.stops.count) \(context.isStale) \(context.activityState)")
        }
    }

    private func service() -> ProviderService {
        let configuration = ActivityConfiguration(for: Delivery.self) { context in
            DeliveryView(context: context)
        } dynamicIsland: { _ in
            DynamicIsland {
                DynamicIslandExpandedRegion(.bottom) { Text("bottom") }
            } compactLeading: {
                Text("leading")
            } compactTrailing: {
                Text("trailing")
            } minimal: {
                Text("minimal")
            }
        }
        var contents = _ProgramContents()
        configuration.supplementalActivityFamilies([.small])._collect(into: &contents)
        return ProviderService(contents)
    }

    private func request(
        _ content: String, attributes: String = #"{"recipient":"Ada"}"#, type: String = "Delivery", state: WidgetCore.ActivityState = .stale
    ) throws -> ActivityDrawingRequest {
        let id = try #require(ActivityID("00000000-0000-7000-8000-000000000001"))
        let activity = WidgetCore.Activity(
            id: id, app: "tests", tag: "parcel", type: type, attributes: attributes, content: WidgetCore.ActivityContent(state: content), style: .standard,
            state: state, startDate: .noon)
        return ActivityDrawingRequest(activity: activity, context: ProviderContext(family: ActivityLimits.family, date: .noon))
    }

    private func texts(_ request: ActivityDrawingRequest) async throws -> [ActivityPresentation: String] {
        let answer = try await service().answer(.drawActivity, try request.drawActivityRequestBytes())
        let views = try ActivityArchiveCodec.decode(try ActivityArchiveCodec.archive(drawActivityResponse: answer))
        return views.compactMapValues { archive in if case .text(let text)? = archive.nodes.first?.content { text } else { nil } }
    }

    @Test func everyPresentationIsDrawnFromAttributesAndState() async throws {
        let description = try ProviderDescription(describeResponse: try await service().answer(.describe, []))
        #expect(description.activities == [ActivityType(name: "Delivery")])
        let content = #"{"step":"sent","stops":[{"name":"Berlin","at":816868800},{"name":"Kyiv"}],"weight":2,"parcels":3,"newer":null}"#
        #expect(
            try await texts(try request(content)) == [
                .lockScreen: "medium Ada sent 2 true stale", .small: "small Ada sent 2 true stale", .compactLeading: "leading", .compactTrailing: "trailing",
                .minimal: "minimal", .expandedBottom: "bottom",
            ])
        #expect(try await texts(try request(content, state: .ended))[.lockScreen] == "medium Ada sent 2 false ended")
        #expect(try await texts(try request(content, state: .active))[.lockScreen] == "medium Ada sent 2 false active")
    }

    @Test(arguments: [
        (#"{"stops":[],"parcels":1}"#, "state: step is missing"), (#"{"step":"sent","stops":[{"name":7}],"parcels":1}"#, "stops.[0].name"),
        (#"{"step":"lost","stops":[],"parcels":1}"#, "state: step"), (#"{"step":"sent","stops":[],"parcels":256}"#, "a number that doesn't fit"),
        (#"{"step":"sent","stops":[{"name":"a","at":"soon"}],"parcels":1}"#, "stops.[0].at"),
    ])
    func aStateThatIsNotTheTypesIsRefusedByItsPlace(_ state: String, _ place: String) async throws {
        let request = try request(state)
        let error = await #expect(throws: WidgetError.self) { try await texts(request) }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.hasPrefix("state: ") == true && error?.message.contains(place) == true, "\(error?.message ?? "")")
    }

    @Test func aPictureIsRefusedWhereverItIsMadeOfViews() throws {
        let view = ViewTree.image(ImageReference(digest: ContentDigest(of: [1]), width: 1, height: 1))
        let made = #expect(throws: WidgetError.self) { try ActivityArchiveCodec.encode([.lockScreen: view]) }
        let archive = ProtoViewArchive(try view.archive())
        let answer: [UInt8] = try ProtoDrawActivityResponse.with {
            $0.archive.views = [
                .with {
                    $0.presentation = .lockScreen
                    $0.archive = archive
                }
            ]
        }.serializedBytes()
        let answered = #expect(throws: WidgetError.self) { try ActivityArchiveCodec.archive(drawActivityResponse: answer) }
        for error in [made, answered] {
            #expect(error?.message.contains("lockScreen: images: 1, and an activity's views have no pictures") == true, "\(error?.message ?? "")")
        }
    }

    @Test func anotherType() async throws {
        let request = try request("{}", type: "Deliver")
        let error = await #expect(throws: WidgetError.self) { try await texts(request) }
        #expect(error?.code == .notFound && error?.message.contains("did you mean Delivery?") == true, "\(error?.message ?? "")")
    }

    @Test func whatIsWrittenIsReadAgain() throws {
        let noon = Date(timeIntervalSince1970: Double(Timestamp.noon.milliseconds) / 1_000)
        let state = Delivery.ContentState(step: .packed, stops: [Delivery.Stop(name: "a \"b\"\n", at: noon)], weight: 0.5, parcels: 2)
        let text = try ActivityCoding.text(of: state)
        #expect(text == #"{"parcels":2,"step":"packed","stops":[{"at":816868800,"name":"a \"b\"\n"}],"weight":0.5}"#)
        #expect(try ActivityCoding.decoder.decode(Delivery.ContentState.self, from: Data(text.utf8)) == state)
        #expect(throws: (any Error).self) { try ActivityCoding.text(of: ["a": Double.nan]) }
    }
}
