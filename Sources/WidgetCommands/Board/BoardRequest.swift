import CommandRendering
import Glibc
import Linux
import SwiftProtobuf
import WidgetAPI
import WidgetCore

/// A call that a key asked for, on a connection of its own, so that its answer and the watch's events don't wait for each other.
struct BoardRequest {
    private let client: WidgetClient?
    private let tapping: TapProgram?
    /// The control that it presses; nil: none.
    private(set) var tap: BoardTap?
    /// The link that it opens unless a user is to be asked first; nil: no link, or the user has been asked.
    private(set) var asksAbout: BoardLink?
    private let answer: () throws(WidgetError) -> String?

    /// Performs an action of a widget.
    static func perform(_ action: String, of widget: String, at location: SocketLocation) throws(WidgetError) -> BoardRequest {
        var random = SystemRandomNumberGenerator()
        let request = ProtoPerformRequest.with {
            ($0.widget, $0.action, $0.idempotencyKey) = (widget, action, IdempotencyKey.make(using: &random))
        }
        return try start(at: location) { client throws(WidgetError) in
            try client.startPerform(request)
        } note: { response in
            performed(response.action)
        }
    }

    /// Performs an action of an activity.
    static func perform(_ action: String, ofActivity activity: String, at location: SocketLocation) throws(WidgetError) -> BoardRequest {
        var random = SystemRandomNumberGenerator()
        let request = ProtoPerformActivityRequest.with {
            ($0.activity, $0.action, $0.idempotencyKey) = (activity, action, IdempotencyKey.make(using: &random))
        }
        return try start(at: location) { client throws(WidgetError) in
            try client.startPerform(request)
        } note: { response in
            performed(response.action)
        }
    }

    private static func performed(_ action: String) -> String { "Performed \(PlainText.line(action))." }

    /// Opens an address by running `widgetctl tap`, which waits for the desktop's program.
    /// - Parameter isSure: a user has agreed to it.
    static func open(_ link: BoardLink, isSure: Bool, at location: SocketLocation) throws(WidgetError) -> BoardRequest {
        var request = BoardRequest(tapping: try TapProgram(tapArguments(link, isSure: isSure, at: location)))
        request.asksAbout = isSure ? nil : link
        return request
    }

    /// An action's id may begin with a hyphen: behind `--` it is no option.
    static func tapArguments(_ link: BoardLink, isSure: Bool, at location: SocketLocation) -> [String] {
        let options = ["--socket", location.path] + (isSure ? ["--yes"] : []) + ["--"]
        return switch link.item {
        case .activity(let id): ["activity", "tap"] + options + [id, link.action]
        case .widget(let id), .control(let id): ["tap"] + options + [id, link.action]
        // The line of ended activities has no actions.
        case .ended: []
        }
    }

    /// The program has ended without opening anything, because somebody is to be asked.
    var isQuestion: Bool { asksAbout != nil && tapping?.status == ExitStatus.usage.rawValue }

    /// Dismisses an activity.
    static func dismiss(_ activity: String, at location: SocketLocation) throws(WidgetError) -> BoardRequest {
        try start(at: location) { client throws(WidgetError) in
            try client.startDismiss(activity: activity)
        } note: { receipt in
            receipt.outcome == .dropped ? "\(PlainText.line(receipt.reason))." : "Dismissed."
        }
    }

    /// Presses a button, or sets a toggle to the opposite of what it shows.
    static func press(_ control: String, at location: SocketLocation, dates: DateFormatting) throws(WidgetError) -> BoardRequest {
        var random = SystemRandomNumberGenerator()
        let tap = BoardTap(control: control, key: IdempotencyKey.make(using: &random), dates: dates)
        var request = try start(at: location) { client throws(WidgetError) in
            try client.startPress(.with { ($0.control, $0.idempotencyKey) = (tap.control, tap.key) })
        } note: { receipt in
            tap.note(receipt)
        }
        request.tap = tap
        return request
    }

