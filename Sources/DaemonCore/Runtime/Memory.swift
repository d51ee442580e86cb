import CLinux

/// How the process's memory is allocated.
package enum Memory {
    /// Makes malloc return freed memory to the system. A daemon needs most of its memory only for a moment: for a frame, or a page of a snapshot. So there are
    /// few arenas, and each large block is mapped by itself. Call once, first in main.
    package static func giveBackWhatIsFreed() {
        mallopt(M_ARENA_MAX, 2)
        mallopt(M_MMAP_THRESHOLD, 256 << 10)
    }
}
