import Glibc
public import Linux
import Synchronization
public import WidgetCore

/// Reports that files have changed (``FileEvents``). It reports once, and again only after ``rearm()``, because an editor's save is several changes.
public final class FileWatcher: Sendable {
    private let events: FileEvents
    private let watch: DescriptorWatch
    private let teller: Teller

    /// The state that the descriptor's handler shares.
    private final class Teller: Sendable {
        private let hasTold = Mutex(false)
        private let handler: @Sendable () -> Void

        init(_ handler: @escaping @Sendable () -> Void) { self.handler = handler }

        func tell() {
            let isNews = hasTold.withLock { hasTold in
                defer { hasTold = true }
                return !hasTold
            }
            if isNews { handler() }
        }

        func rearm() { hasTold.withLock { $0 = false } }
    }

    /// - Parameter handler: called on `DescriptorWatcher`'s thread, or in ``follow(_:)``. It must be quick.
    /// - Throws: RESOURCE_EXHAUSTED where the system gives no inotify descriptor, with the limit to raise.
    public init(_ handler: @escaping @Sendable () -> Void) throws(WidgetError) {
        let (events, teller) = (try FileEvents(), Teller(handler))
        do throws(WidgetError) {
            watch = try DescriptorWatcher.watch(events.descriptor) { if events.take() { teller.tell() } }
        } catch {
            close(events.descriptor)
            throw error
        }
        self.events = events
        self.teller = teller
    }

    deinit { watch.cancel() }

    /// Lets the next change be reported again.
    public func rearm() { teller.rearm() }

    /// Watches these files and no others. For a missing directory, it watches the nearest existing one above it. A directory that wasn't watched before is
    /// reported as a change, since it may have changed since it was last read.
    /// - Returns: why not all of them are watched. Nil where they are.
    public func follow(_ files: WatchedFiles) -> WidgetError? {
        let (isNew, failure) = events.follow(files)
        if isNew { teller.tell() }
        return failure
    }
}
