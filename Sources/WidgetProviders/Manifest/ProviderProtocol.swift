/// How a provider program is talked to.
public enum ProviderProtocol: String, Sendable, Hashable, CaseIterable {
    /// A program that serves `widgetd.v1.Provider` on the socket it inherits as descriptor 3, and stays for an idle time.
    case rpc
    /// One process for each call: JSON on standard input, JSON on standard output.
    case json
    /// An xbar, SwiftBar, Argos or BitBar plugin.
    case xbar
}
