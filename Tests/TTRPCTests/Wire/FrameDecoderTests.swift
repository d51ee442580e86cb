import NIOCore
import TTRPCWire
import Testing

@testable import TTRPC

/// One of the two ways to take a byte stream apart, under the same tests.
enum Decoder: CaseIterable {
    case plain, nio

    func events(of pieces: [[UInt8]], limit: Int = WireLimits.maximumFrameLength) -> [FrameDecoder.Event] {
        var events: [FrameDecoder.Event] = []
        switch self {
        case .plain:
            var decoder = FrameDecoder(maximumFrameLength: limit)
            for piece in pieces {
                piece.withUnsafeBytes { bytes in decoder.push(bytes) { events.append($0) } }
                #expect(decoder.bufferedCount <= limit + WireLimits.headerLength)
            }
        case .nio:
            var buffer = FrameBuffer(maximumFrameLength: limit, announceAbove: 64)
            for piece in pieces {
                buffer.append(ByteBuffer(bytes: piece))
                loop: while true {
                    switch buffer.next() {
                    case .incomplete: break loop
                    case .announced: continue
                    case .frame(let header, let data): events.append(.frame(header, Array(data.readableBytesView)))
                    case .oversize(let header): events.append(.oversize(header))
                    }
                }
                #expect(buffer.count <= limit + WireLimits.headerLength)
            }
        }
        return events
    }
}

@Suite("The frame decoders give the same frames however the bytes come")
struct FrameDecoderTests {
    @Test("cut at every byte", arguments: Decoder.allCases)
    func everyCut(_ decoder: Decoder) {
        let bytes =
            frame(.request, 1, [1, 2, 3]) + frame(.data, 1, flags: .noData) + frame(.data, 3, [UInt8](repeating: 5, count: 20)) + frame(.response, 5, [9])
        let whole = decoder.events(of: [bytes], limit: 10)
        #expect(whole.count == 4)
        for cut in 0...bytes.count {
            #expect(decoder.events(of: [Array(bytes[..<cut]), Array(bytes[cut...])], limit: 10) == whole, "cut at \(cut)")
        }
        #expect(decoder.events(of: bytes.map { [$0] }, limit: 10) == whole)
    }

    @Test("random frames in random pieces", arguments: Decoder.allCases, 0..<50 as Range<UInt64>)
    func randomFrames(_ decoder: Decoder, _ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let limit = 200
        var expected: [FrameDecoder.Event] = []
        var bytes: [UInt8] = []
        for _ in 0..<40 {
            let data = (0..<Int.random(in: 0...limit + 60, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
            let header = FrameHeader(
                length: UInt32(data.count), streamID: .random(in: 0...UInt32.max, using: &random),
                type: FrameType(rawValue: .random(in: 0...255, using: &random)),
                flags: FrameFlags(rawValue: .random(in: 0...255, using: &random)))
            header.append(to: &bytes)
            bytes += data
            expected.append(data.count > limit ? .oversize(header) : .frame(header, data))
        }
        var pieces: [[UInt8]] = []
        while !bytes.isEmpty {
            let count = min(bytes.count, Int.random(in: 1...150, using: &random))
            pieces.append(Array(bytes[..<count]))
            bytes.removeFirst(count)
        }
        #expect(decoder.events(of: pieces, limit: limit) == expected, "seed \(seed)")
    }

    @Test("garbage is never held beyond the limit, and both decoders agree on it", arguments: 0..<50 as Range<UInt64>)
    func garbage(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let pieces = (0..<30).map { _ in
            // Mostly zeros, so that lengths stay small enough for frames to end.
            (0..<Int.random(in: 0...60, using: &random)).map { _ in Bool.random(using: &random) ? 0 : UInt8.random(in: 0...255, using: &random) }
        }
        #expect(Decoder.plain.events(of: pieces, limit: 300) == Decoder.nio.events(of: pieces, limit: 300), "seed \(seed)")
    }

    @Test("a header alone makes nothing be set aside for what it claims")
    func claims() {
        var decoder = FrameDecoder()
        _ = frame(.request, 1, []).withUnsafeBytes { decoder.push($0) }
        let header = FrameHeader(length: 4 << 20, streamID: 3, type: .request)
        var bytes: [UInt8] = []
        header.append(to: &bytes)
        let result = bytes.withUnsafeBytes { decoder.push($0) }
        #expect(result.event == nil && decoder.bufferedCount == 0 && !decoder.isBetweenFrames)
    }

    @Test("an oversize frame is reported before its data comes")
    func oversizeEarly() {
        var decoder = FrameDecoder()
        let header = FrameHeader(length: .max, streamID: 7, type: .request)
        var bytes: [UInt8] = []
        header.append(to: &bytes)
        #expect(bytes.withUnsafeBytes { decoder.push($0) }.event == .oversize(header))
    }
}

@Suite("Stream ids")
struct StreamIDTests {
    @Test("a client's are odd, rise, and end after 2^31 streams")
    func source() {
        var ids = StreamIDSource()
        #expect([ids.next(), ids.next(), ids.next()] == [1, 3, 5])
    }

    @Test("a server refuses even, used and falling ones, and takes Go's new beginning after the last")
    func rule() {
        var rule = StreamIDRule()
        func accepts(_ id: UInt32) -> Bool { rule.accept(id) { _ in false } == nil }
        #expect(accepts(1) && accepts(7))
        #expect(!accepts(7) && !accepts(3) && !accepts(8) && !accepts(0))
        #expect(accepts(.max) && accepts(1) && accepts(3) && !accepts(1))
    }
}
