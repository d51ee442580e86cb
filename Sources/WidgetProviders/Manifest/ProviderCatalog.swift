import Glibc
public import WidgetCore

/// The providers of a machine, and what is wrong with those that can't be used.
public struct ProviderCatalog: Sendable {
    /// By id.
    public var manifests: [ProviderManifest]
    public var problems: [ManifestProblem]

    public init(manifests: [ProviderManifest] = [], problems: [ManifestProblem] = []) {
        self.manifests = manifests
        self.problems = problems
    }

    /// Reads manifests (`<id>.json`) and plugins (executable files in `xbar`) from directories; of several with one id the last directory's wins, and a bad
    /// one never hides a good one. A directory that doesn't exist is an empty one, and of one that is named several times the last place counts. Reads files:
    /// call it on a thread that may wait.
    public static func scan(_ directories: [ProviderDirectory]) -> ProviderCatalog {
        scan(directories, owners: owners())
    }

    /// Reads one manifest that needn't be in any directory of providers, with the same checks: to try a provider before it is installed. Reads files: call it
    /// on a thread that may wait.
    ///
    /// - Parameter path: absolute, `<id>.json`.
    /// - Throws: INVALID_ARGUMENT that names the key or the limit, NOT_FOUND, PERMISSION_DENIED where others can change what it names; each says what to do.
    public static func load(manifest path: String) throws(WidgetError) -> ProviderManifest {
        guard path.hasPrefix("/"), path.hasSuffix(".json"), let slash = path.lastIndex(of: "/") else {
            throw .invalid("path", "must be absolute and end in .json, as a manifest's does")
        }
        let id = String(path[path.index(after: slash)...].dropLast(".json".utf8.count))
        return try CatalogScan.manifest(path, id: id, directory: String(path[..<slash]), owners: owners())
    }

    private static func owners() -> Set<uid_t> {
        let map = (try? FileText.read("/proc/self/uid_map", limit: ProviderLimits.manifestBytes)) ?? []
        return FileTrust.owners(user: geteuid(), uidMap: String(decoding: map, as: UTF8.self))
    }

    static func scan(_ directories: [ProviderDirectory], owners: Set<uid_t>) -> ProviderCatalog {
        var scan = CatalogScan(owners: owners)
        for directory in distinct(directories.map(\.path)) { scan.read(directory) }
        return ProviderCatalog(manifests: scan.found.values.sorted { $0.id < $1.id }, problems: scan.problems)
    }

    /// Each directory once, at its last place, by whatever names it is reached.
    private static func distinct(_ paths: [String]) -> [String] {
        var seen: Set<[UInt64]> = []
        let last = paths.reversed().filter { path in
            var status = stat()
            // One that can't be looked at is left for who reads it to say so.
            guard stat(path, &status) == 0 else { return true }
            return seen.insert([UInt64(status.st_dev), UInt64(status.st_ino)]).inserted
        }
        return last.reversed()
    }
}

/// The catalog while it is read.
private struct CatalogScan {
    let owners: Set<uid_t>
    var found: [String: ProviderManifest] = [:]
    var problems: [ManifestProblem] = []

    mutating func read(_ directory: String) {
        for name in names(in: directory) where name.hasSuffix(".json") {
            let path = "\(directory)/\(name)"
            let id = String(name.dropLast(".json".utf8.count))
            add(path) { (owners) throws(WidgetError) in try Self.manifest(path, id: id, directory: directory, owners: owners) }
        }
        var plugins: [String: String] = [:]
        for name in names(in: directory + "/xbar") {
            let path = "\(directory)/xbar/\(name)"
            guard isPlugin(path) else { continue }
            add(path) { (owners) throws(WidgetError) in
                let plugin = try PluginManifest.read(path, name: name, owners: owners)
                if let other = plugins.updateValue(path, forKey: plugin.id) {
                    throw .invalid("file name", "gives the id \(plugin.id), as \(other) does; rename one of them")
                }
                return plugin
            }
        }
    }

    private mutating func names(in directory: String) -> [String] {
        do throws(WidgetError) {
            let names = try FileText.names(in: directory) ?? []
            guard names.count <= ProviderLimits.manifestsPerDirectory else {
                throw WidgetError(
                    .resourceExhausted, "has \(names.count) files and may have \(ProviderLimits.manifestsPerDirectory); keep only manifests and plugins in it")
            }
            return names
        } catch {
            problems.append(ManifestProblem(path: directory, message: error.message))
            return []
        }
    }

    private mutating func add(_ path: String, _ read: (Set<uid_t>) throws(WidgetError) -> ProviderManifest) {
        do throws(WidgetError) {
            var manifest = try read(owners)
            if let before = found[manifest.id] { manifest.overrides = before.overrides + [before.path] }
            found[manifest.id] = manifest
        } catch {
            problems.append(ManifestProblem(path: path, message: error.message))
        }
    }

    /// Plugins' directories also hold their data: what can't be executed is none.
    private func isPlugin(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_mode & 0o111 != 0
    }

    static func manifest(_ path: String, id: String, directory: String, owners: Set<uid_t>) throws(WidgetError) -> ProviderManifest {
        guard Identifier.isValid(id) else { throw .invalid("file name", "must be an id of the form \(Identifier.form), and .json") }
        let file = try FileTrust.check(path, owners: owners)
        guard file.size <= Int64(ProviderLimits.manifestBytes) else {
            throw .invalid("the manifest", "must have at most \(ProviderLimits.manifestBytes) bytes, not \(file.size)")
        }
        let bytes = try FileText.read(file.path, limit: ProviderLimits.manifestBytes)
        var manifest = try ManifestDecoder.decode(bytes, id: id, path: path, directory: directory)
        let program = try FileTrust.check(manifest.program, owners: owners)
        guard program.isExecutable else { throw .invalid("exec[0]", "\(program.path) can't be executed; run chmod +x on it") }
        manifest.program = program.path
        manifest.fingerprint = "\(file.fingerprint) \(program.fingerprint)"
        if manifest.protocol == .xbar { try PluginManifest.complete(&manifest) }
        return manifest
    }
}
