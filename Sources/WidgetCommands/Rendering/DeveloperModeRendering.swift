/// What answers say of a daemon that counts nothing.
enum DeveloperModeRendering {
    /// Beside a field's name.
    static let state = "on: no reload is counted"

    /// A line below an answer; nothing where it is off.
    static func note(_ isOn: Bool, _ style: Style) -> String {
        isOn ? style(.yellow, "Developer mode is on: no reload is counted, and timelines are asked for as soon as they say.") + "\n" : ""
    }
}
