/// Lets other work of the event loop go first.
enum EventLoopYield {
    /// On the event loop's thread, lets the loop do what is ready: it sends answers and events, and serves the links to other devices. On other threads this
    /// has no effect. `Task.yield()` can't be used, because it starts libdispatch's threads.
    static func pass() async {
        guard let jobs = EventLoopJobQueue.current else { return }
        await withUnsafeContinuation { continuation in jobs.afterThis { continuation.resume() } }
    }
}
