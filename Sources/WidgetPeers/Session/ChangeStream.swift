/// Tells changes that follow each other without rest from those that come now and then. A link tells the former once a few have gathered, since to tell one
/// takes as long as to write it, and who
/// writes the next would wait for that.
struct ChangeStream {
    /// When the last step that told of changes ended.
    private var toldAt: ContinuousClock.Instant?
    private var length = 0
    private var alone = 0
    private var restsUntil: ContinuousClock.Instant?

    mutating func told(at now: ContinuousClock.Instant) { toldAt = now }

    /// - Parameter began: when the commit of what has changed now did.
    /// - Returns: whether it is most likely one of many, so that others are about to follow.
    mutating func gathers(_ began: ContinuousClock.Instant) -> Bool {
        guard let toldAt, began - toldAt < MeshLimits.streamGap, restsUntil.map({ $0 <= began }) ?? true else {
            length = 0
            return false
        }
        length += 1
        return length >= MeshLimits.streamLength
    }

    /// - Parameter followers: how many came while one was kept. Where none does again and again, somebody makes them who has seen the last, and isn't to wait
    ///   for more of them.
    mutating func gathered(_ followers: Int, at now: ContinuousClock.Instant) {
        alone = followers == 0 ? alone + 1 : 0
        guard alone == MeshLimits.streamTries else { return }
        (alone, restsUntil) = (0, now + MeshLimits.streamRest)
    }
}
