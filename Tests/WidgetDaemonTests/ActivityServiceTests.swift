import Glibc
import Logging
import NIOPosix
import Synchronization
import Testing
import WidgetAPI
import WidgetCore
import WidgetProviders
import WidgetStore
import WidgetTestSupport

@testable import DaemonCore
@testable import WidgetDaemon

/// The Live Activities of a device over a real store: what is in one commit with what.
@Suite(.timeLimit(.minutes(10))) struct ActivityServiceTests {
    private let directory: TemporaryDirectory
    private let store: WidgetStore

    init() throws {
        directory = try TemporaryDirectory()
        store = try WidgetStore.open(StoreConfiguration(directory: directory.file("state"), now: { .now })).0
    }

    private func service(
        _ providers: ProviderRegistry? = nil, clock: any Clock<Duration> = ContinuousClock()
    ) throws -> (ActivityService, PushRegistry) {
        let stored = try store.load()
        let registry = PushRegistry(store: store, stored: stored.push, now: { .now })
        let service = ActivityService(
            stored: stored, registry: registry, providers: providers ?? .given(store), intents: .given(store),
            devices: OtherDevices(), maximumAge: nil, runtime: .quiet(clock: clock), setTimer: { _ in })
        return (service, registry)
    }

    private func request(_ tag: String = "nightly", channel: PushChannel? = nil) -> ActivityRequest {
        ActivityRequest(app: "trips", tag: tag, type: TaskActivity.type, attributes: TaskActivity(title: "Trip").attributes, channel: channel?.id ?? [])
    }

    /// A device that had one with a stale date, and one that has ended.
    private final class Owner: Sendable {
        let id = DeviceID(certificate: [1])
        let start = Timestamp(milliseconds: 1_795_266_300_000)
        let isConnected = Mutex(true)
        let now: Mutex<Timestamp>
        let armed = Mutex<[Timestamp?]>([])
        var timer: Timestamp? { armed.withLock { $0.last ?? nil } }

        init() { now = Mutex(start) }
    }

    private func service(owner: Owner, _ activities: [Activity]) throws -> ActivityService {
        var stored = try store.load()
        var peer = PeerState()
        for activity in activities { peer.activities[activity.id] = StoredActivity(activity) }
        stored.peers[owner.id] = peer
        stored.devices.append(Device(id: owner.id, name: "hall", addedAt: owner.start))
        return ActivityService(
            stored: stored, registry: PushRegistry(store: store, stored: stored.push, now: { owner.start }),
            providers: .given(store), intents: .given(store), devices: OtherDevices(isThere: { _ in owner.isConnected.withLock(\.self) }),
            maximumAge: nil, runtime: .quiet(now: { owner.now.withLock(\.self) }), setTimer: { date in owner.armed.withLock { $0.append(date) } })
    }

    @Test func whatAnotherDeviceSaidLastIsShownAsOutOfDateInTime() async throws {
        let owner = Owner()
        var random = SystemRandomNumberGenerator()
        func activity(_ state: ActivityState, _ staleDate: Timestamp? = nil) -> Activity {
            Activity(
                id: ActivityID(date: owner.start, using: &random), app: "trips", tag: "", type: TaskActivity.type,
                attributes: TaskActivity(title: "Trip").attributes, content: ActivityContent(staleDate: staleDate), style: .standard, state: state,
                startDate: owner.start)
        }
        let running = activity(.active, owner.start + .hours(1))
        var ended = activity(.ended)
        ended.dismissalDate = owner.start + .hours(4)
        let service = try service(owner: owner, [running, ended])
        await service.start()
        func shown(_ activity: Activity) async throws -> ProtoActivitySnapshot { try await service.get("\(activity.id)") }
        let board = service.board
        // Watchers see it at the end of a drawing interval.
        func wait(for activity: Activity, _ state: ProtoActivity.State) async throws {
            while try ProtoActivitySnapshot(serializedBytes: try #require(board.entry(activity.id)).summary).activity.state != state {
                try Task.checkCancellation()
                await Task.yield()
            }
            #expect(try await shown(activity).activity.state == state)
        }

        #expect(try await shown(running).activity.state == .active)
        #expect(try await shown(running).unavailable.isEmpty)
        owner.isConnected.withLock { $0 = false }
        await service.linkDidChange(to: owner.id)
        #expect(try await shown(running).unavailable == "the device 'hall' isn't connected")
        #expect(owner.timer == owner.start + .hours(1))

        owner.now.withLock { $0 = owner.start + .hours(1) }
        await service.advance()
        try await wait(for: running, .stale)
        // Whether or not it says so.
        owner.isConnected.withLock { $0 = true }
        await service.linkDidChange(to: owner.id)
        #expect(try await shown(running).activity.state == .stale)
        #expect(try await shown(running).unavailable.isEmpty)
        #expect(try await shown(ended).activity.state == .ended)
        #expect(owner.timer == owner.start + .hours(4))
        owner.now.withLock { $0 = owner.start + .hours(4) }
        await service.advance()
        try await wait(for: ended, .dismissed)
        #expect(owner.timer == nil)

        // The clock was ahead, and is set right.
        owner.now.withLock { $0 = owner.start }
        await service.advance()
        try await wait(for: ended, .ended)
        try await wait(for: running, .active)
        #expect(owner.timer == owner.start + .hours(1))
    }

    @Test func whatComesDueOnAFullDiskIsTriedAgainLaterAndNotAtOnce() async throws {
        let owner = Owner()
        let service = try service(owner: owner, [])
        await service.start()
        let staleDate = owner.start + .hours(1)
        _ = try await service.start(
            ActivityRequest(
                app: "trips", tag: "", type: TaskActivity.type, attributes: TaskActivity(title: "Trip").attributes,
                content: ActivityContent(staleDate: staleDate)))
        #expect(owner.timer == staleDate)
        // A store that takes nothing more.
        store.close()
        owner.now.withLock { $0 = staleDate }
        owner.armed.withLock { $0 = [] }
        await service.advance()
        let armed = owner.armed.withLock(\.self).compactMap(\.self)
        #expect(armed.allSatisfy { $0 >= staleDate + .seconds(30) } && !armed.isEmpty, "\(armed)")
    }

    @Test func aStartThatAnotherDeviceAsksForAgainStartsOne() async throws {
        let (service, _) = try service()
        let device = DeviceID(certificate: [1])
        var random = SystemRandomNumberGenerator()
        let id = ActivityID(date: .now, using: &random)
        let start =
            try ProtoActivityRequest.with {
                $0.start = .with {
                    $0.app = "trips"
                    $0.type = TaskActivity.type
                    $0.attributes = TaskActivity(title: "Trip").attributes
                    $0.activityID = id.description
                }
            }.serializedBytes() as [UInt8]
        let state = #"{"progress":0.5}"#
        let first = try ProtoActivityReceipt(serializedBytes: try await service.answer(start, from: device))
        _ = try await service.update(id.description, .with { $0.content.state = state })
        let again = try ProtoActivityReceipt(serializedBytes: try await service.answer(start, from: device))
        for receipt in [first, again] { #expect(receipt.outcome == .started && receipt.activityID == id.description) }
        #expect(try store.load().activities.map(\.activity.content.state) == [state], "it goes on as it stands")
    }

    private func push(_ number: Int64, to address: PushAddress, _ aps: String) throws -> OpenPush {
        let token = try #require(PushToken(bytes: [1, 2, 3]))
        let payload = Array(#"{"aps":\#(aps)}"#.utf8)
        return OpenPush(
            number: number,
            notification: PushNotification(id: "push\(number)", source: .apns, address: address, token: token, expiration: nil, payload: payload),
            arrivedAt: .now)
    }

    private func channel(_ registry: PushRegistry, keeping payload: String? = nil) async throws -> PushChannel {
        let channel = PushChannel(id: [7], app: "trips", storesMessages: true)
        try await registry.add(channel)
        if let payload { try await store.write { try $0.setMessage(Array(payload.utf8), id: "m", expires: .latest, of: channel) } }
        return channel
    }

    @Test func thatAPushWasDeliveredIsInTheCommitOfWhatItChanged() async throws {
        let (service, _) = try service()
        let id = try await service.start(request()).id
        let push = try push(1, to: .activity(app: "trips", id: "\(id)"), #"{"timestamp":10,"event":"update","content-state":{"progress":0.5}}"#)
        try await store.write { try $0.write([.keep(push)]) }
        #expect(await service.receive(push) == .recorded)
        // The state that a daemon finds that was killed in this moment.
        let stored = try store.load()
        #expect(stored.push.open.isEmpty)
        #expect(stored.activities.map(\.activity.content.state) == [#"{"progress":0.5}"#])
        #expect(try store.pushLog(push: "push1", limit: 10).map(\.line.event) == [.delivered])
    }

    @Test func whatAPushDroppedIsRecordedToo() async throws {
        let (service, _) = try service()
        let id = try await service.start(request()).id
        for (number, expected) in [(1, PushLogEntry.Event.delivered), (2, .discarded)] {
            let push = try push(
                Int64(number), to: .activity(app: "trips", id: "\(id)"),
                #"{"timestamp":\#(10 - number),"event":"update","content-state":{"progress":0.\#(number)}}"#)
            try await store.write { try $0.write([.keep(push)]) }
            #expect(await service.receive(push) == .recorded)
            #expect(try store.pushLog(push: "push\(number)", limit: 10).map(\.line.event) == [expected])
        }
        #expect(try store.load().push.open.isEmpty)
    }

    @Test func aTokenOfAnActivityThatDoesNotRunEndsWithTheStart() async throws {
        var random = SystemRandomNumberGenerator()
        let (gone, running) = (ActivityID(date: .now, using: &random), try await service().0.start(request()).id)
        let (service, registry) = try service()
        for id in [gone, running] { try await registry.mint(.activity(app: "trips", id: "\(id)")) }
        await service.start()
        #expect(registry.token(of: .activity(app: "trips", id: "\(gone)")) == nil)
        #expect(registry.token(of: .activity(app: "trips", id: "\(running)")) != nil)
    }

    @Test func noTokenIsMadeForAnActivityThatHasEnded() async throws {
        let (service, registry) = try service()
        let id = try await service.start(request()).id
        let token = try await service.pushToken(of: id)
        _ = try await service.end("\(id)", ProtoEndActivityRequest())
        #expect(registry.registration(of: token)?.endedAt != nil)
        let error = await #expect(throws: WidgetError.self) { try await service.pushToken(of: id) }
        #expect(error?.code == .failedPrecondition)
        #expect(registry.tokens().isEmpty)
    }

    @Test func whoBeginsToListenLaterHasTheMessageThatTheChannelKept() async throws {
        let (service, registry) = try service()
        let channel = try await channel(
            registry, keeping: #"{"aps":{"timestamp":10,"event":"update","content-state":{"progress":0.75},"alert":{"title":"Off"}}}"#)
        let id = try await service.start(request(channel: channel)).id
        let activity = try #require(await service.stateMachine[id])
        #expect(activity.content.state == #"{"progress":0.75}"#)
        #expect(activity.alert == nil, "it isn't news any more")
        #expect(try store.load().activities.map(\.activity.content.state) == [#"{"progress":0.75}"#])
        // One that listens already keeps what it has.
        _ = try await service.update("\(id)", .with { $0.content = .with { $0.state = #"{"progress":0.8}"# } })
        _ = try await service.start(request(channel: channel))
        #expect(await service.stateMachine[id]?.content.state == "{}")
    }

    @Test func aChannelThatIsNotThereIsNamed() async throws {
        let (service, _) = try service()
        let unknown = request(channel: PushChannel(id: [9], app: "trips", storesMessages: false))
        let error = await #expect(throws: WidgetError.self) { try await service.start(unknown) }
        #expect(error?.code == .invalidArgument && error?.message.contains("channel") == true)
        #expect(await service.stateMachine.activities.isEmpty)
    }

    @Test func tokensThatStartActivitiesAreLimitedAndTheirAppIsChecked() async throws {
        let (service, _) = try service()
        for app in ["", String(repeating: "a", count: 1_000), "a\u{1b}[2J"] {
            let error = await #expect(throws: WidgetError.self) { try await service.startToken(app: app, type: TaskActivity.type) }
            #expect(error?.code == .invalidArgument && error?.message.hasPrefix("app") == true)
        }
        for number in 0..<PushLimits.startTokens { _ = try await service.startToken(app: "app\(number)", type: TaskActivity.type) }
        _ = try await service.startToken(app: "app0", type: TaskActivity.type)
        let error = await #expect(throws: WidgetError.self) { try await service.startToken(app: "more", type: TaskActivity.type) }
        #expect(error?.code == .resourceExhausted)
    }

    // MARK: Followed ones

    @Test func aRequestThatIsRefusedIsAnsweredSoAndTheActivityStaysAsItWas() async throws {
        let (service, _) = try service()
        let (requests, send) = AsyncStream.makeStream(of: ActivityService.FollowRequest.self)
        let (answers, answered) = AsyncStream.makeStream(of: ProtoActivityReceipt.self)
        var heard = answers.makeAsyncIterator()
        func update(_ state: String) -> ProtoFollowActivityRequest { .with { $0.update = .with { $0.content = .with { $0.state = state } } } }
        let following = Task {
            await service.follow(
                requests, answer: { bytes in (try? ProtoActivityReceipt(serializedBytes: bytes)).map { _ = answered.yield($0) } },
                failed: { Issue.record("\($0)") }, isStopping: { false })
        }
        send.yield(.success(.with { $0.start = start("nightly") }))
        let id = await heard.next()?.activityID
        let bad: [(ActivityService.FollowRequest, String)] = [
            (.success(update(#"{"progress":7}"#)), "state.progress"), (.success(update("no JSON")), "state"),
            (.success(ProtoFollowActivityRequest()), "request"),
            (.success(.with { $0.start = start("other") }), "start"), (.success(.with { $0.end = .with { $0.content = .with { $0.state = "[]" } } }), "state"),
            (.failure(WidgetError(.invalidArgument, "the request is not a message")), "the request"),
        ]
        for (request, reason) in bad {
            send.yield(request)
            let receipt = try #require(await heard.next())
            #expect(receipt.activityID == id && receipt.outcome == .dropped && receipt.reason.hasPrefix(reason), "\(receipt)")
            #expect(receipt.refusal?.code == .invalidArgument)
        }
        #expect(await service.stateMachine.activities.values.map(\.state) == [.active])
        send.yield(.success(update(#"{"progress":0.7}"#)))
        let receipt = try #require(await heard.next())
        #expect(receipt.outcome == .updated && receipt.refusal == nil)
        let content = try #require(await service.stateMachine.activities.values.first).content
        #expect(content.state == #"{"progress":0.7}"#)
        send.finish()
        await following.value
        #expect(await service.stateMachine.activities.values.map(\.state) == [.ended])
    }

    @Test func aStartThatIsRefusedAndAnActivityThatHasEndedEndTheStreamWithTheReason() async throws {
        let (service, _) = try service()
        let (requests, send) = AsyncStream.makeStream(of: ActivityService.FollowRequest.self)
        send.yield(.success(.with { $0.start = start("") }))
        await service.follow(requests, answer: { _ in Issue.record("answered") }, failed: { #expect($0.message.contains("start.tag")) }, isStopping: { false })
        let (later, sendLater) = AsyncStream.makeStream(of: ActivityService.FollowRequest.self)
        sendLater.yield(.success(.with { $0.start = start("nightly") }))
        sendLater.yield(.success(.with { $0.end = .init() }))
        sendLater.yield(.success(.with { $0.update = .with { $0.content = .with { $0.state = #"{"progress":0.7}"# } } }))
        await service.follow(later, answer: { _ in }, failed: { #expect($0.code == .failedPrecondition) }, isStopping: { false })
    }

    @Test func aStreamThatIsOverEndsNothingThatAnotherOneHolds() async throws {
        let (service, _) = try service()
        let (first, sendFirst) = AsyncStream.makeStream(of: ActivityService.FollowRequest.self)
        let (second, sendSecond) = AsyncStream.makeStream(of: ActivityService.FollowRequest.self)
        let (answers, answer) = AsyncStream.makeStream(of: Void.self)
        var heard = answers.makeAsyncIterator()
        sendFirst.yield(.success(.with { $0.start = start("nightly") }))
        let old = Task { await service.follow(first, answer: { _ in answer.yield() }, failed: { _ in }, isStopping: { false }) }
        await heard.next()
        sendSecond.yield(.success(.with { $0.start = start("nightly") }))
        let new = Task { await service.follow(second, answer: { _ in answer.yield() }, failed: { _ in }, isStopping: { false }) }
        await heard.next()
        sendFirst.finish()
        await old.value
        #expect(await service.stateMachine.activities.values.map(\.state) == [.active])
        sendSecond.finish()
        await new.value
        #expect(await service.stateMachine.activities.values.map(\.state) == [.ended])
        #expect(await service.followers.isEmpty)
    }

    private func provider(_ id: String, _ script: String) throws -> ProviderHost {
        try directory.write("\(id)/a.sh", "#!/bin/sh\ncat >/dev/null\n\(script)\n", mode: 0o755)
        try directory.write("\(id)/a.json", #"{"format":1,"id":"a","name":"a","protocol":"json","exec":["a.sh"],"activities":[{"type":"Delivery"}]}"#)
        let catalog = ProviderCatalog.scan([ProviderDirectory(path: directory.file(id), origin: .path)])
        return ProviderHost(
            manifest: try #require(catalog.manifests.first, "\(catalog.problems)"), environment: ProviderEnvironment(daemon: [:]),
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }), now: { .now })
    }

    @Test func aProviderThatComesWhileAnotherOneFailsIsAskedAtOnce() async throws {
        let (begun, end) = (directory.file("begun"), directory.file("end"))
        let old = try provider("old", "touch \(begun); while [ ! -e \(end) ]; do sleep 0.05; done; exit 1")
        let given = GivenProviders([old])
        var stored = try store.load()
        stored.activityTypes = [StoredActivityType(type: ActivityType(name: "Delivery", provider: "a"), fingerprint: old.manifest.fingerprint)]
        let providers = ProviderRegistry.given(store, stored, given)
        await providers.load()
        let (service, _) = try service(providers, clock: StoppedClock())
        await providers.follow([service])
        let id = try await service.start(ActivityRequest(app: "tests", tag: "parcel", type: "Delivery")).id
        while access(begun, F_OK) != 0 { await Task.yield() }
        given.set([try provider("new", #"printf '{"views":{"lockScreen":"drawn"}}'"#)])
        try directory.write("end", "")
        await providers.rescan()
        while try await service.get("\(id)").archive.views.isEmpty {
            try Task.checkCancellation()
            await Task.yield()
        }
        #expect(try await service.get("\(id)").lastError.isEmpty)
        await service.stop()
    }

    @Test func whatIsDrawnAnewOnceItIsGoneLeavesNothing() async throws {
        let (service, _) = try service()
        var random = SystemRandomNumberGenerator()
        let gone = ActivityID(date: .now, using: &random)
        await service.drawAgain(gone)
        #expect(await service.drawings.redraws(of: gone) == nil)
    }

    private func start(_ tag: String) -> ProtoStartActivityRequest {
        .with {
            $0.app = "tests"; $0.tag = tag; $0.type = TaskActivity.type; $0.attributes = TaskActivity(title: "Backup").attributes
        }
    }
}
