import Linux
import Systemd
import WidgetAPI
import WidgetCore

/// A message of another thread to the loop.
enum LoopMessage: Sendable {
    /// A tap of an action did nothing.
    case failed(widget: String, action: String, WidgetError)
    case locked(Bool)
}

/// Performs the user's requests, each on another thread. A provider may be slow, and neither frames nor other taps wait for it.
final class RequestQueue: Sendable {
    private let location: SocketLocation
    let mailbox: Mailbox<LoopMessage>
    let executor: LoopExecutor

    init(_ location: SocketLocation, _ mailbox: Mailbox<LoopMessage>, _ executor: LoopExecutor) {
        self.location = location
        self.mailbox = mailbox
        self.executor = executor
    }

    /// - Parameter value: a toggle's new value; nil: a button.
    func perform(_ action: String, of widget: String, value: Bool?) {
        start(widget, action) { client throws(WidgetError) in
            var random = SystemRandomNumberGenerator()
            var request = ProtoPerformRequest()
            (request.widget, request.action, request.idempotencyKey) = (widget, action, IdempotencyKey.make(using: &random))
            if let value { request.value = value }
            _ = try client.perform(request)
        }
    }

    func press(_ control: String) {
        start(control, "press") { client throws(WidgetError) in
            var random = SystemRandomNumberGenerator()
            _ = try client.press(.with { ($0.control, $0.idempotencyKey) = (control, IdempotencyKey.make(using: &random)) })
        }
    }

    func move(_ request: ProtoMoveWidgetRequest) { start(request.widget, "move") { client throws(WidgetError) in _ = try client.move(request) } }

    /// Opens an address with the desktop's own program.
    func open(_ url: String, of widget: String, _ action: String) {
        Task(executorPreference: executor) { [mailbox] in
            do {
                try await PortalOpener(bus: try Bus(.user)).open(url)
            } catch {
                mailbox.post(.failed(widget: widget, action: action, error as? WidgetError ?? WidgetError(.unavailable, "the session has no bus: \(error)")))
            }
        }
    }

    private func start(_ widget: String, _ action: String, _ request: @escaping @Sendable (WidgetClient) throws(WidgetError) -> Void) {
        do {
            try DetachedThread.run { [location, mailbox] in
                let client = WidgetClient(location: location)
                defer { client.close() }
                do throws(WidgetError) {
                    try request(client)
                } catch {
                    mailbox.post(.failed(widget: widget, action: action, error))
                }
            }
        } catch {
            mailbox.post(.failed(widget: widget, action: action, WidgetError(.resourceExhausted, "no thread is left for the request")))
        }
    }
}

/// Says whether the session is locked.
enum SessionLock {
    /// Follows logind's word until the task is cancelled. Without a system bus or logind nobody locks.
    static func follow(_ address: BusAddress, uid: UInt32, _ mailbox: Mailbox<LoopMessage>, on executor: LoopExecutor) -> Task<Void, Never> {
        Task(executorPreference: executor) {
            guard let bus = try? Bus(address) else { return }
            try? await LockSignals.follow(on: bus, uid: uid) { mailbox.post(.locked($0 ?? false)) }
        }
    }
}

/// Runs tasks in the loop's own thread. The runtime's pool of threads would wake the process every second.
final class LoopExecutor: TaskExecutor {
    private let jobs: Mailbox<UnownedJob>

    /// - Returns: nil where no descriptor is left.
    init?() {
        guard let jobs = Mailbox<UnownedJob>() else { return nil }
        self.jobs = jobs
    }

    /// Readable while there is something to run.
    var descriptor: Int32 { jobs.descriptor }

    func enqueue(_ job: consuming ExecutorJob) { jobs.post(UnownedJob(job)) }

    /// Runs what is due.
    func run() { for job in jobs.take() { job.runSynchronously(on: asUnownedTaskExecutor()) } }
}
