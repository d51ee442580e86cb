/// The numbers of the reload engine. Apple publishes few of them; where it doesn't, the choice is ours and can be changed.
public struct ReloadConfiguration: Sendable, Hashable {
    /// Between two reloads that a timeline's policy asks for: Apple's "at least about 5 minutes apart". An `after` that asks for less gets this.
    /// ``ReloadEngine/setMinimumSpacing(_:forKind:)`` overrides it for one kind.
    public var minimumSpacing: Milliseconds
    /// Where the system picks the time (`atEnd` without a later entry), the first wait is `minimumSpacing`. A reload that brought nothing new doubles it, and
    /// one that did halves it. It is never less than `minimumSpacing` nor more than this: 5, 10, 20, 40, 60, 60 … minutes.
    public var idleLimit: Milliseconds
    /// The shortest wait after a failed reload: long enough for a program that is being replaced, or a network that is coming up.
    public var retryBase: Milliseconds
    /// The longest wait after failed reloads: a provider that works again is noticed within the hour.
    public var retryLimit: Milliseconds
    /// Launches at a time: twice the processors of a small machine, since providers mostly wait for a network or a disk, and few enough that
    /// a thousand overdue widgets don't start a thousand processes.
    public var maximumConcurrentLaunches: Int
    /// Launches at a time for widgets of one kind: half of all, so that one kind whose provider hangs never holds every place.
    public var maximumConcurrentLaunchesPerKind: Int
    /// A reload that a user waits for goes before one that a policy asks for. After this many in a row one of the others goes, so that nothing starves.
    public var urgentBurst: Int
    /// Overdue reloads are spread over this time after a start, a resume or a step of the clock. A reload that comes later than this after its date tells of
    /// a suspend that nobody announced, and is spread too.
    public var catchUpSpread: Milliseconds
    /// A clock that was set by this much or more makes every widget reload, because some may show the wrong day. It is less than the minute that a clock
    /// shows.
    public var clockStep: Milliseconds
    /// An `after` date comes up to this much later, and up to a tenth of its wait, so that the clients of one server don't ask all at once.
    public var afterJitter: Milliseconds
    /// The budget of a widget where neither it nor its kind has one.
    public var budget: ReloadBudget
    /// By a kind's id: instead of ``budget``.
    public var kindBudgets: [String: ReloadBudget]
    /// Nothing is counted, nor spaced by more than ``Limits/developerSpacing``: for whoever writes a provider.
    public var isDeveloperMode: Bool
    /// How fast tokens accrue on battery, in thousandths: half as fast.
    public var batteryRate: Int64
    /// How fast they accrue for a widget that nobody has seen for ``seenFor``, in thousandths: a quarter as fast.
    public var unseenRate: Int64
    /// How long a widget counts as seen after the last surface that showed it went.
    public var seenFor: Milliseconds

    public init(
        minimumSpacing: Milliseconds = .minutes(5), idleLimit: Milliseconds = .hours(1), retryBase: Milliseconds = .seconds(30),
        retryLimit: Milliseconds = .hours(1), maximumConcurrentLaunches: Int = 4, maximumConcurrentLaunchesPerKind: Int = 2, urgentBurst: Int = 8,
        catchUpSpread: Milliseconds = .seconds(30), clockStep: Milliseconds = .minutes(1), afterJitter: Milliseconds = .seconds(15),
        budget: ReloadBudget = .standard, kindBudgets: [String: ReloadBudget] = [:], isDeveloperMode: Bool = false, batteryRate: Int64 = 500,
        unseenRate: Int64 = 250, seenFor: Milliseconds = .hours(24)
    ) {
        self.minimumSpacing = minimumSpacing
        self.idleLimit = idleLimit
        self.retryBase = retryBase
        self.retryLimit = retryLimit
        self.maximumConcurrentLaunches = maximumConcurrentLaunches
        self.maximumConcurrentLaunchesPerKind = maximumConcurrentLaunchesPerKind
        self.urgentBurst = urgentBurst
        self.catchUpSpread = catchUpSpread
        self.clockStep = clockStep
        self.afterJitter = afterJitter
        self.budget = budget
        self.kindBudgets = kindBudgets
        self.isDeveloperMode = isDeveloperMode
        self.batteryRate = batteryRate
        self.unseenRate = unseenRate
        self.seenFor = seenFor
    }
}
