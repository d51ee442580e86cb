/// The bounds of what is asked of the kernel, each with its reason.
public enum LinuxLimits {
    /// Directories whose files are watched for changes: those of manifests, and those of programs that lie elsewhere. The kernel allows a user 8,192 watches
    /// at the least.
    public static let watchedDirectories = 256
    /// Some of the kernel's events on files at once; one has at most 272 bytes.
    static let fileEventBytes = 16 << 10
    /// One event on a device. The kernel makes them of at most 2 KiB and 2 KiB of variables.
    static let kernelEventBytes = 8 << 10
    /// Sound cards whose jacks are read. A machine has two or three, and the kernel numbers 32.
    static let audioCards = 32
    /// Some events of a sound card at once: each has 72 bytes.
    static let audioEventBytes = 72 * 64
}
