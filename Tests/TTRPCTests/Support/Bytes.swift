import TTRPCWire

/// Frames as bytes, for tests that speak the protocol by hand.
func frame(_ type: FrameType, _ streamID: UInt32, flags: FrameFlags = [], _ data: [UInt8] = []) -> [UInt8] {
    var bytes: [UInt8] = []
    FrameHeader(length: UInt32(data.count), streamID: streamID, type: type, flags: flags).append(to: &bytes)
    return bytes + data
}

func request(
    _ streamID: UInt32, _ method: String, service: String = TestService.name, flags: FrameFlags = [], payload: [UInt8] = [], timeoutNanoseconds: Int64 = 0
) -> [UInt8] {
    var data: [UInt8] = []
    RequestEnvelope(service: service, method: method, payload: payload, timeoutNanoseconds: timeoutNanoseconds).append(to: &data)
    return frame(.request, streamID, flags: flags, data)
}

/// SplitMix64: the same numbers for the same seed everywhere.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
