import Testing
import WidgetAPI
import WidgetCore

@testable import WidgetProviderKit

/// Live Activities of a provider in Swift.
@Suite struct ActivityConfigurationTests {
    private struct Delivery: ActivityAttributes {
        enum Step: String, Codable { case packed, sent }

        struct Stop: Codable {
            var name: String
            var at: Timestamp?
        }

        struct ContentState: Codable {
            var step: Step
            var stops: [Stop] = []
            var weight: Double?
            var parcels: UInt8 = 1
        }

        var recipient: String
    }

    private func service() -> ProviderService {
        let configuration = ActivityConfiguration(for: Delivery.self) { context in
            .text("\(context.activityFamily) \(context.attributes.recipient) \(context.state.step) \(context.state.stops.count) \(context.isStale)")
        } dynamicIsland: { context in
            DynamicIsland(
                expanded: [DynamicIslandExpandedRegion(.bottom, .text("bottom"))], compactLeading: .text("leading"), compactTrailing: .text("trailing"),
                minimal: .text("minimal"))
        }
        return ProviderService(widgets: [], activities: [configuration.supplementalActivityFamilies([.small]).definition], intents: [])
    }

    private func request(_ state: String, attributes: String = #"{"recipient":"Ada"}"#, type: String = "Delivery") throws -> ActivityDrawingRequest {
        let id = try #require(ActivityID("00000000-0000-7000-8000-000000000001"))
        let activity = Activity(
            id: id, app: "tests", tag: "parcel", type: type, attributes: attributes, content: ActivityContent(state: state), style: .standard, state: .stale,
            startDate: .noon)
        return ActivityDrawingRequest(activity: activity, context: ProviderContext(family: ActivityLimits.family, date: .noon))
    }

    private func views(_ state: String) throws -> [ActivityPresentation: ViewArchive] {
        let answer = try service().answer(.drawActivity, try request(state).drawActivityRequestBytes())
        return try ActivityArchiveCodec.decode(try ActivityArchiveCodec.archive(drawActivityResponse: answer))
    }

    @Test func everyPresentationIsDrawnFromAttributesAndState() throws {
        let description = try ProviderDescription(describeResponse: try service().answer(.describe, []))
        #expect(description.activities == [ActivityType(name: "Delivery")])
        let views = try views(#"{"step":"sent","stops":[{"name":"Berlin","at":"2026-11-20T08:00:00Z"},{"name":"Kyiv"}],"weight":2,"parcels":3,"newer":null}"#)
        let texts = views.compactMapValues { archive in if case .text(let text)? = archive.nodes.first?.content { text } else { nil } }
        #expect(
            texts == [
                .lockScreen: "medium Ada sent 2 true", .small: "small Ada sent 2 true", .compactLeading: "leading", .compactTrailing: "trailing",
                .minimal: "minimal", .expandedBottom: "bottom",
            ])
    }

    @Test(arguments: [
        (#"{"stops":[],"parcels":1}"#, "state.step: is missing"),
        (#"{"step":"sent","stops":[{"name":7}],"parcels":1}"#, "state.stops[0].name: must be a string"),
        (#"{"step":"lost","stops":[],"parcels":1}"#, "state.step"), (#"{"step":"sent","stops":[],"parcels":256}"#, "state.parcels: must be 0 to 255"),
        (#"{"step":"sent","stops":[{"name":"a","at":"soon"}],"parcels":1}"#, "state.stops[0].at: must be a date"),
    ])
    func aStateThatIsNotTheTypesIsRefusedByItsPlace(_ state: String, _ reason: String) throws {
        let error = #expect(throws: WidgetError.self) { try views(state) }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
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

    @Test func anotherType() throws {
        let error = #expect(throws: WidgetError.self) {
            try service().answer(.drawActivity, try request("{}", type: "Deliver").drawActivityRequestBytes())
        }
        #expect(error?.code == .notFound && error?.message.contains("did you mean Delivery?") == true, "\(error?.message ?? "")")
    }

    @Test func whatIsWrittenIsReadAgain() throws {
        let state = Delivery.ContentState(step: .packed, stops: [Delivery.Stop(name: "a \"b\"\n", at: .noon)], weight: 0.5, parcels: 2)
        let text = try JSONEncoding.text(of: state)
        #expect(text == #"{"step":"packed","stops":[{"name":"a \"b\"\n","at":"2026-11-20T12:00:00Z"}],"weight":0.5,"parcels":2}"#)
        let read = try JSONDecoding.decode(Delivery.ContentState.self, from: text, field: "state")
        #expect(read.stops.first?.at == .noon && read.weight == 0.5 && read.step == .packed)
        #expect(throws: WidgetError.self) { try JSONEncoding.text(of: ["a": Double.nan]) }
    }
}
