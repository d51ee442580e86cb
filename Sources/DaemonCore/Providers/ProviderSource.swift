package import Linux
import Logging
package import NIOCore
import Synchronization
package import WidgetCore
package import WidgetProviders
package import WidgetSettings

/// Finds and runs providers for a ``ProviderRegistry``.
package protocol ProviderSource: Sendable {
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
package struct InstalledProviders: ProviderSource {
    package let directories: ProviderDirectories
    package let files: ProviderFiles
    package let environment: ProviderEnvironment
    package let groups: ProviderCgroups?
    package let eventLoopGroup: any EventLoopGroup
    package let runtime: DaemonRuntime

    package init(
        directories: ProviderDirectories, files: ProviderFiles, environment: ProviderEnvironment, groups: ProviderCgroups?, eventLoopGroup: any EventLoopGroup,
        runtime: DaemonRuntime
    ) {
        (self.directories, self.files, self.environment, self.groups, self.eventLoopGroup) = (directories, files, environment, groups, eventLoopGroup)
        self.runtime = runtime
    }

    package func scan() -> ProviderCatalog { .scan(directories.all) }

    package func watch(_ files: WatchedFiles) -> WidgetError? { self.files.follow(files) }

    package func host(for manifest: ProviderManifest, onContentChange: @escaping @Sendable (String) -> Void) -> ProviderHost {
        ProviderHost(
            manifest: manifest, environment: environment, groups: groups, eventLoopGroup: eventLoopGroup, logger: runtime.logger, clock: runtime.clock,
            onContentChange: onContentChange,
            now: runtime.now)
    }
}

/// The directories of manifests that hold now. A reload replaces them, and the scan that follows reads them.
package final class ProviderDirectories: SettingsFollower {
    package let keys: [ConfigurationKey] = [.providers]
    private let environment: [String: String]
    private let directories: Mutex<[ProviderDirectory]>

    package init(_ directories: [ProviderDirectory], environment: [String: String]) {
        self.environment = environment
        self.directories = Mutex(directories)
    }

    var all: [ProviderDirectory] { directories.withLock { $0 } }

    package func follow(_ settings: ConfigurationSettings) {
        let new = ProviderDirectory.standard(environment: environment, given: settings.texts(.providers))
        directories.withLock { $0 = new }
    }
}

/// Watches manifests and providers' programs, if the system allows it.
package final class ProviderFiles: Sendable {
    /// A change, or several at once.
    package let changes: AsyncStream<Void>
    private let watcher: Result<FileWatcher, WidgetError>

    package init() {
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
    package func rearm() {
        if case .success(let watcher) = watcher { watcher.rearm() }
    }
}
