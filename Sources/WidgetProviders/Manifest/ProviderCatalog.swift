/// The providers of a machine and what is wrong with those that can't be used.
public struct ProviderCatalog: Sendable {
    /// By id.
    public var manifests: [ProviderManifest]
    public var problems: [ManifestProblem]

    public init(manifests: [ProviderManifest] = [], problems: [ManifestProblem] = []) {
        self.manifests = manifests
        self.problems = problems
    }

    /// Reads manifests and plugins from directories; of several with one id the last wins. A directory that doesn't exist is an empty one. Blocks.
    public static func scan(_ directories: [ProviderDirectory]) -> ProviderCatalog {
        ProviderCatalog()
    }
}
