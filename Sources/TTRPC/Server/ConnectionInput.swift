import NIOCore
import TTRPCWire

/// The bytes that a client has sent and nobody has handled yet. A large frame is charged to the uid until it has been handled.
struct ConnectionInput {
    private var frames: FrameBuffer
    /// Bytes charged to the uid for the frame that is coming in.
    private var charge = 0
    private let ledger: PeerLedger
    private let uid: UInt32
    /// Frames that may still be taken before other connections have their turn.
    private var allowance = Tuning.framesPerBatch

    init(limits: ServerLimits, ledger: PeerLedger, uid: UInt32) {
        frames = FrameBuffer(maximumFrameLength: limits.frameLength, announceAbove: limits.uncountedBytesPerConnection)
        self.ledger = ledger
        self.uid = uid
    }

    /// Whether the header of the current frame has come. It stays true while the rest of an oversize frame is skipped.
    var hasHeader: Bool { frames.hasHeader }

    mutating func append(_ bytes: ByteBuffer) { frames.append(bytes) }

    /// Whether other connections have their turn first.
    var mustWait: Bool { allowance == 0 }

    /// The others had their turn.
    mutating func begin() { allowance = Tuning.framesPerBatch }

    /// The next frame; not while it ``mustWait``.
    mutating func next() -> FrameBuffer.Event {
        let event = frames.next()
        if case .incomplete = event { allowance = Tuning.framesPerBatch } else { allowance -= 1 }
        return event
    }

    /// Charges an announced frame to the uid. Where the uid has no room for it, the frame is skipped.
    /// - Returns: why there is no room.
    mutating func admit(_ header: FrameHeader) -> RPCStatus? {
        if let refusal = ledger.takeBytes(Int(header.length), uid: uid) {
            frames.discardAnnounced()
            return refusal
        }
        charge = Int(header.length)
        return nil
    }

    /// The frame has been handled, or the connection is gone.
    mutating func releaseCharge() {
        guard charge > 0 else { return }
        ledger.releaseBytes(charge, uid: uid)
        charge = 0
    }
}
