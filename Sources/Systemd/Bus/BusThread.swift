import Glibc

/// A thread for a connection. It blocks, so it can't be one of the runtime's.
enum BusThread {
    private final class Start {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Runs `body` on a thread of its own, which nobody waits for and no signal is delivered to.
    static func run(_ body: @escaping @Sendable () -> Void) throws(BusError) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
        pthread_attr_setstacksize(&attributes, SystemdLimits.busThreadStack)
        // The thread has from its first moment what its maker blocks.
        var (all, before) = (sigset_t(), sigset_t())
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let start = Unmanaged.passRetained(Start(body))
        var thread = pthread_t()
        let result = pthread_create(
            &thread, &attributes,
            { pointer in
                guard let pointer else { return nil }
                Unmanaged<Start>.fromOpaque(pointer).takeRetainedValue().body()
                return nil
            }, start.toOpaque())
        guard result == 0 else {
            start.release()
            throw BusError(result: -CInt(result), "a thread can't be started")
        }
    }
}
