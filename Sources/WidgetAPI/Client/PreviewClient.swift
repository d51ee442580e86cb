import TTRPCBlocking
import TTRPCWire
public import WidgetCore

/// Asks a provider program, over the socket that it was started with, for its previews.
public final class PreviewClient {
    private let client: BlockingClient

    /// - Parameter descriptor: this process's end of the socket; it is closed with the client.
    public init(descriptor: Int32) { client = BlockingClient(descriptor: descriptor) }

    /// The program's previews.
    /// - Throws: UNIMPLEMENTED for a program without previews, UNAVAILABLE for one that has ended.
    public func previews() throws(WidgetError) -> [PreviewSource] {
        try PreviewSource.previews(response: call(.previews, []))
    }

    /// The pictures of a preview.
    /// - Throws: INVALID_ARGUMENT that names the view's path and what is wrong in it; UNAVAILABLE for a program that has ended.
    public func draw(_ request: PreviewRequest) throws(WidgetError) -> PreviewFrames {
        try PreviewFrames(drawPreviewResponse: call(.drawPreview, request.drawPreviewRequestBytes()))
    }

    /// Taps a view.
    /// - Throws: NOT_FOUND for one that nobody can tap; UNAVAILABLE for a program that has ended.
    public func tap(_ request: PreviewTapRequest) throws(WidgetError) -> PreviewTap {
        try PreviewTap(tapPreviewResponse: call(.tapPreview, request.tapPreviewRequestBytes()))
    }

    private func call(_ method: ProviderMethod, _ payload: [UInt8]) throws(WidgetError) -> [UInt8] {
        do {
            return try client.call(service: ProviderMethod.service, method: method.rawValue, payload: payload, timeout: .seconds(60))
        } catch let status as RPCStatus {
            throw WidgetError(status)
        } catch {
            throw WidgetError(.unavailable, "the program ended: \(error)")
        }
    }
}
