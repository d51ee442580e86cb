import Linux
import Logging
import NIOCore
import Synchronization
import WidgetCore
import WidgetProviders
import WidgetSettings

/// Finds and runs providers for a ``ProviderRegistry``.
protocol ProviderSource: Sendable {
    /// Reads the manifest directories.
    func scan() -> ProviderCatalog
    /// Reports changes of these files from now on, and of no others.
    /// - Returns: the reason why not all of them are watched; nil: they are.
    func watch(_ files: WatchedFiles) -> WidgetError?
    /// A host for a provider, which isn't launched yet.
    /// - Parameter onContentChange: called with a kind when the program reports that it has something new to show.
    func host(for manifest: ProviderManifest, onContentChange: @escaping @Sendable (_ kind: String) -> Void) -> ProviderHost
}

/// The providers of the manifest directories, which run as processes on this machine.
struct InstalledProviders: ProviderSource {
    let directories: ProviderDirectories
    let files: ProviderFiles
    let environment: ProviderEnvironment
    let groups: ProviderCgroups?
    let eventLoopGroup: any EventLoopGroup
    let runtime: DaemonRuntime

    func scan() -> ProviderCatalog { .scan(directories.all) }

    func watch(_ files: WatchedFiles) -> WidgetError? { self.files.follow(files) }

    func host(for manifest: ProviderManifest, onContentChange: @escaping @Sendable (String) -> Void) -> ProviderHost {
        ProviderHost(
            manifest: manifest, environment: environment, groups: groups, eventLoopGroup: eventLoopGroup, logger: runtime.logger, clock: runtime.clock,
            onContentChange: onContentChange,
            now: runtime.now)
    }
}

/// The directories of manifests that hold now. A reload replaces them, and the scan that follows reads them.
final class ProviderDirectories: SettingsFollower {
    let keys: [ConfigurationKey] = [.providers]
    private let environment: [String: String]
    private let directories: Mutex<[ProviderDirectory]>

    init(_ directories: [ProviderDirectory], environment: [String: String]) {
        self.environment = environment
        self.directories = Mutex(directories)
    }

    var all: [ProviderDirectory] { directories.withLock { $0 } }

    func follow(_ settings: ConfigurationSettings) {
        let new = ProviderDirectory.standard(environment: environment, given: settings.texts(.providers))
        directories.withLock { $0 = new }
    }
}

/// Watches manifests and providers' programs, if the system allows it.
final class ProviderFiles: Sendable {
    /// A change, or several at once.
    let changes: AsyncStream<Void>
    private let watcher: Result<FileWatcher, WidgetError>

    init() {
        let (changes, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.changes = changes
        do throws(WidgetError) {
            watcher = .success(try FileWatcher { change.yield() })
        } catch {
            watcher = .failure(error)
        }
    }

    /// Watches these files and no others.
    /// - Returns: the reason why not all of them are watched; nil: they are.
    func follow(_ files: WatchedFiles) -> WidgetError? {
        switch watcher {
        case .success(let watcher): watcher.follow(files)
        case .failure(let error): error
        }
    }

    /// Makes the next change be reported again.
    func rearm() {
        if case .success(let watcher) = watcher { watcher.rearm() }
    }
}
