import CLinux

/// How the C library keeps what the program frees.
package enum Memory {
    /// A daemon's memory is mostly what it held for a moment: a frame, a page of a snapshot. Few arenas, and large pieces by themselves, so that what is freed goes back to the system. Called once,
    /// first thing in main.
    package static func giveBackWhatIsFreed() {
        mallopt(M_ARENA_MAX, 2)
        mallopt(M_MMAP_THRESHOLD, 256 << 10)
    }
}