    /// Puts a widget elsewhere.
    static func move(_ request: ProtoMoveWidgetRequest, at location: SocketLocation) throws(WidgetError) -> BoardRequest {
        try start(at: location) { client throws(WidgetError) in
            try client.startMove(request)
        } note: { _ in
            "Moved."
        }
    }

    /// Asks for a widget's timeline anew.
    static func reload(_ widget: String, at location: SocketLocation, dates: DateFormatting) throws(WidgetError) -> BoardRequest {
        try start(at: location) { client throws(WidgetError) in
            try client.startReload(.widget(widget))
        } note: { response in
            response.receipts.first.map { PlainText.line("Reload: \(ReloadRendering.words($0, dates)).") } ?? ""
        }
    }

    private static func start<Response: Message>(
        at location: SocketLocation, _ call: (WidgetClient) throws(WidgetError) -> PendingCall<Response>, note: @escaping (Response) -> String
    ) throws(WidgetError) -> BoardRequest {
        let client = WidgetClient(location: location, patience: .zero)
        let pending = try call(client)
        return BoardRequest(client: client) { () throws(WidgetError) in try pending.result(timeout: .zero).map(note) }
    }

    private init(client: WidgetClient, answer: @escaping () throws(WidgetError) -> String?) {
        self.client = client
        self.answer = answer
        tapping = nil
    }

    private init(tapping: TapProgram) {
        client = nil
        self.tapping = tapping
        answer = { () throws(WidgetError) in tapping.end() }
    }

    /// For poll(2).
    var descriptor: Int32? { client?.descriptor ?? tapping?.descriptor }

    /// The message at its end; nil while it runs. Its connection is closed at the end.
    func end() -> String? {
        let note: String?
        do { note = try answer() } catch { note = PlainText.line(error.message) }
        if note != nil { client?.close() }
        return note
    }
}

/// A tap of a control on the board.
struct BoardTap {
    var control: String
    /// Its idempotency key.
    var key: String
    /// The formatting at the time of the tap.
    var dates: DateFormatting

    /// The outcome, for the last line.
    func note(_ receipt: ProtoControlReceipt) -> String { "Pressed: \(ControlRendering.outcome(receipt, dates).text)." }
}

/// An address that a tap on the board opens.
struct BoardLink: Equatable {
    /// The item that carries it, and the action by which that item names it.
    var item: BoardItem
    var action: String
    var url: String
}

/// A `widgetctl` that performs a tap. Its output is shown when it has ended.
private final class TapProgram {
    /// Readable when it says something, or ends.
    let descriptor: Int32
    private let process: pid_t
    private var said: [UInt8] = []
    /// The exit status; nil: it runs, or a signal ended it.
    private(set) var status: Int32?

    /// - Throws: RESOURCE_EXHAUSTED where it can't be started.
    init(_ arguments: [String]) throws(WidgetError) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw Self.failure(errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        defer { close(ends[1]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO)
        var process: pid_t = 0
        let path = HelperProgram.client
        let code = SpawnError.withWords(["widgetctl"] + arguments) { posix_spawn(&process, path, &actions, nil, $0, environ) }
        guard code == 0 else {
            close(ends[0])
            throw Self.failure(code)
        }
        descriptor = ends[0]
        self.process = process
    }

    /// Its output in a line; nil while it runs. The descriptor is closed at the end.
    func end() -> String? {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count > 0 {
                said += buffer[..<count].prefix(CommandLimits.programOutputBytes - said.count)
            } else if count == 0 {
                break
            } else if errno != EINTR {
                return nil
            }
        }
        close(descriptor)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        if status & 0x7F == 0 { self.status = status >> 8 & 0xFF }
        let lines = String(decoding: said, as: UTF8.self).split(separator: "\n").map { $0.hasPrefix("widgetctl: ") ? $0.dropFirst(11) : $0 }
        return PlainText.line(lines.joined(separator: ": "))
    }

    private static func failure(_ code: Int32) -> WidgetError {
        WidgetError(.resourceExhausted, "widgetctl can't be started to open the link: \(String(cString: strerror(code)))")
    }
}
