import CommandRendering
import Glibc
import WidgetCore

/// Where widgetd's own package is, for a provider in Swift.
struct SwiftPackageLocation: Equatable {
    /// An absolute path, or a URL.
    var location: String

    private var isURL: Bool { location.contains("://") || location.hasPrefix("git@") }

    /// How a package manifest says it.
    var dependency: String {
        isURL ? ".package(url: \(JSONOutput.string(location)), branch: \"main\")" : ".package(path: \(JSONOutput.string(location)))"
    }

    /// How a package manifest names it from then on: by the last part.
    var identity: String {
        var last = location.split(separator: "/").last.map(String.init) ?? "widgetd"
        if isURL, last.hasSuffix(".git") { last.removeLast(4) }
        return last.lowercased()
    }

    /// The one that is named, or the sources in which this program was built.
    /// - Throws: INVALID_ARGUMENT where there is none, with what to give.
    static func find(_ named: String?) throws(WidgetError) -> SwiftPackageLocation {
        if let named {
            let location = SwiftPackageLocation(location: named)
            if location.isURL { return location }
            guard let path = realpath(named, nil) else { throw .invalid("--package", "there is no \(named): \(String(cString: strerror(errno)))") }
            defer { free(path) }
            let directory = String(cString: path)
            guard isPackage(directory) else { throw .invalid("--package", "\(directory) has no Package.swift of widgetd in it") }
            return SwiftPackageLocation(location: directory)
        }
        guard var directory = Self.ownDirectory else { throw missing }
        while let slash = directory.lastIndex(of: "/"), slash != directory.startIndex {
            if isPackage(directory) { return SwiftPackageLocation(location: directory) }
            directory = String(directory[..<slash])
        }
        throw missing
    }

    private static var missing: WidgetError {
        .invalid("--package", "this widgetctl doesn't lie where it was built, so give the directory of widgetd's sources, or their URL")
    }

    private static func isPackage(_ directory: String) -> Bool {
        access("\(directory)/Package.swift", R_OK) == 0 && access("\(directory)/Sources/WidgetKit", F_OK) == 0
    }

    private static var ownDirectory: String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0 else { return nil }
        let path = String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return path.lastIndex(of: "/").map { String(path[..<$0]) }
    }
}
