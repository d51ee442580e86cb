import NIOCore
import Testing
import WidgetAPI

@testable import WidgetDaemon

/// Requests that name a widget and say nothing else are read in a short way, which must never see another request in them.
@Suite struct SoleTextTests {
    private func soleText(_ bytes: [UInt8]) -> String? { Method.soleText(ByteBuffer(bytes: bytes)) }

    @Test(arguments: ["a", "01980000-0000-7000-8000-000000000000", String(repeating: "x", count: 127)])
    func isTheNameOfWhatAnyClientSends(name: String) throws {
        #expect(soleText(try ProtoGetWidgetRequest.with { $0.widget = name }.serializedBytes()) == name)
    }

    @Test(
        arguments: [
            [], [0x0a], [0x0a, 0],
            // Cut short, with more behind, of another field, of another type.
            [0x0a, 2, 0x61], [0x0a, 1, 0x61, 0x0a, 1, 0x62], [0x12, 1, 0x61], [0x08, 1, 0x61],
            // Not ASCII: UTF-8 and not.
            [0x0a, 2, 0xc3, 0xa4], [0x0a, 1, 0xff],
            // A length of two bytes.
            [0x0a, 0x80, 0x01] + [UInt8](repeating: 0x61, count: 128),
        ] as [[UInt8]])
    func isNothingOfWhatIsReadInTheGeneralWay(bytes: [UInt8]) {
        #expect(soleText(bytes) == nil)
    }
}
