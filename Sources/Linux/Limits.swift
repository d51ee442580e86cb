/// The bounds of what is asked of the kernel, each with its reason.
public enum LinuxLimits {
    /// Directories whose files are watched for changes: those of manifests, and those of programs that lie elsewhere. The kernel allows a user 8,192 watches
    /// at the least.
    public static let watchedDirectories = 256
    /// Bytes of the buffer for inotify's events. One event has at most 272 bytes.
    static let fileEventBytes = 16 << 10
    /// Bytes of the buffer for one uevent. The kernel's events have at most 2 KiB, and 2 KiB of variables.
    static let kernelEventBytes = 8 << 10
    /// Bytes of the map of users of a namespace: the kernel allows 340 lines, and a page for all of them by hand.
    static let userMapBytes = 64 << 10
    /// Sound cards whose jacks are read. A machine has two or three, and the kernel numbers 32.
    static let audioCards = 32
    /// Bytes of the buffer for a sound card's events: room for 64 of 72 bytes each.
    static let audioEventBytes = 72 * 64
}
