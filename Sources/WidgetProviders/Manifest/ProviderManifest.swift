public import WidgetCore

/// A provider's manifest, checked.
public struct ProviderManifest: Sendable, Hashable {
    /// `[a-z0-9][a-z0-9._-]{0,63}`: the manifest's file name without `.json`.
    public var id: String
    /// For people; at most ``Limits/titleBytes``.
    public var name: String
    public var `protocol`: ProviderProtocol
    /// The program's absolute path, without symbolic links.
    public var program: String
    /// The program's arguments, its own name left out.
    public var arguments: [String]
    /// Added to the environment that every provider gets.
    public var environment: [String: String]
    /// With `json` and `xbar`; a program that speaks `rpc` says them itself.
    public var kinds: [Kind]
    /// The types of Live Activities that it draws. With `json`; a program that speaks `rpc` says them itself.
    public var activities: [ActivityType]
    /// With `json`; a program that speaks `rpc` says them itself.
    public var controls: [ControlKind]
    /// How long an `rpc` program stays after a call.
    public var idleTimeout: Duration
    /// How long one call may take, the program's start included.
    public var deadline: Duration
    /// Writable memory of each of the program's processes, in bytes.
    public var memoryLimit: Int
    /// The longest output of a `json` or `xbar` program in one call, in bytes.
    public var outputLimit: Int
    /// How close to each other its timelines' policies may ask for reloads: an `xbar` plugin's interval, or what the manifest says. Nil: as the daemon is
    /// configured (5 minutes); a plugin is run only when asked.
    public var interval: Duration?
    /// The variables that an `xbar` plugin declares to find in its environment.
    public var variables: [XbarVariable] = []
    /// Whether an `xbar` plugin stays, and prints a new block at any time.
    public var isStreaming = false
    /// The manifest, or the plugin that has none.
    public var path: String
    /// Whose directory it lies in.
    public var origin: ProviderDirectory.Origin
    /// Manifests and plugins with the same id that this one took the place of, the nearest last.
    public var overrides: [OverriddenManifest]
    /// Changes when the manifest or the program does: ask for the kinds again then, and reload.
    public var fingerprint: String

    public init(
        id: String, name: String, protocol: ProviderProtocol, program: String, arguments: [String] = [], environment: [String: String] = [:],
        kinds: [Kind] = [], activities: [ActivityType] = [], controls: [ControlKind] = [], idleTimeout: Duration = ProviderLimits.idleTimeout,
        deadline: Duration = ProviderLimits.deadline,
        memoryLimit: Int = ProviderLimits.memoryBytes, outputLimit: Int = ProviderLimits.outputBytes, interval: Duration? = nil, path: String,
        origin: ProviderDirectory.Origin = .path, overrides: [OverriddenManifest] = [], fingerprint: String = ""
    ) {
        self.id = id
        self.name = name
        self.protocol = `protocol`
        self.program = program
        self.arguments = arguments
        self.environment = environment
        self.kinds = kinds
        self.activities = activities
        self.controls = controls
        self.idleTimeout = idleTimeout
        self.deadline = deadline
        self.memoryLimit = memoryLimit
        self.outputLimit = outputLimit
        self.interval = interval
        self.path = path
        self.origin = origin
        self.overrides = overrides
        self.fingerprint = fingerprint
    }
}

/// A manifest or plugin that isn't used, since a later directory has one with its id.
public struct OverriddenManifest: Sendable, Hashable {
    public var path: String
    /// Whose directory it lies in.
    public var origin: ProviderDirectory.Origin

    public init(path: String, origin: ProviderDirectory.Origin) {
        self.path = path
        self.origin = origin
    }
}

/// A manifest or plugin that can't be used; the others are.
public struct ManifestProblem: Sendable, Hashable, CustomStringConvertible {
    /// The file.
    public var path: String
    /// The fault, its place, and the advice.
    public var message: String

    public init(path: String, message: String) {
        self.path = path
        self.message = message
    }

    public var description: String { "\(path): \(message)" }
}
