/// A kind of widgets that a provider can show: one widget configuration in WidgetKit's sense.
public struct Kind: Sendable, Hashable {
    /// How a widget sits on a wall: on it, or in it.
    public enum MountingStyle: Int, Sendable, Hashable, CaseIterable {
        case elevated = 1
        case recessed = 2
    }

    public enum Texture: Int, Sendable, Hashable, CaseIterable {
        case glass = 1
        case paper = 2
    }

    /// Where its widgets come from. Raw values are those of the wire.
    public enum Configuration: Int, Sendable, Hashable, CaseIterable {
        /// People place them; each has a timeline.
        case timeline = 0
        /// They come by themselves, in the Smart Stack, while one of the clues that the provider names is true.
        case relevance = 1
    }

    /// A variant that the provider offers ready-made.
    public struct Recommendation: Sendable, Hashable {
        public var description: String
        public var parameters: Parameters

        public init(description: String, parameters: Parameters) {
            self.description = description
            self.parameters = parameters
        }
    }

    /// `[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}`; unique on a machine.
    public var id: String
    /// The id of the provider that gives it.
    public var provider: String
    public var displayName: String
    public var description: String
    /// At least one; the first is the default.
    public var families: [WidgetFamily]
    /// Empty: a static configuration. At most ``Limits/parametersPerKind``.
    public var parameters: [ParameterDefinition]
    /// Not empty: only these variants are offered.
    public var recommendations: [Recommendation]
    /// Earlier ids of this kind: placed widgets follow.
    public var aliases: [String]
    /// Empty: both, elevated first.
    public var mountingStyles: [MountingStyle]
    public var texture: Texture
    /// False excludes places that remove the background.
    public var containerBackgroundRemovable: Bool
    public var contentMarginsDisabled: Bool
    public var disfavoredLocations: [String]
    public var promptsForUserConfiguration: Bool
    /// Its widgets reload when the provider's server pushes, and the provider is told the token for that: WidgetKit's `pushHandler`.
    public var takesPushes: Bool
    public var configuration: Configuration
    /// For a relevance kind: the kind of the same provider whose widgets its cards replace in the stack; empty: none.
    public var associatedKind: String
    /// Another hub gives its widgets when the one that gives them has been away so long, in seconds (``Limits/takeoverSeconds``). 0: never, because its widgets
    /// show something of the machine.
    public var takeoverSeconds: Int

    public init(
        id: String, provider: String = "", displayName: String, description: String = "", families: [WidgetFamily], parameters: [ParameterDefinition] = [],
        recommendations: [Recommendation] = [], aliases: [String] = [], mountingStyles: [MountingStyle] = [], texture: Texture = .glass,
        containerBackgroundRemovable: Bool = true, contentMarginsDisabled: Bool = false, disfavoredLocations: [String] = [],
        promptsForUserConfiguration: Bool = false, takesPushes: Bool = false, configuration: Configuration = .timeline, associatedKind: String = "",
        takeoverSeconds: Int = 0
    ) {
        self.id = id
        self.provider = provider
        self.displayName = displayName
        self.description = description
        self.families = families
        self.parameters = parameters
        self.recommendations = recommendations
        self.aliases = aliases
        self.mountingStyles = mountingStyles
        self.texture = texture
        self.containerBackgroundRemovable = containerBackgroundRemovable
        self.contentMarginsDisabled = contentMarginsDisabled
        self.disfavoredLocations = disfavoredLocations
        self.promptsForUserConfiguration = promptsForUserConfiguration
        self.takesPushes = takesPushes
        self.configuration = configuration
        self.associatedKind = associatedKind
        self.takeoverSeconds = takeoverSeconds
    }
}
