import Foundation

extension FileManager {
    /// The folder that programs of one maker share: `NAME` in the user's data directory (XDG_DATA_HOME), which is made where it isn't there.
    /// - Parameter groupIdentifier: such as `group.org.example.drinks`; a name that isn't a single folder's is nil.
    public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
        guard !groupIdentifier.isEmpty, !groupIdentifier.contains("/"), groupIdentifier != ".", groupIdentifier != ".." else { return nil }
        let environment = ProcessInfo.processInfo.environment
        let data: URL
        if let directory = environment["XDG_DATA_HOME"], directory.hasPrefix("/") {
            data = URL(filePath: directory)
        } else {
            data = homeDirectoryForCurrentUser.appending(path: ".local/share")
        }
        let url = data.appending(path: groupIdentifier)
        try? createDirectory(at: url, withIntermediateDirectories: true)
        return url
    }
}
