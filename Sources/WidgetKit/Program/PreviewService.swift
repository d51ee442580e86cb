import WidgetAPI
import WidgetCore

/// The previews of the running program, for `widgetctl preview`.
@MainActor final class PreviewService {
    /// The most previews that are listed: more than anybody steps through.
    private static let limit = 256

    private lazy var sources = Array(Previews.all().prefix(Self.limit))

    func list() throws(WidgetError) -> [UInt8] {
        try PreviewSource.previewsResponseBytes(sources.map { PreviewSource(name: $0.preview.name ?? "", file: $0.file, line: $0.line) })
    }

    func draw(_ payload: [UInt8]) async throws -> [UInt8] {
        let request = try PreviewRequest(drawPreviewRequest: payload)
        let environment = EntryRenderer(context: request.context).environment(date: Date(request.context.date))
        let shown = PreviewEnvironment(environment: environment, provider: request.context)
        return try await content(request.preview).frames(in: shown).drawPreviewResponseBytes()
    }

    func tap(_ payload: [UInt8]) async throws -> [UInt8] {
        let request = try PreviewTapRequest(tapPreviewRequest: payload)
        return try await content(request.preview).tap(request.node).tapPreviewResponseBytes()
    }

    private func content(_ index: Int) throws(WidgetError) -> any PreviewContent {
        guard sources.indices.contains(index) else { throw .invalid("preview", "there are \(sources.count) previews, and none with the index \(index)") }
        return sources[index].preview.content
    }
}
