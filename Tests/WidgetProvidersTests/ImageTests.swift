import Testing
import WidgetAPI
import WidgetCore

@testable import WidgetProviders

@Suite("pictures from rpc providers")
struct ImageTests {
    /// One transparent pixel.
    private static let png =
        Base64Text.decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==") ?? []

    /// The result of an answer with one picture that the archive names as `named` and that is sent as `sent`.
    private func message(named: ImageReference, sent: ProvidedImage?) throws -> String? {
        let archive = try ArchiveCodec.encode(try ViewTree.image(named).archive(), family: .systemSmall)
        let entry = ProvidedEntry(date: .noon, archive: archive.bytes, digest: archive.digest)
        let bytes = try ProvidedTimeline(entries: [entry], policy: .never, images: sent.map { [$0] } ?? []).timelineResponseBytes()
        do throws(WidgetError) {
            _ = try ProvidedTimeline(timelineResponse: bytes, family: .systemSmall)
            return nil
        } catch {
            return error.message
        }
    }

    @Test("a picture is what its bytes say, and the archive says the same of it")
    func checked() throws {
        let reference = try ImageReference(png: Self.png)
        let good = ProvidedImage(reference: reference, data: Self.png)
        #expect(try message(named: reference, sent: good) == nil)
        #expect(try message(named: reference, sent: nil)?.hasSuffix("isn't among the images sent along") == true)
        let wide = ImageReference(digest: reference.digest, width: 2, height: 1)
        #expect(try message(named: wide, sent: good)?.hasSuffix("has 1 by 1 pixels, not 2 by 1") == true)
        #expect(try message(named: reference, sent: ProvidedImage(reference: reference, data: Array("GIF89a".utf8)))?.hasPrefix("images[0]: ") == true)
        let other = ImageReference(digest: ContentDigest(of: [1]), width: 1, height: 1)
        #expect(try message(named: reference, sent: ProvidedImage(reference: other, data: Self.png))?.contains("isn't the SHA-256 of its data") == true)
    }
}
