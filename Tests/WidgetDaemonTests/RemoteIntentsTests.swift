import Glibc
import Synchronization
import Testing
import WidgetAPI
import WidgetCore
import WidgetPeers
import WidgetReplication
import WidgetStore
import WidgetTestSupport

@testable import DaemonCore
@testable import WidgetDaemon

/// Taps that another device performs, over a link that does what a test says.
@Suite(.timeLimit(.minutes(10))) struct RemoteIntentsTests {
    /// The other device, as this one sees it.
    private final class Owner: Sendable {
        /// Its answers, one after the other; the last one again and again.
        let answers: Mutex<[WidgetError?]>
        let asked = Mutex<[String]>([])
        let isConnected = Mutex(true)
        private let known = Mutex<Set<String>>([])

        init(_ answers: [WidgetError?]) { self.answers = Mutex(answers) }

        /// Performs each key once, also where the answer is lost.
        func ask(_ method: String, _ payload: [UInt8]) throws(WidgetError) -> [UInt8] {
            do {
                let key =
                    method == PeerMethod.perform
                    ? try ProtoPerformRequest(serializedBytes: payload).idempotencyKey
                    : try ProtoActivityRequest(serializedBytes: payload).perform.idempotencyKey
                asked.withLock { $0.append(key) }
                let isRepeated = !known.withLock { $0.insert(key).inserted }
                if let error = answers.withLock({ $0.count > 1 ? $0.removeFirst() : $0[0] }) { throw error }
                return method == PeerMethod.perform
                    ? try ProtoPerformResponse.with { $0.repeatedKey = isRepeated }.encoded()
                    : try ProtoPerformActivityResponse.with { $0.repeatedKey = isRepeated }.encoded()
            } catch {
                throw error as? WidgetError ?? WidgetError(.internal, "only taps are expected")
            }
        }
    }

    private let directory: TemporaryDirectory
    private let store: WidgetStore
    private let device = DeviceID(certificate: [1])
    private let activity: WidgetID

    init() throws {
        directory = try TemporaryDirectory()
        store = try WidgetStore.open(StoreConfiguration(directory: directory.file("store"), now: { .now })).0
        var random = SystemRandomNumberGenerator()
        activity = WidgetID(date: .now, using: &random)
    }

    private func service(_ owner: Owner, clock: any Clock<Duration> = ContinuousClock()) async throws -> WidgetService {
        let service = WidgetService.alone(
            store, isConnected: { _ in owner.isConnected.withLock(\.self) },
            askDevice: { _, method, payload throws(WidgetError) in
                guard owner.isConnected.withLock(\.self) else { throw WidgetError(.unavailable, "it isn't connected") }
                return try owner.ask(method, payload)
            }, clock: clock)
        try await service.startAlone()
        return service
    }

    private func tap(_ service: WidgetService, _ key: String, until date: Timestamp? = nil) async throws -> PerformResult {
        // Taps are in the order of their milliseconds.
        defer { usleep(1_000) }
        return try await service.intents.remote.perform(
            PendingActions.Tap(widget: activity, action: "ring", value: nil), of: .activity, key: key, on: device, queueUntil: date)
    }

    @Test func aTapWhoseLinkBreaksIsNotSaidToHaveBeenMadeBefore() async throws {
        let owner = Owner([.unanswered, nil])
        let service = try await service(owner)
        #expect(try await tap(service, "a").isRepeated == false)
        #expect(owner.asked.withLock(\.self) == ["a", "a"])
        #expect(try await tap(service, "a").isRepeated)
    }

    @Test func anErrorOfTheLinkNamesTheDeviceAndStaysWhatItIs() {
        let named = [WidgetError.notConnected, .brokenLink, .unanswered].map { $0.naming("hall") }
        #expect(named.allSatisfy { $0.message.contains("the device 'hall' ") }, "\(named)")
        #expect(named.map(\.isOverdue) == [false, false, true] && named.map(\.isUnanswered) == [false, true, true])
        let said = WidgetError(.notFound, "the device doesn't know the widget")
        #expect(said.naming("hall") == said, "what the device said itself")
    }

    @Test func ofATapThatCannotBeKeptItIsNotSaidThatNothingWasDone() async throws {
        let service = try await service(Owner([.brokenLink]))
        // A store that takes nothing more.
        store.close()
        let error = await #expect(throws: WidgetError.self) { try await tap(service, "a", until: .now + .hours(1)) }
        #expect(error == .brokenLink)
    }

    @Test func aTapWhoseAnswerNeverComesSaysHowToAskForIt() async throws {
        let service = try await service(Owner([.brokenLink]))
        // It waits for no other link.
        await service.intents.remote.stop()
        await service.stop()
        let error = await #expect(throws: WidgetError.self) { try await tap(service, "a") }
        #expect(error?.code == .aborted && error?.message.contains("--key a:") == true, "\(String(describing: error))")
    }

    @Test func aTapWhoseLinkEndsWhileTheDaemonStopsIsToldAtOnceThatItMayHaveBeenPerformed() async throws {
        let owner = Owner([.brokenLink])
        // It would wait for another link without end.
        let service = try await service(owner, clock: StoppedClock())
        async let told = #expect(throws: WidgetError.self) { try await tap(service, "a") }
        while owner.asked.withLock(\.isEmpty) { await Task.yield() }
        await service.drain()
        let error = await told
        #expect(error?.code == .aborted, "\(String(describing: error))")
        await service.stop()
    }

    @Test func aTapDoesNotOvertakeThoseThatWait() async throws {
        let owner = Owner([nil])
        let service = try await service(owner)
        owner.isConnected.withLock { $0 = false }
        for key in ["a", "b"] { #expect(try await tap(service, key, until: .now + .hours(1)).queuedUntil != nil) }
        // The link is there, and nobody has been told yet.
        owner.isConnected.withLock { $0 = true }
        #expect(try await tap(service, "c").queuedUntil == nil)
        #expect(owner.asked.withLock(\.self) == ["a", "b", "c"])
    }

    @Test func whatWasSentBeforeAKillMayHaveBeenPerformed() async throws {
        let owner = Owner([.brokenLink])
        let service = try await service(owner)
        owner.isConnected.withLock { $0 = false }
        for key in ["a", "b"] { _ = try await tap(service, key, until: .now + .hours(1)) }
        owner.isConnected.withLock { $0 = true }
        await service.intents.remote.deliverQueued()
        // The first one is sent, and the one behind it waits for its answer.
        let reasons = try store.load().receipts.reduce(into: [:]) { $0[$1.key] = $1.reason }
        #expect(reasons["a"]?.contains("may have been performed") == true && reasons["b"] == "", "\(reasons)")
    }

    @Test func whereEarlierTapsStayATapWaitsWithThemOrIsRefused() async throws {
        let owner = Owner([WidgetError(.unavailable, "the link to the device has just ended")])
        let service = try await service(owner)
        owner.isConnected.withLock { $0 = false }
        for key in ["a", "b"] { _ = try await tap(service, key, until: .now + .hours(1)) }
        owner.isConnected.withLock { $0 = true }
        // The first of those that wait comes to the device, which doesn't take it.
        let error = await #expect(throws: WidgetError.self) { try await tap(service, "refused") }
        #expect(error?.code == .unavailable && error?.message.contains("an earlier tap") == true, "\(String(describing: error))")
        #expect(try await tap(service, "c", until: .now + .hours(1)).queuedUntil != nil)
        #expect(Set(owner.asked.withLock(\.self)) == ["a"])
        owner.answers.withLock { $0 = [nil] }
        await service.intents.remote.deliverQueued()
        #expect(owner.asked.withLock(\.self).suffix(3) == ["a", "b", "c"])
    }

    @Test func aDeviceThatIsThereAndCouldNotTakeItIsAskedAgainThoughNothingChanges() async throws {
        let owner = Owner([WidgetError(.unavailable, "it is starting"), WidgetError(.unavailable, "its store can't be read"), nil])
        let clock = PauselessClock()
        let service = try await service(owner, clock: clock)
        #expect(try await tap(service, "a", until: .now + .hours(1)).queuedUntil != nil)
        // The third time it is performed, and nothing waits any more.
        while !(try store.load().receipts.isEmpty) { await Task.yield() }
        #expect(owner.asked.withLock(\.self) == ["a", "a", "a"])
        // Not only when it would have been over.
        let pauses = clock.pauses.withLock(\.self)
        #expect(pauses.contains(DaemonCoreLimits.queueRetry) && pauses.allSatisfy { $0 < .seconds(3_000) }, "\(pauses)")
    }

    /// Taps on a widget whose kind nobody gives just now.
    private func tapWidget(_ service: WidgetService, _ key: String) async throws {
        let tap = PendingActions.Tap(widget: activity, action: "ring", value: nil)
        #expect(try await service.intents.remote.perform(tap, of: .widget, key: key, on: device, queueUntil: .now + .hours(1)).queuedUntil != nil)
    }

    private func place() async throws {
        let widget = Widget(id: activity, kind: "bell", family: .systemSmall, name: "", parameters: [:], placedAt: .now)
        try await store.write { try $0.put(widget) }
    }

    @Test func whatWasSentToOneDeviceIsNoOtherOnesToPerform() async throws {
        try await place()
        let owner = Owner([.brokenLink, nil])
        let service = try await service(owner)
        try await tapWidget(service, "a")
        await service.intents.remote.deliverQueued()
        #expect(owner.asked.withLock(\.self) == ["a", "a"])
        #expect(try store.load().receipts.isEmpty)
    }

    /// With a tap that waits for the other device, which isn't there, on a widget that nobody gives.
    private func serviceWithTap(_ owner: Owner) async throws -> WidgetService {
        try await place()
        let service = try await service(owner)
        owner.isConnected.withLock { $0 = false }
        try await tapWidget(service, "a")
        return service
    }

    @Test func whatNobodyGivesJustNowWaitsForItsDevice() async throws {
        let owner = Owner([nil])
        let service = try await serviceWithTap(owner)
        owner.isConnected.withLock { $0 = true }
        await service.intents.remote.deliverQueued()
        #expect(owner.asked.withLock(\.self).isEmpty)
        #expect(try store.load().receipts.map(\.state) == [.queued])
    }

    @Test func whatNobodyGivesJustNowHoldsUpNothingThatIsOnAnotherWidget() async throws {
        let owner = Owner([nil])
        let service = try await serviceWithTap(owner)
        usleep(1_000)
        var random = SystemRandomNumberGenerator()
        let other = PendingActions.Tap(widget: WidgetID(date: .now, using: &random), action: "ring", value: nil)
        #expect(try await service.intents.remote.perform(other, of: .activity, key: "b", on: device, queueUntil: .now + .hours(1)).queuedUntil != nil)
        owner.isConnected.withLock { $0 = true }
        await service.intents.remote.deliverQueued()
        #expect(owner.asked.withLock(\.self) == ["b"])
        #expect(try store.load().receipts.map(\.key) == ["a"])
    }

    @Test func whatWasSentToADeviceThatIsGoneHoldsUpNoTapOnAnotherOnes() async throws {
        try await place()
        let (owner, gone) = (Owner([nil]), device)
        let service = WidgetService.alone(
            store, isConnected: { $0 != gone },
            askDevice: { id, method, payload throws(WidgetError) in
                guard id != gone else { throw .brokenLink }
                return try owner.ask(method, payload)
            })
        try await service.startAlone()
        try await tapWidget(service, "a")
        let tap = PendingActions.Tap(widget: activity, action: "ring", value: nil)
        let result = try await service.intents.remote.perform(tap, of: .widget, key: "b", on: DeviceID(certificate: [2]), queueUntil: nil)
        #expect(result.queuedUntil == nil && owner.asked.withLock(\.self) == ["b"])
        #expect(service.intents.records.receipts.queued.map(\.key) == ["a"])
    }

    /// Its pauses end at once.
    private final class PauselessClock: Clock {
        let pauses = Mutex<[Duration]>([])
        let now = ContinuousClock.now
        var minimumResolution: Duration { .zero }

        func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws { pauses.withLock { $0.append(deadline - now) } }
    }

    /// Another device's store, and what it says of an intent there.
    private struct Receipts {
        let store: WidgetStore
        private let key: OwnedKey

        init(in directory: TemporaryDirectory, _ name: String = "other") throws {
            store = try WidgetStore.open(StoreConfiguration(directory: directory.file(name), now: { .now })).0
            key = OwnedKey(device: store.device, set: OwnedSet.intents.rawValue)
        }

        /// Writes a receipt there, and has `here` get it.
        /// - Returns: what the work loop would be told.
        func bring(_ receipt: IntentReceipt, to here: WidgetStore) async throws -> ReplicaChanges {
            try await store.write { try $0.put(receipt) }
            let (key, device) = (key, store.device)
            let update = try #require(try await store.replicate { try $0.update(key, base: nil, after: nil) }.0)
            return try await here.replicate { try $0.apply(update, from: device) }.1
        }
    }

    private func receipt(_ key: String) -> IntentReceipt {
        IntentReceipt(id: activity, key: key, target: .activity, widget: activity, action: "ring", value: nil, startedAt: .now)
    }

    @Test func whatWaitedAndIsOverThereIsForgottenAlsoWhereItsAnswerNeverCame() async throws {
        let other = try Receipts(in: directory)
        let owner = Owner([.unanswered, nil])
        let service = try await service(owner)
        owner.isConnected.withLock { $0 = false }
        let tap = PendingActions.Tap(widget: activity, action: "ring", value: nil)
        _ = try await service.intents.remote.perform(tap, of: .activity, key: "a", on: other.store.device, queueUntil: .now + .hours(1))
        owner.isConnected.withLock { $0 = true }
        await service.intents.remote.deliverQueued()
        #expect(service.intents.records.receipts.queued.map(\.key) == ["a"])
        let changes = try await other.bring(receipt("a").ended(nil, at: .now), to: store)
        // The row comes also through a third device.
        owner.isConnected.withLock { $0 = false }
        await service.apply(changes)
        while !service.intents.records.receipts.queued.isEmpty {
            try Task.checkCancellation()
            await Task.yield()
        }
        #expect(owner.asked.withLock(\.self) == ["a"])
    }

    @Test func viewsThatAreReadBeforeTheEndOfATapThatTheyKnowEndItAllTheSame() async throws {
        let other = try Receipts(in: directory)
        let service = try await service(Owner([nil]))
        let pending = receipt("a")
        await service.apply(try await other.bring(pending, to: store))
        #expect(service.intents.records.taps(of: activity).count == 1)
        let changes = try await other.bring(pending.ended(nil, at: .now), to: store)
        await service.didReceiveViews(of: activity)
        #expect(service.intents.records.taps(of: activity).isEmpty)
        await service.apply(changes)
        #expect(service.intents.records.taps(of: activity).isEmpty)
    }

    @Test func aTapIsShownAsLongAsItIsPerformedWhateverBecomesOfItWhereItWaited() async throws {
        let (performer, asker) = (try Receipts(in: directory), try Receipts(in: directory, "asker"))
        let service = try await service(Owner([nil]))
        var waiting = receipt("a")
        (waiting.performer, waiting.state, waiting.expiresAt) = (performer.store.device, .queued, .now + .hours(1))
        await service.apply(try await asker.bring(waiting, to: store))
        #expect(service.intents.records.taps(of: activity).isEmpty)
        await service.apply(try await performer.bring(receipt("a"), to: store))
        waiting.reason = "it may have been performed already"
        await service.apply(try await asker.bring(waiting, to: store))
        #expect(service.intents.records.taps(of: activity).count == 1)
        await service.apply(try await performer.bring(receipt("a").ended(WidgetError(.internal, "it went wrong"), at: .now), to: store))
        #expect(service.intents.records.taps(of: activity).isEmpty)
    }

    @Test func whatWasTakenBackIsNotPerformed() async throws {
        let owner = Owner([nil])
        let service = try await service(owner)
        for key in (0..<50).map(String.init) {
            owner.isConnected.withLock { $0 = false }
            _ = try await tap(service, key, until: .now + .hours(1))
            owner.isConnected.withLock { $0 = true }
            async let delivery: Void = service.intents.remote.deliverQueued()
            let isTakenBack = (try? await service.intents.remote.cancel(key)) != nil
            await delivery
            await service.intents.remote.deliverQueued()
            #expect(owner.asked.withLock { $0.contains(key) } == !isTakenBack)
        }
    }

    @Test func aDeviceThatAnswersSlowlyHoldsNoOtherOneUp() async throws {
        let (slow, fast) = (Owner([nil]), Owner([nil]))
        let (asked, gate) = (AsyncStream<Void>.makeStream(), AsyncStream<Void>.makeStream())
        let device = device
        let service = WidgetService.alone(
            store, isConnected: { id in (id == device ? slow : fast).isConnected.withLock(\.self) },
            askDevice: { id, method, payload throws(WidgetError) in
                guard (id == device ? slow : fast).isConnected.withLock(\.self) else { throw WidgetError(.unavailable, "it isn't connected") }
                if id == device {
                    asked.continuation.yield()
                    for await _ in gate.stream {}
                }
                return try (id == device ? slow : fast).ask(method, payload)
            })
        try await service.startAlone()
        for owner in [slow, fast] { owner.isConnected.withLock { $0 = false } }
        _ = try await tap(service, "slow", until: .now + .hours(1))
        slow.isConnected.withLock { $0 = true }
        await service.connected()
        for await _ in asked.stream { break }
        // The slow one is being asked now.
        let other = DeviceID(certificate: [2])
        var random = SystemRandomNumberGenerator()
        for key in ["a", "b"] {
            let tap = PendingActions.Tap(widget: WidgetID(date: .now, using: &random), action: "ring", value: nil)
            _ = try await service.intents.remote.perform(tap, of: .activity, key: key, on: other, queueUntil: .now + .hours(1))
        }
        fast.isConnected.withLock { $0 = true }
        await service.connected()
        while fast.asked.withLock({ $0.count }) < 2 {
            try Task.checkCancellation()
            await Task.yield()
        }
        #expect(Set(fast.asked.withLock(\.self)) == ["a", "b"])
        gate.continuation.finish()
        await service.intents.remote.deliverQueued()
        #expect(slow.asked.withLock(\.self) == ["slow"])
    }
}
