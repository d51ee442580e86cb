/// The bounds of what is asked of the kernel, each with its reason.
public enum LinuxLimits {
    /// Directories whose files are watched for changes: those of manifests, and those of programs that lie elsewhere. The kernel allows a user 8,192 watches at the least.
    public static let watchedDirectories = 256
    /// Some of the kernel's events on files at once; one has at most 272 bytes.
    static let fileEventBytes = 16 << 10
}
