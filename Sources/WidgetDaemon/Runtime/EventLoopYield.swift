/// Whose turn it is on a thread that runs one job after another.
enum EventLoopYield {
    /// On the event loop's thread lets go first what is ready by now: answers and events that are to be sent, and the links to other devices. Elsewhere without
    /// effect, since others have threads of
    /// their own there. Not `Task.yield()`, which starts libdispatch's threads.
    static func pass() async {
        guard let jobs = EventLoopJobQueue.current else { return }
        await withUnsafeContinuation { continuation in jobs.afterThis { continuation.resume() } }
    }
}
