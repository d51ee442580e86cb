import CFuzzer
import TTRPCWire

// Any bytes come, in any pieces. The frame decoder doesn't trap, holds no more than a frame, and finds the same frames. The envelopes in them are refused, or
// encode to bytes that decode to the same.

/// A small bound, so that frames over it are met.
let limit = 256

func events(_ bytes: UnsafeRawBufferPointer, piece: Int) -> [FrameDecoder.Event] {
    var decoder = FrameDecoder(maximumFrameLength: limit)
    var events: [FrameDecoder.Event] = []
    var rest = bytes
    while !rest.isEmpty {
        let next = UnsafeRawBufferPointer(rebasing: rest.prefix(piece))
        decoder.push(next) { events.append($0) }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(next.count))
        precondition(decoder.bufferedCount <= limit + WireLimits.headerLength, "more than a frame is held")
    }
    return events
}

func checkEnvelopes(_ data: [UInt8]) {
    data.withUnsafeBytes { bytes in
        if let request = try? RequestEnvelope(bytes) {
            var encoded: [UInt8] = []
            request.append(to: &encoded)
            precondition((try? encoded.withUnsafeBytes { try RequestEnvelope($0) }) == request, "a request changed on its way")
        }
        if let response = try? ResponseEnvelope(bytes) {
            var encoded: [UInt8] = []
            response.append(to: &encoded)
            precondition((try? encoded.withUnsafeBytes { try ResponseEnvelope($0) }) == response, "a response changed on its way")
        }
    }
}

var count = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
_ = LLVMFuzzerRunDriver(&count, &arguments) { start, count in
    let bytes = UnsafeRawBufferPointer(start: start, count: count)
    let whole = events(bytes, piece: max(1, count))
    precondition(events(bytes, piece: 1) == whole && events(bytes, piece: 7) == whole, "the pieces change the frames")
    for case .frame(let header, let data) in whole {
        precondition(data.count == Int(header.length), "a frame isn't as long as its header says")
        checkEnvelopes(data)
    }
    return 0
}
