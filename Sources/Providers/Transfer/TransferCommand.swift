import Glibc
import Synchronization
import WidgetCore

/// The signal that asked the program to end. 0 where none did.
private let endSignal = Atomic<Int32>(0)

/// `widgetd-transfer`, as a user calls it.
enum TransferCommand {
    static let usage = """
        usage:
        widgetd-transfer SOURCE DESTINATION            copy a file, and show how far it has come
        widgetd-transfer --watch FILE --size BYTES     show how far another program has come that writes a file

        The transfer is a Live Activity: all surfaces and devices show it until it ends.

        """

    private enum Work {
        case copy(FileCopy)
        case watch(FileWatch)

        var path: String {
            switch self {
            case .copy(let copy): copy.destination
            case .watch(let watch): watch.path
            }
        }
    }

    /// - Returns: the exit status: 0, 1 where it failed, 64 for wrong arguments, 128 and the signal where one ended it.
    static func run(_ arguments: [String]) -> Int32 {
        if arguments == ["--help"] || arguments == ["-h"] {
            say(usage, to: STDOUT_FILENO)
            return 0
        }
        hearSignals()
        let work: Work
        do throws(WidgetError) {
            guard let parsed = try Self.work(arguments) else {
                say(usage)
                return EX_USAGE
            }
            work = parsed
        } catch {
            say("widgetd-transfer: \(error.message)\n")
            return 1
        }
        let report = TransferReport(work.path) { say("widgetd-transfer: the progress can't be shown: \($0)\n") }
        do throws(WidgetError) {
            let progress: (Int64, Int64) -> Bool = { done, total in
                report.show(done, total)
                return endSignal.load(ordering: .relaxed) == 0
            }
            switch work {
            case .copy(let copy): try copy.run(progress)
            case .watch(let watch): try watch.run(progress)
            }
        } catch {
            report.end(error)
            let signal = endSignal.load(ordering: .relaxed)
            if error.code == .cancelled, signal != 0 { return 128 + signal }
            say("widgetd-transfer: \(error.message)\n")
            return 1
        }
        report.end(nil)
        return 0
    }

    /// Handles the signals that end the program, and unblocks them, since its starter may have blocked them.
    private static func hearSignals() {
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            Glibc.signal(signal) { endSignal.store($0, ordering: .relaxed) }
            sigaddset(&signals, signal)
        }
        sigprocmask(SIG_UNBLOCK, &signals, nil)
    }

    private static func work(_ arguments: [String]) throws(WidgetError) -> Work? {
        if arguments.count == 4, arguments[0] == "--watch", arguments[2] == "--size" {
            guard let size = Int64(arguments[3]), size > 0 else { throw .invalid("--size", "\"\(arguments[3])\" is no number of bytes") }
            return .watch(FileWatch(path: arguments[1], total: size))
        }
        guard arguments.count == 2, !arguments.contains(where: { $0.hasPrefix("--") }) else { return nil }
        return .copy(try FileCopy(arguments[0], to: arguments[1]))
    }

    private static func say(_ text: String, to descriptor: Int32 = STDERR_FILENO) {
        var text = text
        _ = text.withUTF8 { write(descriptor, $0.baseAddress, $0.count) }
    }
}
