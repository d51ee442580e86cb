import Glibc
import Linux
import WidgetCore
public import WidgetSettings

/// The files of `widgetd.conf`: where they are, and how they are read.
public struct ConfigurationFiles: Sendable {
    /// A directory of drop-ins, or a file.
    private enum Place: Sendable {
        /// It may be missing.
        case file(String)
        /// It was named, so it must be there.
        case named(String)
        /// The `*.conf` files of these directories, by their names. A later directory's file replaces an earlier one's of the same name.
        case dropIns([String])
    }

    private let places: [Place]

    /// The files of this environment, as docs/configuration.md lists them.
    ///
    /// Relative paths of the environment are ignored, as the XDG specification requires.
    /// - Parameter root: stands before the system's own paths.
    public init(root: String = "", environment: (String) -> String?) {
        let system = "\(root)/etc/widgetd/widgetd.conf"
        var places = [Place.file(system), .dropIns(["\(root)/usr/lib/widgetd/widgetd.conf.d", "\(system).d"])]
        let base = environment("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? environment("HOME").map { $0 + "/.config" }
        if let base, base.hasPrefix("/") {
            places += [.file("\(base)/widgetd/widgetd.conf"), .dropIns(["\(base)/widgetd/widgetd.conf.d"])]
        }
        self.places = places
    }

    /// These files alone; absolute paths.
    public init(paths: [String]) { places = paths.map { .named($0) } }

    /// The settings of the files. It blocks while it reads.
    /// - Returns: also settings with mistakes; each is among them with its place.
    public func read() -> ConfigurationSettings {
        var settings = ConfigurationSettings()
        for place in places {
            switch place {
            case .file(let path): if Self.exists(path) { read(path, &settings) }
            case .named(let path): read(path, &settings)
            case .dropIns(let directories): for path in dropIns(directories, &settings) { read(path, &settings) }
            }
        }
        return settings
    }

    /// The drop-ins by their names. A link to /dev/null hides those of its name.
    private func dropIns(_ directories: [String], _ settings: inout ConfigurationSettings) -> [String] {
        var found: [String: String] = [:]
        for directory in directories where Self.exists(directory) {
            do throws(WidgetError) {
                let names = (try FileText.names(in: directory) ?? []).filter { $0.hasSuffix(".conf") }
                guard names.count <= ConfigurationLimits.dropIns else {
                    throw WidgetError(.resourceExhausted, "has \(names.count) drop-ins, and the limit is \(ConfigurationLimits.dropIns); join some")
                }
                for name in names { found[name] = "\(directory)/\(name)" }
            } catch {
                settings.add(ConfigurationMistake(source: .file(directory, line: 0), message: error.message))
            }
        }
        return found.sorted { $0.key < $1.key }.map(\.value).filter { Self.resolved($0) != "/dev/null" }
    }

    private func read(_ path: String, _ settings: inout ConfigurationSettings) {
        do throws(WidgetError) {
            let file = try FileTrust.check(path, owners: FileTrust.owners())
            settings.read(try FileText.read(file.path, limit: ConfigurationLimits.fileBytes + 1), path: path)
        } catch {
            // Some of these errors begin with the path themselves.
            let message = error.message.hasPrefix("\(path): ") ? String(error.message.dropFirst(path.count + 2)) : error.message
            settings.add(ConfigurationMistake(source: .file(path, line: 0), message: message))
        }
    }

    /// A link that leads nowhere counts as there, so that it is reported. A place that this process can't look at, such as a home out of its sight, doesn't.
    private static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    private static func resolved(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
