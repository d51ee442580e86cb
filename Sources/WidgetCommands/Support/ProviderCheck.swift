import ArgumentParser
import Glibc

/// What `provider check` and `provider run` share.
enum ProviderCheck {
    /// Prints the findings.
    ///
    /// - Throws: an exit with 65 where one of them is an error.
    static func run(_ provider: String, kind: String, _ session: Session) throws {
        let response = try session.client.checkProvider(absolute(provider), kind: kind)
        try session.show(response) { ProviderRendering.findings($0, session.style) }
        if response.findings.contains(where: { $0.severity == .error }) { throw ExitCode(ExitStatus.dataError.rawValue) }
    }

    /// A path as the daemon, which runs in another directory, understands it; an id as it is.
    private static func absolute(_ provider: String) -> String {
        guard provider.contains("/"), !provider.hasPrefix("/"), let directory = getcwd(nil, 0) else { return provider }
        defer { free(directory) }
        return "\(String(cString: directory))/\(provider)"
    }
}
