import Foundation

/// Ends the program, because its own code used a view or an intent in a way that can't go on: as on Apple's platforms.
///
/// This happens in a provider's process only. The daemon keeps the last good timeline, and shows the message as the reason.
package func providerFatalError(_ message: String) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    abort()
}
