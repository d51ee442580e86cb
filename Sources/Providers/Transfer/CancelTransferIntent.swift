import Glibc
import WidgetProviderKit

/// Ends a copy, which takes away what it has written.
struct CancelTransferIntent: AppIntent {
    var process: TransferProcess

    init(process: TransferProcess) { self.process = process }

    init(parameters: Parameters) throws {
        guard let id = parameters.integer("process").flatMap(Int32.init(exactly:)), id > 1, let begin = parameters.integer("begin") else {
            throw WidgetError.invalid("process", "is missing, or no process")
        }
        process = TransferProcess(id: id, begin: begin)
    }

    var parameters: Parameters { ["process": .integer(Int64(process.id)), "begin": .integer(process.begin)] }

    func perform(in context: IntentContext) throws {
        guard process.isRunning else { throw WidgetError(.failedPrecondition, "it doesn't run any more, so there is nothing to cancel") }
        guard process.isTransfer else {
            throw WidgetError(
                .failedPrecondition, "process \(process.id) runs another program than this provider, so it isn't ended; end it where it was started")
        }
        guard kill(process.id, SIGTERM) == 0 else { throw WidgetError(.unavailable, "it can't be cancelled: \(String(cString: strerror(errno)))") }
    }
}
