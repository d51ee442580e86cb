import AppIntents
import WidgetCore

/// A process, known by its id and its start time, so that a later process with the same id isn't mistaken for it.
struct TransferProcess: Codable, Hashable {
    var id: Int32
    /// The start time in the kernel's clock ticks since boot.
    var begin: Int64

    init(id: Int32, begin: Int64) {
        self.id = id
        self.begin = begin
    }

    /// The process that runs under an id. Nil where there is none.
    /// - Parameter proc: where procfs is mounted.
    init?(running id: Int32, proc: String = "/proc") {
        guard let file = fopen("\(proc)/\(id)/stat", "re") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 4_096)
        guard fgets(&line, Int32(line.count), file) != nil else { return nil }
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // The name, in parentheses, may have spaces and parentheses itself. The start time is the 20th field after it.
        guard let end = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        guard fields.count > 19, let begin = Int64(fields[19]) else { return nil }
        self.init(id: id, begin: begin)
    }

    /// Whether it still runs.
    var isRunning: Bool { TransferProcess(running: id) == self }

    /// Whether it runs this same program. An activity's attributes alone must not be enough to end some other process.
    var isTransfer: Bool {
        guard let own = Self.program(getpid()) else { return false }
        return Self.program(id) == own
    }

    private static func program(_ id: Int32) -> String? {
        guard let path = realpath("/proc/\(id)/exe", nil) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }
}

/// Ends a transfer. A copy removes what it has written.
struct CancelTransferIntent: LiveActivityIntent {
    static let title: LocalizedStringResource = "Cancel a transfer"
    /// It only makes sense for the transfer that its button was made for.
    static let isDiscoverable = false

    @Parameter(title: "Process")
    var process: Int

    /// The process's start time in the kernel's clock ticks since boot.
    @Parameter(title: "Begin")
    var begin: Int

    init() {}

    init(process: TransferProcess) { (self.process, begin) = (Int(process.id), Int(process.begin)) }

    func perform() async throws -> some IntentResult {
        guard let id = Int32(exactly: process), id > 1 else { throw WidgetError.invalid("process", "is missing, or no process") }
        let process = TransferProcess(id: id, begin: Int64(begin))
        guard process.isRunning else { throw WidgetError(.failedPrecondition, "it doesn't run any more, so there is nothing to cancel") }
        guard process.isTransfer else {
            throw WidgetError(
                .failedPrecondition, "process \(process.id) runs another program than this provider, so it isn't ended; end it where it was started")
        }
        guard kill(process.id, SIGTERM) == 0 else { throw WidgetError(.unavailable, "it can't be cancelled: \(String(cString: strerror(errno)))") }
        return .result()
    }
}
