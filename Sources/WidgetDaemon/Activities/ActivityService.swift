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
    let board: Board
    let remote: any RemoteDevices
    let runtime: DaemonRuntime
    let setTimer: @Sendable (Timestamp?) -> Void

    var clock: any Clock<Duration> { runtime.clock }
    var logger: Logger { runtime.logger }
    func now() -> Timestamp { runtime.now() }

    /// Of push tokens.
    let registry: PushRegistry
    let providers: ProviderRegistry
    let intents: Intents
    var random: any RandomNumberGenerator & Sendable

    var book: ActivityStateMachine
    /// What providers drew of this device's.
    var pictures: [ActivityID: ActivityPicture]
    /// Those that a provider is being asked about, or will be when it may be.
    var drawing: Set<ActivityID> = []
    /// How often each was to be drawn without another state.
    var redraws: [ActivityID: Int64] = [:]
    /// How often in a row each couldn't be drawn.
    var failures: [ActivityID: Int] = [:]
    /// How long each isn't asked about.
    var pauses: [ActivityID: Task<Void?, Never>] = [:]
    var isStopping = false
    /// By device, as the store has them: also those of devices that aren't members any more.
    var others: [DeviceID: [ActivityID: StoredActivity]]
    /// What the other devices' providers draw.
    var drawnRemotely: [DeviceID: Set<String>]
    var devices: [Device]
    /// When what came due of this device's is tried again; nil: the disk took the last write.
    var retryAt: Timestamp?
    /// When the next of theirs is shown as another state; nil: none is.
    var remoteDeadline: Timestamp?
    /// Devices' ids as people know them, of those that were asked for.
    var deviceTexts: [DeviceID: String] = [:]
    /// Changes that came while others were written.
    var queue = CommitQueue<Waiting>()
    /// Shown as they will be when what is being written is.
    var shownOptimistically: Set<ActivityID> = []
    /// What each device that is being told of something is to be told after that.
    var untold: [DeviceID: [StoredActivity]] = [:]
    /// How others' will be when their devices have written them.
    var remoteOptimistic: [ActivityID: StoredActivity] = [:]
    /// The stream that holds each followed activity, by its number.
    var followers: [ActivityID: Int] = [:]
    var lastFollower = 0
    /// Whether what is private is shown.
    var privacy = Privacy()
    /// When each is put on the board.
    var pacing: UpdateThrottle
    /// Of those that were drawn here lately and go on.
    var encoders: [ActivityID: TaskArchiveEncoder] = [:]
    /// The providers that draw activities, by type, as they were when all was drawn last.
    var drawnBy: [String: ObjectIdentifier] = [:]
    /// The task that was read last, and of what.
    var lastTask: (attributes: String, state: String, task: TaskActivity)?

    /// - Parameters:
    ///   - board: of activities.
    ///   - setTimer: arms a timer for a date; nil: for none.
    init(
        store: WidgetStore, stored: StoredState, board: Board, registry: PushRegistry, providers: ProviderRegistry, intents: Intents,
        devices remote: any RemoteDevices, maximumAge: Milliseconds?, runtime: DaemonRuntime, setTimer: @escaping @Sendable (Timestamp?) -> Void
    ) {
        self.store = store
        self.board = board
        self.registry = registry
        self.providers = providers
        self.intents = intents
        self.remote = remote
        self.runtime = runtime
        random = runtime.random
        pacing = UpdateThrottle(runtime.clock)
        self.setTimer = setTimer
        book = ActivityStateMachine(maximumAge: maximumAge, activities: stored.activities.map(\.activity))
        pictures = stored.activities.reduce(into: [:]) { pictures, stored in
            pictures[stored.activity.id] = ActivityPicture(stored)
        }
        others = stored.peers.mapValues(\.activities)
        drawnRemotely = stored.peers.mapValues(\.drawnTypes)
        devices = stored.devices
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
