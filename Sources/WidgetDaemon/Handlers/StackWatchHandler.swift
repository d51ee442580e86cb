import NIOCore
import TTRPC
import TTRPCWire
import WidgetAPI
import WidgetCore

/// One `SmartStack.Watch` stream: the stack as it is, then as it is after each change. All of it runs on the connection's event loop; only ``StackWatcher`` is
/// shared.
final class StackWatchHandler: ServerStreamHandler {
    private let stream: ServerStream
    private let onChange: @Sendable (StackWatcher, Bool) -> Void
    private var watcher: StackWatcher?
    private var isEnding = false

    /// - Parameter onChange: is told that somebody watches, and doesn't any more.
    init(stream: ServerStream, onChange: @escaping @Sendable (StackWatcher, _ isThere: Bool) -> Void) {
        self.stream = stream
        self.onChange = onChange
    }

    func receive(_ message: ByteBuffer) throws {
        // The first message says what; there is nothing more to say.
        guard watcher == nil else { return }
        do throws(WidgetError) {
            let watcher = StackWatcher(request: try Method.decode(message)) { [stream] in stream.wake() }
            self.watcher = watcher
            onChange(watcher, true)
        } catch {
            throw RPCStatus(error)
        }
    }

    func remoteClosed() { end() }
    func draining() { end() }

    private func end() {
        isEnding = true
        stream.wake()
    }

    func next() -> StreamStep {
        if isEnding { return .finish }
        return watcher?.take().map(StreamStep.message) ?? .idle
    }

    func closed() {
        if let watcher {
            watcher.end()
            onChange(watcher, false)
        }
        watcher = nil
    }
}
