/// Another device that isn't connected to this one.
enum UnreachableDevice {
    /// Why it can't be asked, where what it owns is shown.
    static func reason(_ name: String) -> String { "the device '\(name)' isn't connected" }
}
