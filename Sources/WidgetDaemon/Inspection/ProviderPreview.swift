import WidgetCore

/// Asks a provider for what a gallery shows of one of its kinds: the snapshot, or what comes nearest to it.
struct ProviderPreview {
    enum Source {
        case snapshot, timeline, placeholder
    }

    struct Result {
        var entry: ProvidedEntry
        /// Those that the entry names.
        var images: [ProvidedImage]
        var source: Source
        /// Why there is no snapshot.
        var snapshotError: WidgetError?
    }

    let provider: any ProviderPort

    /// The snapshot; of a provider that gives none the entry of the timeline that is due, and without that the placeholder.
    /// - Throws: the snapshot's error where there is nothing.
    func run(_ request: ProviderRequest) async throws(WidgetError) -> Result {
        let failure: WidgetError
        do {
            return try await result(.snapshot, provider.snapshot, request)
        } catch {
            failure = error
        }
        // A program that took all its time for one entry takes it for a timeline as well.
        let others: [(Source, Question)] =
            failure.code == .deadlineExceeded
            ? [(.placeholder, provider.placeholder)] : [(.timeline, provider.timeline), (.placeholder, provider.placeholder)]
        for (source, ask) in others {
            do {
                return try await result(source, ask, request, failure)
            } catch {
                // The snapshot's error is the one that is told.
                continue
            }
        }
        throw failure
    }

    private typealias Question = (ProviderRequest) async throws(WidgetError) -> ProvidedTimeline

    private func result(_ source: Source, _ ask: Question, _ request: ProviderRequest, _ failure: WidgetError? = nil) async throws(WidgetError) -> Result {
        let provided = try await ask(request)
        guard let entry = provided.entry(at: request.context.date) else { throw failure ?? WidgetError(.internal, "the provider gave no entry") }
        return Result(entry: entry, images: provided.images, source: source, snapshotError: failure)
    }
}
