import Foundation
import Testing
import WidgetCore
import WidgetReplication
import WidgetStore
import WidgetTestSupport

@testable import WidgetDaemon

/// Two devices that have the same transactions. The second one has a link to a third, and the first one hasn't.
@Suite struct AcknowledgementRelayTests {
    private static let third = DeviceID(certificate: [3])
    private let directory: TemporaryDirectory
    private let first: WidgetStore
    private let second: WidgetStore

    init() async throws {
        directory = try TemporaryDirectory()
        let path = directory.file("first")
        let store = try WidgetStore.open(StoreConfiguration(directory: path, now: { .now })).0
        for number: UInt8 in 1...5 {
            var random = SystemRandomNumberGenerator()
            let widget = Widget(
                id: WidgetID(date: .now, using: &random), kind: "greeting", family: .systemSmall, name: "\(number)", parameters: [:], placedAt: .now)
            try await store.write { try $0.put(widget) }
        }
        store.close()
        try FileManager.default.copyItem(atPath: path, toPath: directory.file("second"))
        first = try WidgetStore.open(StoreConfiguration(directory: path, now: { .now })).0
        second = try WidgetStore.open(StoreConfiguration(directory: directory.file("second"), now: { .now })).0
    }

    @Test func aDeviceLearnsFromAnotherWhatAThirdHas() async throws {
        _ = try await second.replicate { try $0.acknowledge($0.summary().origins, by: Self.third) }
        let answering = AcknowledgementRelay(store: second, ask: { _, _ in throw WidgetError(.internal, "it isn't asked to ask") }, isConnected: { _ in false })
        let asking = AcknowledgementRelay(store: first, ask: { _, payload in try answering.answer(payload) }, isConnected: { _ in false })
        #expect(try first.unacknowledged(by: Self.third) > 0)
        // A device that has a link by now says it itself.
        let connected = AcknowledgementRelay(store: first, ask: asking.ask, isConnected: { _ in true })
        try await connected.learn(from: [DeviceID(certificate: [2])], about: [Self.third])
        #expect(try first.unacknowledged(by: Self.third) > 0)
        try await asking.learn(from: [DeviceID(certificate: [2])], about: [Self.third])
        #expect(try first.unacknowledged(by: Self.third) == 0)
    }

    @Test func aDeviceThatCannotAnswerIsNoError() async throws {
        let asking = AcknowledgementRelay(
            store: first, ask: { _, _ in throw WidgetError(.unimplemented, "of an earlier version") }, isConnected: { _ in false })
        let before = try first.unacknowledged(by: Self.third)
        try await asking.learn(from: [DeviceID(certificate: [2])], about: [Self.third])
        #expect(try first.unacknowledged(by: Self.third) == before)
        let garbage = AcknowledgementRelay(store: first, ask: { _, _ in [0xff, 1, 2] }, isConnected: { _ in false })
        try await garbage.learn(from: [DeviceID(certificate: [2])], about: [Self.third])
        #expect(try first.unacknowledged(by: Self.third) == before)
    }

    @Test(arguments: [0, 1, 31, 33, 32 * (DaemonLimits.acknowledgementsPerRequest + 1)]) func aPayloadThatIsNoListOfIdsIsRefused(length: Int) {
        let relay = AcknowledgementRelay(store: first, ask: { _, _ in [] }, isConnected: { _ in false })
        let error = #expect(throws: WidgetError.self) { try relay.answer([UInt8](repeating: 1, count: length)) }
        #expect(error?.code == .invalidArgument && error?.message.contains("devices") == true)
    }
}
