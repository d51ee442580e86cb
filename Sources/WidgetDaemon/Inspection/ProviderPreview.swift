import WidgetCore

/// Asks a provider for the preview of a kind that a gallery shows: the snapshot, or the nearest to it.
struct ProviderPreview {
    enum Source {
        case snapshot, timeline, placeholder
    }

    struct Result {
        var entry: ProvidedEntry
        /// The images of the provider's answer.
        var images: [ProvidedImage]
        var source: Source
        /// The error of the snapshot; nil: it is the snapshot.
        var snapshotError: WidgetError?
    }

    let provider: any ProviderPort

    /// The snapshot. If the provider gives none: the timeline's current entry, or else the placeholder.
    /// - Throws: the snapshot's error if the provider gives none of them.
    func run(_ request: ProviderRequest) async throws(WidgetError) -> Result {
        let failure: WidgetError
        do {
            return try await result(.snapshot, provider.snapshot, request)
        } catch {
            failure = error
        }
        // A program that was too slow for one entry would be too slow for a timeline.
        let others: [(Source, Question)] =
            failure.code == .deadlineExceeded
            ? [(.placeholder, provider.placeholder)] : [(.timeline, provider.timeline), (.placeholder, provider.placeholder)]
        for (source, ask) in others {
            do {
                return try await result(source, ask, request, failure)
            } catch {
                // Only the snapshot's error is reported.
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
