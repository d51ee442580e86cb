/// Recognizes a stream of changes that follow each other without a pause. A link gathers a few of these and sends them together. To send one takes as long as
/// to write it, and the next writer would wait for that.
struct ChangeStream {
    /// When the last step that sent changes ended.
    private var toldAt: ContinuousClock.Instant?
    private var length = 0
    private var alone = 0
    private var restsUntil: ContinuousClock.Instant?

    mutating func told(at now: ContinuousClock.Instant) { toldAt = now }

    /// - Parameter began: when the commit of the change began.
    /// - Returns: whether the change is most likely one of a stream, so that others are about to follow.
    mutating func gathers(_ began: ContinuousClock.Instant) -> Bool {
        guard let toldAt, began - toldAt < MeshLimits.streamGap, restsUntil.map({ $0 <= began }) ?? true else {
            length = 0
            return false
        }
        length += 1
        return length >= MeshLimits.streamLength
    }

    /// - Parameter followers: the number of changes that came while one was held back. Where none comes repeatedly, each change is made in response to the last
    ///   one, so holding it back only causes delay.
    mutating func gathered(_ followers: Int, at now: ContinuousClock.Instant) {
        alone = followers == 0 ? alone + 1 : 0
        guard alone == MeshLimits.streamTries else { return }
        (alone, restsUntil) = (0, now + MeshLimits.streamRest)
    }
}
