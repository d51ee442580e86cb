import DaemonCore
import Synchronization
import WidgetCore
import WidgetStore

/// Accepts pushes from the gateway and from `widgetctl push`, and delivers them to widgets, controls and activities.
///
/// Pushes that arrive during a commit share the next one. Each is on disk before its sender gets the answer, and a hundred at once cost about as much as one.
final class PushService: PushPort {
    private struct Waiting {
        var notification: PushNotification
        var answer: CheckedContinuation<Refusal?, Never>
    }

    /// The reason why a push wasn't accepted.
    struct Refusal {
        var error: WidgetError
        /// True: it couldn't be written; false: too many pushes wait.
        var isTheDisks = false
    }

    let registry: PushRegistry
    let widgets: WidgetService
    let tokenService: PushTokenService
    let journal: DecisionJournal
    let now: @Sendable () -> Timestamp
    private let activities: ActivityService
    let controls: ControlService
    private let queue = Mutex(CommitQueue<Waiting>())
    /// The highest number that was ever given to a push.
    private let lastNumber: Mutex<Int64>

    var store: WidgetStore { journal.store }

    init(
        registry: PushRegistry, widgets: WidgetService, activities: ActivityService, controls: ControlService, tokens: PushTokenService,
        journal: DecisionJournal, stored: StoredPush, now: @escaping @Sendable () -> Timestamp
    ) {
        self.registry = registry
        self.widgets = widgets
        self.activities = activities
        self.controls = controls
        tokenService = tokens
        self.journal = journal
        self.now = now
        lastNumber = Mutex(stored.open.map(\.number).max() ?? 0)
    }

    /// Pushes that wait for the running commit to end.
    var waitingCount: Int { queue.withLock { $0.count } }

    /// Goes on with the pushes that were under way when the last run ended. The service of the widgets reads its own.
    func start(from stored: StoredPush) {
        for push in stored.open where !push.notification.address.isOfWidgets { deliver(push) }
    }

    func registration(of token: PushToken) -> PushRegistration? { registry.registration(of: token) }
    func isApp(_ id: String) -> Bool { registry.isApp(id) || widgets.providers.catalog.hosts[id] != nil }
    func key(team: String, id: String) -> PushKey? { registry.key(team: team, id: id) }

    func topic(of token: PushToken) -> String? { registry.topic(of: ContentDigest(of: token.bytes)) }
    func post(_ post: TopicPost) async throws(WidgetError) -> ActivityReceipt { try await activities.post(post) }

    func accept(_ notification: PushNotification) async throws(WidgetError) {
        guard let refusal = await receive(notification) else { return }
        throw refusal.isTheDisks ? refusal.error.forServers : refusal.error
    }

    /// Accepts a push: it is on disk when this returns nil.
    /// - Returns: the reason why it isn't; nil: it is.
    func receive(_ notification: PushNotification) async -> Refusal? {
        await withCheckedContinuation { answer in
            let (isFull, starts) = queue.withLock { queue -> (Bool, Bool) in
                guard queue.count < PushLimits.waitingPushes else { return (true, false) }
                return (false, queue.append(Waiting(notification: notification, answer: answer)))
            }
            if isFull {
                answer.resume(
                    returning: Refusal(error: WidgetError(.resourceExhausted, "\(PushLimits.waitingPushes) pushes wait for the disk already; try again later")))
            }
            // The pushes of remote servers must not run on the daemon's event loop.
            if starts { Task(executorPreference: ThreadPoolExecutor.shared) { await self.acceptWhatWaits() } }
        }
    }

    private func acceptWhatWaits() async {
        repeat {
            let group = queue.withLock { $0.next(atMost: PushLimits.pushesPerCommit) }
            var refusal: Refusal?
            do throws(WidgetError) {
                try await accept(group.map(\.notification))
            } catch {
                refusal = Refusal(error: error, isTheDisks: true)
            }
            for waiting in group { waiting.answer.resume(returning: refusal) }
        } while queue.withLock { $0.end() }
    }

    /// Accepts pushes. When this returns, one commit has written them all, and each has gone to its receiver, or goes there after a crash.
    /// - Throws: UNAVAILABLE, RESOURCE_EXHAUSTED or DATA_LOSS if they can't be written. Then nothing was done, and their senders must send them again.
    private func accept(_ notifications: [PushNotification]) async throws(WidgetError) {
        let date = now()
        let arrived = notifications.map { notification in
            var push = OpenPush(number: nextNumber(), notification: notification, arrivedAt: date)
            // Until it has been tried, it counts as a push that is held.
            if notification.address.isOfWidgets { push.heldUntil = date }
            return push
        }
        try await store.write { transaction in
            for push in arrived {
                let notification = push.notification
                try transaction.write([.log(PushLogEntry(notification, .arrived, notification.words, until: notification.expiration, at: date)), .keep(push)])
            }
        }
        journal.pushLogGrew.signal()
        let forWidgets = arrived.filter(\.notification.address.isOfWidgets)
        if !forWidgets.isEmpty { await widgets.receive(forWidgets) }
        for push in arrived where !push.notification.address.isOfWidgets { deliver(push) }
    }

