import DaemonCore
import Logging
import WidgetAPI
import WidgetCore
import WidgetStore

/// The Live Activities of this device, and those of other devices that it shows.
///
/// All changes of this device's activities go through one queue. The changes that come during a commit share the next one, and are answered when it is durable.
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
    /// The archives of this device's activities, from their providers.
    var drawnActivities: [ActivityID: DrawnActivity]
    var drawings = ActivityDrawings()
    var taskViews = TaskViews()
    var others: RemoteActivities
    var isStopping = false
    /// When the deadlines of this device's activities are tried again; nil: the last write succeeded.
    var retryAt: Timestamp?
    /// Changes that came while others were written.
    var queue = CommitQueue<Waiting>()
    /// Activities that are shown in a state that is still being written.
    var shownOptimistically: Set<ActivityID> = []
    /// The updates that wait for each device until it has answered the current one.
    var untold: [DeviceID: [StoredActivity]] = [:]
    /// The stream that holds each followed activity, by its number.
    var followers: [ActivityID: Int] = [:]
    var lastFollower = 0
    /// Whether private content is shown.
    var privacy = Privacy()
    /// Limits how often each activity is put on the board.
    var pacing: UpdateThrottle

    /// - Parameters:
    ///   - maximumAge: an older activity is ended; nil: there is no such age.
    ///   - setTimer: arms a timer for a date; nil disarms it.
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
        drawnActivities = stored.activities.reduce(into: [:]) { drawnActivities, stored in
            drawnActivities[stored.activity.id] = DrawnActivity(stored)
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

    /// Activities end at another age from now on; nil: at none.
    func setMaximumAge(_ age: Milliseconds?) async {
        guard age != stateMachine.maximumAge else { return }
        if case .failure(let failure) = await perform(.setMaximumAge(age)) {
            logger.error("the end of older activities couldn't be written, so the age before holds; reload again", metadata: ["error": "\(failure.error)"])
        }
    }

    /// The session was locked: ends the activities that end with it, and tries again until that is written.
    func sessionLocked() async {
        while case .failure(let failure) = await perform(.sessionLocked) {
            logger.error("activities that end with the session couldn't be ended; it is tried again", metadata: ["error": "\(failure.error)"])
            guard (try? await clock.sleep(for: DaemonLimits.activityRetry)) != nil else { return }
        }
    }
}
