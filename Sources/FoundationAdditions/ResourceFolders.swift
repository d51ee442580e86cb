import Foundation

/// Where a provider's resources lie: string catalogues, asset catalogues, pictures.
package enum ResourceFolders {
    /// The bundle's own folder; for the main bundle also `Resources` beside the program, and the folders that SwiftPM puts a target's resources in.
    package static func of(_ bundle: Bundle) -> [URL] {
        var folders: [URL] = []
        if let url = bundle.resourceURL { folders.append(url) }
        guard bundle.bundlePath == Bundle.main.bundlePath else { return folders }
        if let named = ProcessInfo.processInfo.environment["WIDGETD_RESOURCES"] { folders.insert(URL(filePath: named), at: 0) }
        let program = bundle.executableURL?.deletingLastPathComponent() ?? bundle.bundleURL
        folders.append(program.appending(path: "Resources"))
        let beside = (try? FileManager.default.contentsOfDirectory(at: program, includingPropertiesForKeys: nil)) ?? []
        folders += beside.filter { $0.pathExtension == "resources" }.sorted { $0.path < $1.path }
        return folders
    }
}