    private func nextNumber() -> Int64 {
        lastNumber.withLock { last in
            last += 1
            return last
        }
    }

    /// Delivers a push to its control or activity, or starts the activity that it describes.
    private func deliver(_ push: OpenPush) {
        Task {
            let reception =
                if case .control(_, let id) = push.notification.address { await controls.receive(ControlID(id)) } else { await activities.receive(push) }
            switch reception {
            case .delivered: journal.note([.close(push.number), .log(PushLogEntry(push.notification, .delivered, "its receiver has it", at: now()))])
            case .recorded: journal.pushLogGrew.signal()
            case .discarded(let reason): journal.note([.close(push.number), .log(PushLogEntry(push.notification, .discarded, reason, at: now()))])
            case .left: break
            }
        }
    }

    // MARK: Channels

    func channel(app: String, id: [UInt8]) -> PushChannel? { registry.channel(app: app, id: id) }
    func channels(app: String) -> [PushChannel] { registry.channels(app: app) }

    func makeChannel(app: String, storesMessages: Bool) async throws(WidgetError) -> PushChannel {
        var random = SystemRandomNumberGenerator()
        let id = (0..<ActivityLimits.channelIDBytes).map { _ in UInt8.random(in: 0...255, using: &random) }
        let channel = PushChannel(id: id, app: app, storesMessages: storesMessages)
        try await registry.add(channel)
        return channel
    }

    func deleteChannel(app: String, id: [UInt8]) async throws(WidgetError) { try await registry.remove(try known(app: app, id: id)) }

    func broadcast(_ payload: [UInt8], app: String, channel id: [UInt8], id push: String, priority: Int, expiration: Timestamp?) async throws(WidgetError) {
        let channel = try known(app: app, id: id)
        let date = now()
        func line(_ event: PushLogEntry.Event, _ detail: String, until: Timestamp? = nil, at date: Timestamp) -> PushEffect {
            .log(PushLogEntry(time: date, push: push, app: app, type: .liveActivity, event: event, detail: detail, until: until))
        }
        var effects = [line(.arrived, "a broadcast of priority \(priority)", until: expiration, at: date)]
        let isKept = channel.storesMessages && expiration.map { $0 > date } ?? false
        if isKept { effects.append(line(.stored, "for activities that listen to the channel later", until: expiration, at: date)) }
        let written = effects
        do throws(WidgetError) {
            try await store.write { transaction in
                if isKept, let expiration { try transaction.setMessage(payload, id: push, expires: expiration, of: channel) }
                try transaction.write(written)
            }
        } catch {
            throw error.forServers
        }
        switch await activities.receive(payload, on: channel, id: push, priority: priority, expiration: expiration) {
        case .delivered, .recorded: journal.note([line(.delivered, "the activities that listen to the channel have it", at: now())])
        // A message that is kept for later listeners isn't logged as discarded.
        case .discarded(let reason): if !isKept { journal.note([line(.discarded, reason, at: now())]) }
        case .left: break
        }
    }

    private func known(app: String, id: [UInt8]) throws(WidgetError) -> PushChannel {
        guard let channel = registry.channel(app: app, id: id) else { throw WidgetError(.notFound, "channel: '\(app)' has no such channel") }
        return channel
    }
}

extension WidgetError {
    /// The error of a write as servers see it. RESOURCE_EXHAUSTED would blame the sender for a full disk.
    fileprivate var forServers: WidgetError { code == .resourceExhausted ? WidgetError(.unavailable, message, cause: cause) : self }
}

extension PushNotification {
    /// A description of the push for the log.
    fileprivate var words: String {
        let way =
            switch source {
            case .apns: "by APNs' protocol"
            case .webPush: "by Web Push"
            case .local: "from this machine"
            }
        let kept = expiration == nil ? ", to be tried once" : ""
        let target =
            switch address {
            case .widgets: ""
            case .control(_, let id): " for the control \(id)"
            case .activity(_, let id): " for the activity \(id)"
            case .attributes(_, let type): " to start a \(type)"
            }
        return "\(way)\(target), priority \(priority)\(kept)" + (collapseID.map { ", collapse id '\($0)'" } ?? "")
    }
}
