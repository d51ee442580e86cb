import NIOCore
import Testing
import WidgetAPI
import WidgetCore

@testable import WidgetDaemon

/// Requests that name a widget by its id and say nothing else are read in a short way, which must never see another request in them.
@Suite struct SoleIDTests {
    private static let text = "01980000-0000-7000-8000-000000000000"

    private func soleID(_ bytes: [UInt8]) -> WidgetID? { WidgetsHandlers.soleID(ByteBuffer(bytes: bytes)) }

    @Test(arguments: [text, text.uppercased(), "0198abcd-ef01-7fff-bfff-0123456789AB"])
    func isTheIDThatAnyClientSends(text: String) throws {
        #expect(soleID(try ProtoGetWidgetRequest.with { $0.widget = text }.serializedBytes()) == WidgetID(text))
    }

    @Test(
        arguments: [
            [], [0x0a], [0x0a, 0],
            // Cut short, with more behind, of another field, of another type.
            [0x0a, 36] + text.utf8.dropLast(), [0x0a, 36] + text.utf8 + [0x0a, 0], [0x12, 36] + text.utf8, [0x08, 36] + text.utf8,
            // A name, and what is nearly an id.
            [0x0a, 36] + [UInt8](repeating: 0x61, count: 36), [0x0a, 36] + text.replacing("-", with: "0").utf8,
            [0x0a, 36] + text.replacing("7", with: "g").utf8,
            [0x0a, 36] + [UInt8](repeating: 0xff, count: 36),
        ] as [[UInt8]])
    func isNothingOfWhatIsReadInTheGeneralWay(bytes: [UInt8]) {
        #expect(soleID(bytes) == nil)
    }
}
