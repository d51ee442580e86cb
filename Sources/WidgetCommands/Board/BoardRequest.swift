import SwiftProtobuf
import WidgetAPI
import WidgetCore

/// A call that a key asked for, on a connection of its own, so that its answer and the watch's events don't wait for each other.
struct BoardRequest {
    private let client: WidgetClient?
    private let tapping: TapProgram?
    /// What it presses; nil: no control.
    private(set) var tap: BoardTap?
    /// What it opens unless a user is to be asked first; nil: nothing, or they have been.
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

    /// Opens an address: what `tap` does, by the program itself, which waits for the desktop's.
    /// - Parameter isSure: a user has agreed to it.
    static func open(_ link: BoardLink, isSure: Bool, at location: SocketLocation) throws(WidgetError) -> BoardRequest {
        var request = BoardRequest(tapping: try TapProgram(tapArguments(link, isSure: isSure, at: location)))
        request.asksAbout = isSure ? nil : link
        return request
    }

    /// An action's id may begin with a hyphen, and is no option then.
    static func tapArguments(_ link: BoardLink, isSure: Bool, at location: SocketLocation) -> [String] {
        let options = ["--socket", location.path] + (isSure ? ["--yes"] : []) + ["--"]
        return switch link.item {
        case .activity(let id): ["activity", "tap"] + options + [id, link.action]
        case .widget(let id), .control(let id): ["tap"] + options + [id, link.action]
        // The line of what has ended has no actions.
        case .ended: []
        }
    }

    /// The program has ended without opening anything, because somebody is to be asked.
    var isQuestion: Bool { asksAbout != nil && tapping?.status == ExitStatus.usage.rawValue }

    /// Takes an activity away.
    static func dismiss(_ activity: String, at location: SocketLocation) throws(WidgetError) -> BoardRequest {
        try start(at: location) { client throws(WidgetError) in
            try client.startDismiss(activity: activity)
        } note: { receipt in
            receipt.outcome == .dropped ? "\(PlainText.line(receipt.reason))." : "Dismissed."
        }
    }

    /// Presses a button, or sets a toggle to the other of what it shows.
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

    /// What to say of its end; nil while it runs. At the end its connection is closed.
    func end() -> String? {
        let note: String?
        do { note = try answer() } catch { note = PlainText.line(error.message) }
        if note != nil { client?.close() }
        return note
    }
}
