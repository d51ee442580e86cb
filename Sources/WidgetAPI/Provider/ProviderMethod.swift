/// The methods that a provider program serves on its inherited socket.
public enum ProviderMethod: String, Sendable, Hashable, CaseIterable {
    case describe = "Describe"
    case placeholder = "Placeholder"
    case snapshot = "Snapshot"
    case timeline = "Timeline"
    case relevance = "Relevance"
    case drawActivity = "DrawActivity"
    case perform = "Perform"
    case pushInfo = "PushInfo"
    case controlValue = "ControlValue"
    case performControl = "PerformControl"

    /// The service of all of them.
    public static let service = "widgetd.v1.Provider"
    /// The variable that tells a program the number of its socket.
    public static let descriptorVariable = "WIDGETD_PROVIDER_FD"
    /// The socket's number in every program that the daemon starts: the first after standard input, output and error.
    public static let descriptor: Int32 = 3
}
