import Foundation

/// What `swift package dump-package` says of the package, as far as the house rules need it.
struct PackageDescription: Decodable {
    struct Target: Decodable {
        struct Dependency: Decodable {
            /// The name of a target of this package; nil for a product of another.
            let target: String?

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Key.self)
                // Each is {"byName": [name, condition]} or {"target": [name, condition]} or {"product": […]}.
                for key in [Key.byName, .target] where container.contains(key) {
                    var values = try container.nestedUnkeyedContainer(forKey: key)
                    target = try values.decode(String.self)
                    return
                }
                target = nil
            }

            private enum Key: String, CodingKey { case byName, target, product }
        }

        let name: String
        let type: String
        let path: String?
        let dependencies: [Dependency]
    }

    let targets: [Target]

    /// The root of the checkout.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Asks the package manager, in a folder of its own: the one of the running tests is locked.
    static func load() throws -> PackageDescription {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        let swift = ProcessInfo.processInfo.environment["SWIFT"] ?? "swift"
        process.arguments = [swift, "package", "--scratch-path", root.appending(path: ".build/house").path, "dump-package"]
        process.currentDirectoryURL = root
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return try JSONDecoder().decode(PackageDescription.self, from: data)
    }
}
