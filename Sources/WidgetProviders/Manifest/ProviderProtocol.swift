/// The protocol that a provider program speaks.
public enum ProviderProtocol: String, Sendable, Hashable, CaseIterable {
    /// A program that serves `widgetd.v1.Provider` on the socket that it inherits as descriptor 3. It stays running until its idle timeout.
    case rpc
    /// One process for each call: JSON on standard input, JSON on standard output.
    case json
    /// An xbar, SwiftBar, Argos or BitBar plugin.
    case xbar
}
