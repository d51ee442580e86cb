extension Text {
    /// Its words, in the user's language.
    @MainActor var plainText: String { plain(in: _ViewInputs(resolution: ViewResolution(), environment: EnvironmentValues(), proposal: .zero)) }
}
