import Foundation
import Glibc
import Logging
import NIOPosix
import Synchronization
import Testing
import WidgetAPI
import WidgetCore
import WidgetPeers
import WidgetProviders
import WidgetStore
import WidgetTestSupport

@testable import DaemonCore
@testable import WidgetDaemon

/// The controls of a device over a real store, with another device that answers as a test says.
@Suite(.timeLimit(.minutes(10))) struct ControlServiceTests {
    private static let start = Timestamp(milliseconds: 1_795_266_300_000)

    /// The device that owns the lamp, the clock and the timer, as this device sees them.
    private final class Surroundings: Sendable {
        let answer = Mutex<Result<ControlReceipt, WidgetError>>(.success(.pending))
        let asked = Mutex<[String]>([])
        let isConnected = Mutex(true)
        let now = Mutex(ControlServiceTests.start)
        let timer = Mutex<[Timestamp?]>([])

        func ask(_ payload: [UInt8]) throws(WidgetError) -> [UInt8] {
            guard let press = try? ProtoControlRequest(serializedBytes: payload).press, let id = ControlID(press.control) else {
                throw WidgetError(.internal, "only taps are expected")
            }
            asked.withLock { $0.append(press.idempotencyKey) }
            let receipt = try answer.withLock(\.self).get()
            return try ProtoControlReceipt(receipt, control: id, key: press.idempotencyKey).encoded()
        }
    }

    private let directory: TemporaryDirectory
    private let store: WidgetStore
    private let owner: DeviceID
    private let id: ControlID
    private let surroundings = Surroundings()
    private let service: ControlService
    /// The owner's row.
    private var peer: PeerState
    private let registry: PushRegistry
    /// This device's own, of a kind that takes pushes.
    private let bells: [ControlID]

    init() async throws {
        let start = Self.start
        directory = try TemporaryDirectory()
        store = try WidgetStore.open(StoreConfiguration(directory: directory.file("state"), now: { start })).0
        owner = DeviceID(certificate: [1])
        var random = SystemRandomNumberGenerator()
        id = ControlID(date: start, using: &random)
        var stored = try store.load()
        peer = PeerState()
        peer.controlKinds = [
            StoredControlKind(kind: ControlKind(id: "lamp", provider: "lamp", type: .toggle, symbol: "lightbulb", isPrivacySensitive: true), fingerprint: "")
        ]
        let state = ControlState(
            control: Control(id: id, kind: "lamp"), value: ControlValue(isOn: false), actionError: "it was performed, but is off", loadError: "it isn't off")
        let record = ControlRecord(control: id, key: "old", isOn: true, caller: "", receipt: .reverted("it was performed, but is off"), date: start)
        peer.controls = [id: StoredControl(state, records: [record])]
        stored.peers[owner] = peer
        stored.devices.append(Device(id: owner, name: "hall", addedAt: start))
        bells = (0..<50).map { _ in ControlID(date: start, using: &random) }
        stored.controlKinds = [
            StoredControlKind(kind: ControlKind(id: "bell", provider: "bell", type: .button, symbol: "bell", takesPushes: true), fingerprint: "")
        ]
        stored.controls = bells.map { StoredControl(ControlState(control: Control(id: $0, kind: "bell"))) }
        registry = PushRegistry(store: store, stored: stored.push, now: { start })
        service = await Self.service(store, stored, registry, surroundings)
    }

    private func press(_ key: String = "a", queueUntil: Timestamp? = nil, isLocked: Bool = false) async throws -> ProtoControlReceipt {
        let request = ProtoPressControlRequest.with {
            $0.control = id.description
            $0.idempotencyKey = key
            $0.isOn = true
            if let queueUntil { $0.queueUntil = .init(queueUntil) }
        }
        return try await service.press(request, from: ControlService.Asker(device: nil, isLocked: isLocked))
    }

    private func receipt(_ key: String = "a") async throws -> ProtoControlReceipt? {
        try await service.get(id.description).receipts.first { $0.idempotencyKey == key }
    }

    /// Waits until a tap is as it should be; somebody else may be giving it to the owner.
    private func wait(for outcome: ProtoControlReceipt.Outcome, of key: String) async throws {
        while try await receipt(key)?.outcome != outcome {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    /// The daemon, started anew over the same store.
    private func restarted() async throws -> ControlService {
        var stored = try store.load()
        stored.peers[owner] = peer
        stored.devices.append(Device(id: owner, name: "hall", addedAt: Self.start))
        return await Self.service(store, stored, registry, surroundings)
    }

    /// In a session that isn't locked.
    private static func service(
        _ store: WidgetStore, _ stored: StoredState, _ registry: PushRegistry, _ surroundings: Surroundings, _ providers: ProviderRegistry? = nil
    ) async -> ControlService {
        let service = unheard(store, stored, registry, surroundings, providers)
        await service.sessionIsLocked(false)
        return service
    }

    /// Nobody has said yet whether the session is locked.
    private static func unheard(
        _ store: WidgetStore, _ stored: StoredState, _ registry: PushRegistry, _ surroundings: Surroundings, _ providers: ProviderRegistry? = nil
    ) -> ControlService {
        ControlService(
            store: store, stored: stored, registry: registry, tokens: nil, providers: providers ?? .given(store, stored),
            devices: OtherDevices(
                isThere: { _ in surroundings.isConnected.withLock(\.self) },
                answer: { _, _, payload throws(WidgetError) in try surroundings.ask(payload) }),
            runtime: .quiet(now: { surroundings.now.withLock(\.self) }), setTimer: { date in surroundings.timer.withLock { $0.append(date) } })
    }

    @Test(arguments: [WidgetError.brokenLink, .unanswered], [nil, start + .hours(1)])
    func aTapWhoseAnswerDoesNotComeWaitsAndIsAskedAgainUnderItsKey(error: WidgetError, until: Timestamp?) async throws {
        surroundings.answer.withLock { $0 = .failure(error) }
        #expect(try await press(queueUntil: until).outcome == .queued)
        // The link breaks again while the tap that waited is given.
        await service.linkDidChange(to: owner)
        #expect(try await receipt()?.outcome == .queued)
        surroundings.answer.withLock { $0 = .success(.confirmed) }
        await service.linkDidChange(to: owner)
        try await wait(for: .confirmed, of: "a")
        #expect(Set(surroundings.asked.withLock(\.self)) == ["a"])
    }

    @Test func ofATapThatCannotBeKeptItIsNotSaidThatNothingWasDone() async throws {
        surroundings.answer.withLock { $0 = .failure(.brokenLink) }
        // A store that takes nothing more.
        store.close()
        let error = await #expect(throws: WidgetError.self) { try await press(queueUntil: Self.start + .hours(1)) }
        #expect(error == .brokenLink)
    }

    @Test func ofALinkThatEndedBeforeNothingWaitsUnlessItIsAskedFor() async throws {
        surroundings.answer.withLock { $0 = .failure(WidgetError(.unavailable, "the link to the device has just ended; nothing was asked")) }
        #expect(try await press("now").outcome == .unavailable)
        #expect(try await press("later", queueUntil: Self.start + .hours(1)).outcome == .queued)
        await service.linkDidChange(to: owner)
        surroundings.now.withLock { $0 = Self.start + .hours(1) }
        await service.advance()
        let receipt = try await receipt("later")
        #expect(receipt?.outcome == .reverted && receipt?.reason.contains("may have been") == false, "\(String(describing: receipt))")
    }

    @Test func aTapWhoseAnswerNeverComesSaysThatItMayHaveBeenPerformed() async throws {
        surroundings.answer.withLock { $0 = .failure(.brokenLink) }
        #expect(try await press().outcome == .queued)
        surroundings.isConnected.withLock { $0 = false }
        surroundings.now.withLock { $0 = Self.start + DaemonLimits.unansweredTap }
        await service.advance()
        let receipt = try await receipt()
        #expect(receipt?.outcome == .reverted && receipt?.reason.contains("may have been performed") == true, "\(String(describing: receipt))")
    }

    @Test func aRestartDoesNotForgetThatATapMayHaveBeenPerformed() async throws {
        surroundings.isConnected.withLock { $0 = false }
        for key in ["a", "b"] { #expect(try await press(key, queueUntil: Self.start + .hours(1)).outcome == .queued) }
        surroundings.isConnected.withLock { $0 = true }
        surroundings.answer.withLock { $0 = .failure(.brokenLink) }
        await service.linkDidChange(to: owner)
        surroundings.isConnected.withLock { $0 = false }
        // The first is sent, and those behind it wait for its answer.
        let again = try await restarted()
        surroundings.now.withLock { $0 = Self.start + .hours(1) }
        await again.advance()
        let reasons = try await again.get(id.description).receipts.reduce(into: [:]) { $0[$1.idempotencyKey] = $1.reason }
        #expect(reasons["a"]?.contains("may have been performed") == true && reasons["b"]?.contains("may have been") == false, "\(reasons)")
    }

    @Test func whatBecameOfATapThatWaitedIsAskedForWhereTheRowDoesNotTell() async throws {
        surroundings.isConnected.withLock { $0 = false }
        #expect(try await press(queueUntil: Self.start + .hours(1)).outcome == .queued)
        surroundings.isConnected.withLock { $0 = true }
        await service.linkDidChange(to: owner)
        #expect(try await receipt()?.outcome == .pending)
        surroundings.answer.withLock { $0 = .success(.confirmed) }
        #expect(try await press().outcome == .confirmed)
        #expect(try await receipt()?.outcome == .confirmed)
    }

    @Test func aTapDoesNotOvertakeThoseThatWait() async throws {
        surroundings.isConnected.withLock { $0 = false }
        for key in ["a", "b"] { #expect(try await press(key, queueUntil: Self.start + .hours(1)).outcome == .queued) }
        // The link is there, and nobody has been told yet.
        surroundings.isConnected.withLock { $0 = true }
        #expect(try await press("c").outcome == .pending)
        #expect(surroundings.asked.withLock(\.self) == ["a", "b", "c"])
    }

    @Test func whereEarlierTapsStayATapWaitsWithThemOrIsRefused() async throws {
        surroundings.isConnected.withLock { $0 = false }
        #expect(try await press("a", queueUntil: Self.start + .hours(1)).outcome == .queued)
        surroundings.isConnected.withLock { $0 = true }
        surroundings.answer.withLock { $0 = .failure(.brokenLink) }
        let error = await #expect(throws: WidgetError.self) { try await press("b") }
        #expect(error?.code == .unavailable && error?.message.contains("an earlier tap") == true, "\(String(describing: error))")
        #expect(try await press("c", queueUntil: Self.start + .hours(1)).outcome == .queued)
        #expect(Set(surroundings.asked.withLock(\.self)) == ["a"])
    }

    @Test func aTapThatTheOwnerHasNoRoomForStaysUntilItHas() async throws {
        surroundings.isConnected.withLock { $0 = false }
        for key in ["a", "b", "c"] { #expect(try await press(key, queueUntil: Self.start + .hours(1)).outcome == .queued) }
        surroundings.answer.withLock { $0 = .failure(WidgetError(.resourceExhausted, "one action of this control waits already")) }
        surroundings.isConnected.withLock { $0 = true }
        await service.linkDidChange(to: owner)
        // Those after it aren't given before it.
        #expect(Set(surroundings.asked.withLock(\.self)) == ["a"])
        for key in ["a", "b", "c"] { #expect(try await receipt(key)?.outcome == .queued) }
        surroundings.answer.withLock { $0 = .success(.pending) }
        await service.linkDidChange(to: owner)
        for key in ["a", "b", "c"] { try await wait(for: .pending, of: key) }
        #expect(surroundings.asked.withLock(\.self).suffix(3) == ["a", "b", "c"])
    }

    @Test func aTapThatComesDueOnAFullDiskIsTriedAgainLaterAndNotAtOnce() async throws {
        surroundings.isConnected.withLock { $0 = false }
        let end = Self.start + .hours(1)
        #expect(try await press(queueUntil: end).outcome == .queued)
        #expect(surroundings.timer.withLock(\.last) == .some(end))
        // A store that takes nothing more.
        store.close()
        surroundings.now.withLock { $0 = end }
        surroundings.timer.withLock { $0 = [] }
        await service.advance()
        let armed = surroundings.timer.withLock(\.self).compactMap(\.self)
        #expect(armed.allSatisfy { $0 >= end + .seconds(30) } && !armed.isEmpty, "\(armed)")
    }

    @Test(.enabled(if: SmallDisk.canBeMade, "needs root and mount(8): a full disk can't be made otherwise"))
    func whatReturnedInTimeIsWrittenAsThatOnceThereIsRoom() async throws {
        let (state, begun, end) = (directory.file("small"), directory.file("begun"), directory.file("end"))
        try SmallDisk.mount(at: state)
        defer { SmallDisk.unmount(state) }
        let store = try WidgetStore.open(StoreConfiguration(directory: state, now: { Self.start })).0
        let script = #"""
            #!/bin/sh
            case $(cat) in
            *performControl*) touch "\#(begun)"; while [ ! -e "\#(end)" ]; do sleep 0.05; done ;;
            *) echo '{}' ;;
            esac
            """#
        try directory.write("providers/bell.sh", script, mode: 0o755)
        let kind = #"{"id":"bell","type":"button","symbol":"bell"}"#
        try directory.write("providers/bell.json", #"{"format":1,"id":"bell","name":"bell","protocol":"json","exec":["bell.sh"],"controls":[\#(kind)]}"#)
        let catalog = ProviderCatalog.scan([ProviderDirectory(path: directory.file("providers"), origin: .path)])
        let host = ProviderHost(
            manifest: try #require(catalog.manifests.first, "\(catalog.problems)"), environment: ProviderEnvironment(daemon: [:]),
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }), now: { .now })
        var stored = try store.load()
        stored.controlKinds = [
            StoredControlKind(kind: ControlKind(id: "bell", provider: "bell", type: .button, symbol: "bell"), fingerprint: host.manifest.fingerprint)
        ]
        let providers = ProviderRegistry.given(store, stored, GivenProviders([host]))
        await providers.load()
        let service = await Self.service(store, stored, PushRegistry(store: store, stored: .init(), now: { Self.start }), surroundings, providers)
        await service.start()
        let id = try await service.add(.with { $0.kind = "bell" }).control.id
        func receipt() async throws -> ProtoControlReceipt { try #require(try await service.get(id).receipts.first) }

        _ = try await service.press(.with { ($0.control, $0.idempotencyKey) = (id, "a") }, from: ControlService.Asker(device: nil, isLocked: false))
        while access(begun, F_OK) != 0 {
            try Task.checkCancellation()
            await Task.yield()
        }
        try SmallDisk.fill(state)
        try directory.write("end", "")
        while try await !receipt().isUnrecorded {
            try Task.checkCancellation()
            await Task.yield()
        }
        // Long after it should have returned.
        surroundings.now.withLock { $0 = Self.start + .hours(1) }
        await service.advance()
        #expect(try await receipt().isUnrecorded)
        try FileManager.default.removeItem(atPath: "\(state)/filler")
        await service.advance()
        while try await !receipt().isFinal {
            try Task.checkCancellation()
            await Task.yield()
        }
        let last = try await receipt()
        #expect(last.outcome == .confirmed, "\(last)")
        await service.stop()
    }

    @Test func aControlThatIsRemovedWhileItsTokenIsMadeHasNone() async throws {
        await service.start()
        #expect(registry.tokens().count == bells.count)
        for token in registry.tokens() { try await registry.end(token.registration.address) }
        await withTaskGroup { group in
            for bell in bells {
                group.addTask { _ = try? await service.pushToken(bell.description) }
                group.addTask { _ = try? await service.remove(bell.description) }
            }
        }
        #expect(await service.list().controls.allSatisfy { !$0.local })
        #expect(registry.tokens().isEmpty)
    }

    @Test(arguments: [nil, false]) func untilItIsKnownWhetherTheSessionIsLockedNothingPrivateIsToldAndNobodyIsLetIn(word: Bool?) async throws {
        var stored = try store.load()
        var random = SystemRandomNumberGenerator()
        let safe = ControlID(date: Self.start, using: &random)
        var peer = peer
        peer.controlKinds.append(
            StoredControlKind(
                kind: ControlKind(id: "safe", provider: "lamp", type: .toggle, symbol: "lock", authentication: .requiresAuthentication), fingerprint: ""))
        peer.controls[safe] = StoredControl(ControlState(control: Control(id: safe, kind: "safe"), value: ControlValue(isOn: false)))
        stored.peers[owner] = peer
        stored.devices.append(Device(id: owner, name: "hall", addedAt: Self.start))
        let service = Self.unheard(store, stored, registry, surroundings)
        let lamp = try await service.get(id.description)
        #expect(lamp.valueHidden && !lamp.hasValue && lamp.actionError.isEmpty)
        let press = ProtoPressControlRequest.with { ($0.control, $0.idempotencyKey, $0.isOn) = (safe.description, "open", true) }
        let error = await #expect(throws: WidgetError.self) { try await service.press(press, from: await service.asker(.foreground)) }
        #expect(error?.code == .unavailable && error?.message.contains("isn't known yet whether the session is locked") == true, "\(String(describing: error))")
        #expect(surroundings.asked.withLock(\.self).isEmpty)
        // A caller that needs no authentication is let in.
        let open = ProtoPressControlRequest.with { ($0.control, $0.idempotencyKey, $0.isOn) = (id.description, "lamp", true) }
        _ = try await service.press(open, from: await service.asker(.foreground))
        #expect(surroundings.asked.withLock(\.self) == ["lamp"])
        await service.sessionIsLocked(word)
        #expect(try await service.get(id.description).hasValue)
        _ = try await service.press(press, from: await service.asker(.foreground))
        #expect(surroundings.asked.withLock(\.self) == ["lamp", "open"])
    }

    @Test func aPrivateValueLeavesNoTraceInReceiptsWhileLocked() async throws {
        #expect(try await service.get(id.description).actionError == "it was performed, but is off")
        await service.sessionIsLocked(true)
        let hidden = try await service.get(id.description)
        #expect(hidden.valueHidden && !hidden.hasValue && hidden.actionError.isEmpty && hidden.loadError.isEmpty, "\(hidden)")
        #expect(hidden.receipts.map(\.outcome) == [.reverted] && hidden.receipts.allSatisfy { !$0.hasIsOn && !$0.reason.contains("off") }, "\(hidden)")
        surroundings.isConnected.withLock { $0 = false }
        let queued = try await press(queueUntil: Self.start + .hours(1), isLocked: true)
        #expect(queued.outcome == .queued && !queued.hasIsOn, "\(queued)")
        await service.sessionIsLocked(false)
        #expect(try await receipt()?.isOn == true)
        #expect(try await receipt("old")?.reason == "it was performed, but is off")
    }
}
