import ArgumentParser

/// What a provider is written in.
enum SkeletonLanguage: String, CaseIterable, ExpressibleByArgument {
    case sh
    case python
    case swift
    case go

    /// Its program must be built before it can be run.
    var isCompiled: Bool { self == .swift || self == .go }
}
