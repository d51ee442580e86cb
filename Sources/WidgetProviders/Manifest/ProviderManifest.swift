public import WidgetCore

/// A provider's manifest after all checks.
public struct ProviderManifest: Sendable, Hashable {
    /// `[a-z0-9][a-z0-9._-]{0,63}`: the manifest's file name without `.json`.
    public var id: String
    /// For people; at most ``Limits/titleBytes``.
    public var name: String
    public var `protocol`: ProviderProtocol
    /// The program's absolute path, without symbolic links.
    public var program: String
    /// The program's arguments, without its name.
    public var arguments: [String]
    /// Variables that are added to the environment of every provider.
    public var environment: [String: String]
    /// The kinds of a `json` or `xbar` provider. An `rpc` program describes its own.
    public var kinds: [Kind]
    /// The types of Live Activities that a `json` provider draws. An `rpc` program describes its own.
    public var activities: [ActivityType]
    /// The controls of a `json` provider. An `rpc` program describes its own.
    public var controls: [ControlKind]
    /// How long an `rpc` program stays running after a call.
    public var idleTimeout: Duration
    /// How long one call may take, the program's start included.
    public var deadline: Duration
    /// Writable memory of each of the program's processes, in bytes.
    public var memoryLimit: Int
    /// The longest output of a `json` or `xbar` program in one call, in bytes.
    public var outputLimit: Int
    /// The shortest interval at which its timelines' policies may ask for reloads: an `xbar` plugin's interval, or the manifest's. Nil means the daemon's
    /// default (5 minutes). A plugin with nil runs only on request.
    public var interval: Duration?
    /// The environment variables that an `xbar` plugin declares.
    public var variables: [XbarVariable] = []
    /// Whether an `xbar` plugin keeps running, and prints a new block at any time (SwiftBar's `streamable`).
    public var isStreaming = false
    /// The manifest, or the plugin that has none.
    public var path: String
    /// The origin of its directory.
    public var origin: ProviderDirectory.Origin
    /// Manifests and plugins with the same id that this one replaces. The last is the one that it replaced directly.
    public var overrides: [OverriddenManifest]
    /// It changes when the manifest or the program changes. Then the kinds are asked for again, and widgets reload.
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

/// A manifest or plugin that isn't used, because another one with its id replaces it.
public struct OverriddenManifest: Sendable, Hashable {
    public var path: String
    /// The origin of its directory.
    public var origin: ProviderDirectory.Origin

    public init(path: String, origin: ProviderDirectory.Origin) {
        self.path = path
        self.origin = origin
    }
}

/// A manifest or plugin that can't be used. The others still are.
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
