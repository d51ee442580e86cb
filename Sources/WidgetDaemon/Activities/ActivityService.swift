import Logging
import WidgetAPI
import WidgetCore
import WidgetStore

/// The Live Activities of this device, and what it shows of others'.
///
/// Everything that changes one of this device's goes through one queue: what has gathered while a commit ran shares the next, and is answered when that is
/// durable.
actor ActivityService {
    let store: WidgetStore
    /// All activities as surfaces see them.
    nonisolated let board = Board { _ in nil }
    let remote: any RemoteDevices
    let runtime: DaemonRuntime
    let setTimer: @Sendable (Timestamp?) -> Void

    var clock: any Clock<Duration> { runtime.clock }
    var logger: Logger { runtime.logger }
    func now() -> Timestamp { runtime.now() }

    /// Push tokens.
    let registry: PushRegistry
    let providers: ProviderRegistry
    let intents: Intents
    var random: any RandomNumberGenerator & Sendable

    var stateMachine: ActivityStateMachine
    /// The pictures of this device's activities, from their providers.
    var pictures: [ActivityID: ActivityPicture]
    var drawings = ActivityDrawings()
    var taskViews = TaskViews()
    var others: RemoteActivities
    var isStopping = false
    /// When what came due of this device's is tried again; nil: the disk took the last write.
    var retryAt: Timestamp?
    /// Changes that came while others were written.
    var queue = CommitQueue<Waiting>()
    /// Shown as they will be when what is being written is.
    var shownOptimistically: Set<ActivityID> = []
    /// The updates that each device is to be told after the one that it is being told.
    var untold: [DeviceID: [StoredActivity]] = [:]
    /// The stream that holds each followed activity, by its number.
    var followers: [ActivityID: Int] = [:]
    var lastFollower = 0
    /// Whether what is private is shown.
    var privacy = Privacy()
    /// When each is put on the board.
    var pacing: UpdateThrottle

    /// - Parameters:
    ///   - maximumAge: after which an activity is ended; nil: none is for its age.
    ///   - setTimer: arms a timer for a date; nil: for none.
    init(
        stored: StoredState, registry: PushRegistry, providers: ProviderRegistry, intents: Intents, devices remote: any RemoteDevices,
        maximumAge: Milliseconds?, runtime: DaemonRuntime, setTimer: @escaping @Sendable (Timestamp?) -> Void
    ) {
        store = registry.store
        self.registry = registry
        self.providers = providers
        self.intents = intents
        self.remote = remote
        self.runtime = runtime
        random = runtime.random
        pacing = UpdateThrottle(runtime.clock)
        self.setTimer = setTimer
        stateMachine = ActivityStateMachine(maximumAge: maximumAge, activities: stored.activities.map(\.activity))
        pictures = stored.activities.reduce(into: [:]) { pictures, stored in
            pictures[stored.activity.id] = ActivityPicture(stored)
        }
        others = RemoteActivities(stored, own: store.device)
    }

    /// Shows what was stored, and applies what came due while the daemon was off.
    func start() async {
        await endTokensOfOthers()
        showAll()
        await advance()
        waitForFollowers()
        drawAll()
    }

    /// The timer has fired, or the clock was set.
    func advance() async {
        if case .failure(let failure) = await perform(.advance) {
            logger.error("what came due of activities couldn't be written; it is tried again", metadata: ["error": "\(failure.error)"])
            retryAt = now() + .seconds(DaemonLimits.activityRetry.components.seconds)
        }
        showRemote()
    }

    /// The session was locked: what ends with that does, also where the disk takes it later.
    func sessionLocked() async {
        while case .failure(let failure) = await perform(.sessionLocked) {
            logger.error("activities that end with the session couldn't be ended; it is tried again", metadata: ["error": "\(failure.error)"])
            guard (try? await clock.sleep(for: DaemonLimits.activityRetry)) != nil else { return }
        }
    }
}
