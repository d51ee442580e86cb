import Glibc
public import Linux
public import WidgetCore

/// The providers of a machine, and what is wrong with those that can't be used.
public struct ProviderCatalog: Sendable, Hashable {
    /// By id.
    public var manifests: [ProviderManifest]
    public var problems: [ManifestProblem]
    /// The files that were read or looked for. A change of one may change the catalog.
    public var files: WatchedFiles

    public init(manifests: [ProviderManifest] = [], problems: [ManifestProblem] = [], files: WatchedFiles = WatchedFiles()) {
        self.manifests = manifests
        self.problems = problems
        self.files = files
    }

    /// Reads manifests (`<id>.json`) and plugins (executable files in `xbar`) from directories. Where several have one id, the last directory's is used, and an
    /// invalid one never hides a valid one. A missing directory counts as empty. For a directory that is named several times, the last place counts. It reads
    /// files, so call it on a thread that may block.
    public static func scan(_ directories: [ProviderDirectory]) -> ProviderCatalog {
        scan(directories, owners: FileTrust.owners())
    }

    /// Reads one manifest from anywhere, with the same checks. With it a provider can be tried before it is installed. It reads files, so call it on a thread
    /// that may block.
    ///
    /// - Parameter path: absolute, `<id>.json`.
    /// - Throws: INVALID_ARGUMENT that names the key or the limit; NOT_FOUND; PERMISSION_DENIED where others can change the manifest or its program. Each says
    ///   what to do.
    public static func load(manifest path: String) throws(WidgetError) -> ProviderManifest {
        guard path.hasPrefix("/"), path.hasSuffix(".json"), let slash = path.lastIndex(of: "/") else {
            throw .invalid("path", "must be absolute and end in .json, as a manifest's does")
        }
        let id = String(path[path.index(after: slash)...].dropLast(".json".utf8.count))
        var files = WatchedFiles()
        return try CatalogScan.manifest(path, id: id, directory: String(path[..<slash]), owners: FileTrust.owners(), &files)
    }

    static func scan(_ directories: [ProviderDirectory], owners: Set<uid_t>) -> ProviderCatalog {
        var scan = CatalogScan(owners: owners)
        for directory in distinct(directories) { scan.read(directory) }
        return ProviderCatalog(manifests: scan.found.values.sorted { $0.id < $1.id }, problems: scan.problems, files: scan.files)
    }

    /// Each directory once, at its last place. Two paths to one directory count as one.
    private static func distinct(_ directories: [ProviderDirectory]) -> [ProviderDirectory] {
        var seen: Set<[UInt64]> = []
        let last = directories.reversed().filter { directory in
            var status = stat()
            // A directory that can't be checked stays, and reading it reports the error.
            guard stat(directory.path, &status) == 0 else { return true }
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
    var files = WatchedFiles()

    mutating func read(_ place: ProviderDirectory) {
        let (directory, origin) = (place.path, place.origin)
        files.add(directory: directory)
        files.add(directory: directory + "/xbar")
        for name in names(in: directory) where name.hasSuffix(".json") {
            let path = "\(directory)/\(name)"
            let id = String(name.dropLast(".json".utf8.count))
            add(path, origin) { (scan) throws(WidgetError) in
                try Self.manifest(path, id: id, directory: directory, owners: scan.owners, &scan.files)
            }
        }
        var plugins: [String: String] = [:]
        for name in names(in: directory + "/xbar") {
            let path = "\(directory)/xbar/\(name)"
            guard isPlugin(path) else { continue }
            files.add(file: path)
            add(path, origin) { (scan) throws(WidgetError) in
                let plugin = try PluginManifest.read(path, name: name, owners: scan.owners) { plugins[$0] != nil }
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

    private mutating func add(_ path: String, _ origin: ProviderDirectory.Origin, _ read: (inout CatalogScan) throws(WidgetError) -> ProviderManifest) {
        do throws(WidgetError) {
            var manifest = try read(&self)
            manifest.origin = origin
            if let before = found[manifest.id] { manifest.overrides = before.overrides + [.init(path: before.path, origin: before.origin)] }
            found[manifest.id] = manifest
        } catch {
            problems.append(ManifestProblem(path: path, message: error.message))
        }
    }

    /// Whether a file is a plugin. Directories of plugins also hold their data, so a file that can't be executed isn't one.
    private func isPlugin(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_mode & 0o111 != 0
    }

    static func manifest(_ path: String, id: String, directory: String, owners: Set<uid_t>, _ files: inout WatchedFiles) throws(WidgetError) -> ProviderManifest
    {
        files.add(file: path)
        guard Identifier.isValid(id) else { throw .invalid("file name", "must be an id of the form \(Identifier.form), and .json") }
        var faults = FileFaults()
        var found: (manifest: ProviderManifest, file: FileTrust.File, program: FileTrust.File)?
        if let file = FileTrust.look(at: path, owners: owners, &faults) {
            do throws(WidgetError) {
                // The manifest is read even where it isn't trusted, so that its program's faults are reported together with its own.
                let manifest = try decode(file, id: id, path: path, directory: directory)
                files.add(file: manifest.program)
                if let build = builder(of: manifest.program) {
                    faults.addUnbuilt(manifest.program, build: build)
                } else if let program = FileTrust.look(at: manifest.program, owners: owners, &faults) {
                    if !program.isExecutable { faults.addNotExecutable(program.path) }
                    found = (manifest, file, program)
                }
            } catch {
                faults.add(error)
            }
        }
        try faults.check()
        guard let found else { throw WidgetError(.notFound, "\(path) can't be read; check the path") }
        var manifest = found.manifest
        manifest.program = found.program.path
        manifest.fingerprint = "\(found.file.fingerprint) \(found.program.fingerprint)"
        if manifest.protocol == .xbar { try PluginManifest.complete(&manifest) }
        return manifest
    }

    /// The script that builds a missing program: `build` in the program's directory, as `widgetctl provider new` writes it. Nil where the program exists, or
    /// where there is no such script.
    private static func builder(of program: String) -> String? {
        guard access(program, F_OK) != 0, errno == ENOENT, let slash = program.lastIndex(of: "/") else { return nil }
        let build = program[..<slash] + "/build"
        return access(String(build), X_OK) == 0 ? String(build) : nil
    }

    private static func decode(_ file: FileTrust.File, id: String, path: String, directory: String) throws(WidgetError) -> ProviderManifest {
        guard file.size <= Int64(ProviderLimits.manifestBytes) else {
            throw .invalid("the manifest", "must have at most \(ProviderLimits.manifestBytes) bytes, not \(file.size)")
        }
        let bytes = try FileText.read(file.path, limit: ProviderLimits.manifestBytes)
        return try ManifestDecoder.decode(bytes, id: id, path: path, directory: directory)
    }
}
