package import WidgetCore

/// The limits of a connection to a server.
package enum ConnectionLimits {
    /// How long a statement may take. The server ends one after 60 s, but for a COMMIT that waits for a standby.
    package static let deadline = Milliseconds(75_000)
    /// Statements that the server keeps for a connection: more than there are.
    static let preparedStatements = 64
}
