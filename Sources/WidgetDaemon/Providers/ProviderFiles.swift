import Linux
import Synchronization
import WidgetCore
import WidgetProviders

/// Watches manifests and providers' programs, where the system allows it.
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
    /// - Returns: why not all of them are watched; nil: they are.
    func follow(_ files: WatchedFiles) -> WidgetError? {
        switch watcher {
        case .success(let watcher): watcher.follow(files)
        case .failure(let error): error
        }
    }

    /// The next change is told again.
    func rearm() {
        if case .success(let watcher) = watcher { watcher.rearm() }
    }
}
