internal import WidgetCore

/// One transaction of shared rows as it is logged and travels: applied whole or not at all.
public struct LoggedTransaction: Sendable, Hashable {
    public var origin: Origin
    /// From 1, without gaps.
    public var sequence: Int64
    public var clock: HybridLogicalClock.Reading
    /// Its chain hash, as its sender has it.
    public var hash: ChainHash
    /// Its operations, as their author wrote them: the bytes are passed on as they came.
    public var frame: [UInt8]

    public init(origin: Origin, sequence: Int64, clock: HybridLogicalClock.Reading, hash: ChainHash, frame: [UInt8]) {
        self.origin = origin
        self.sequence = sequence
        self.clock = clock
        self.hash = hash
        self.frame = frame
    }

    /// What it does.
    /// - Throws: ``ReplicationFault`` `.malformed`.
    public func operations() throws(ReplicationFault) -> [RowOperation] { try FrameReader.operations(frame) }
}
