import CLinux

/// What of the program is kept in memory.
package enum Memory {
    /// A daemon's memory is mostly what it held for a moment: a frame, a page of a snapshot. Few arenas, and large pieces by themselves, so that what is freed
    /// goes back to the system. Called once,
    /// first thing in main.
    package static func giveBackWhatIsFreed() {
        mallopt(M_ARENA_MAX, 2)
        mallopt(M_MMAP_THRESHOLD, 256 << 10)
    }

    /// A start goes through much of the program once: relocations, options, the schema. Called when it is over; what is still used is mapped again as it is
    /// used.
    static func giveBackWhatStartUsed() { widgetd_give_back_code() }
}
