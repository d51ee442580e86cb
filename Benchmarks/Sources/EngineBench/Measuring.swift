import Glibc
import WidgetCore

/// Time of this program on a processor: it has one thread, and what others do shows in the caches alone.
func nanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// When everything begins.
let start = Timestamp(milliseconds: 1_795_000_000_000)

/// The digest of every archive.
let digest: ContentDigest = {
    guard let digest = ContentDigest(bytes: [UInt8](repeating: 0, count: 32)) else { preconditionFailure("32 bytes are a digest") }
    return digest
}()
