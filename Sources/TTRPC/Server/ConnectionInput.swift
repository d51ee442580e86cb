import NIOCore
import TTRPCWire

/// The bytes that a client has sent and nobody has handled yet. A large frame is charged to the uid until it has been handled.
struct ConnectionInput {
    private var frames: FrameBuffer
    /// Bytes charged to the uid for the frame that is coming in.
    private var charge = 0
    private let ledger: PeerLedger
    private let uid: UInt32
    private let turns: UserTurns
    /// The work that may be done before the user's share is asked again, in units of ``UserTurns``.
    private var granted = Tuning.unitsPerCount
    private var done = 0
    /// The work that the current turn has counted.
    private var doneInTurn = 0
    /// The user's share is used up, so no frame is taken before the connection's turn.
    private(set) var mustWait = false

    init(limits: ServerLimits, ledger: PeerLedger, peer: PeerIdentity) {
        frames = FrameBuffer(maximumFrameLength: limits.frameLength, announceAbove: limits.uncountedBytesPerConnection)
        self.ledger = ledger
        uid = peer.uid
        turns = peer.remoteName == nil ? ledger.turns(uid: uid) : UserTurns()
    }

    /// Whether the header of the current frame has come. It stays true while the rest of an oversize frame is skipped.
    var hasHeader: Bool { frames.hasHeader }

    mutating func append(_ bytes: ByteBuffer) { frames.append(bytes) }

    /// The next frame; not while it ``mustWait``.
    mutating func next() -> FrameBuffer.Event { frames.next() }

    // MARK: Turns

    /// A frame has been handled.
    /// - Parameters:
    ///   - bytes: its own, and those of answers that were made at once.
    ///   - link: to the connection. Its ``ServerConnection/takeTurn(_:)`` is called when its turn has come, where it must wait for one from now on.
    mutating func finishFrame(bytes: Int, of link: ConnectionLink) {
        done += 1 + bytes / Tuning.bytesPerUnit
        guard done >= granted else { return }
        mustWait = !turns.count(done, at: link.eventLoop.now)
        doneInTurn += done
        granted = Tuning.unitsPerCount
        done = 0
        if mustWait { turns.wait(link) }
    }

    /// - Parameter units: the work that may be done in it.
    mutating func beginTurn(_ units: Int) {
        mustWait = false
        granted = units
        doneInTurn = -done
    }

    /// The rest of a turn isn't kept for later.
    /// - Returns: the work that was done in it.
    mutating func endTurn() -> Int {
        granted = Tuning.unitsPerCount
        return doneInTurn + done
    }

    // MARK: Large frames

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
