/// The version of the product: of the daemon, of `widgetctl` and of the bundled providers alike.
public enum Version {
    /// By semver.org.
    public static let current = "0.1.0"
}
