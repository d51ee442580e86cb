import ArgumentParser
import CommandRendering
import SwiftProtobuf
import WidgetAPI
import WidgetCore

/// The options of `tap` and `activity tap`, and the tap itself.
struct TapOptions: ParsableArguments {
    @Flag(help: "Switch the toggle on.")
    var on = false

    @Flag(help: "Switch the toggle off. Without --on and --off it is switched over.")
    var off = false

    @Option(help: TapKey.help, transform: TapKey.init(parsing:))
    var key: TapKey?

    @Option(help: "How long the action may wait for its device, if that is away, instead of failing at once: 90s, 30min, 2h; at most 24h.")
    var queue: FutureArgument?

    @Flag(help: "Open an address whatever its scheme. Without it a user is asked where no program here is known for the scheme.")
    var yes = false

    func validate() throws {
        if on && off { throw ValidationError("--on and --off exclude each other") }
    }

    /// Performs an action, or opens the address behind it, and shows what became of it.
    ///
    /// - Parameters:
    ///   - action: its id, or the text on it.
    ///   - request: names what is tapped; the rest is filled in here.
    /// - Throws: INVALID_ARGUMENT where the text stands on several actions; what `perform` and ``Session/open(_:isSure:response:)`` throw.
    func tap<Request: TapRequest, Response: TapResponse>(
        _ action: String, among targets: [TapTarget], _ request: Request, in session: Session,
        perform: (Request) throws(WidgetError) -> Response, text: (Response) -> String
    ) throws {
        let target = try TapName.find(action, among: targets)
        if let target, let url = target.url {
            return try session.open(url, isSure: yes, response: Response.with { ($0.action, $0.openURL) = (target.id, url) })
        }
        var request = request
        request.action = target?.id ?? action
        if on || off { request.value = on }
        if let queue { request.queueUntil = .init(queue.date(from: session.dates.now)) }
        request.idempotencyKey = TapKey.text(key)
        let response = try session.perform(key: request.idempotencyKey) { () throws(WidgetError) in try perform(request) }
        // The view may have changed since the target was read from it.
        if !response.openURL.isEmpty { return try session.open(response.openURL, isSure: yes, response: response) }
        try session.show(response, as: text)
    }
}

/// A request to perform an action in a view.
protocol TapRequest: Message {
    var action: String { get set }
    var value: Bool { get set }
    var queueUntil: Google_Protobuf_Timestamp { get set }
    var idempotencyKey: String { get set }
}

/// The answer to a ``TapRequest``.
protocol TapResponse: Message {
    var action: String { get set }
    var openURL: String { get set }
}

extension ProtoPerformRequest: TapRequest {}
extension ProtoPerformResponse: TapResponse {}
extension ProtoPerformActivityRequest: TapRequest {}
extension ProtoPerformActivityResponse: TapResponse {}

/// An idempotency key on the command line. An empty one, as of a variable that isn't set, is refused: it would be no key.
struct TapKey: Sendable {
    static let help: ArgumentHelp = "An idempotency key: what was performed with it in the last 48 hours isn't performed again."

    let text: String

    /// - Throws: `ValidationError` with the limit.
    init(parsing text: String) throws {
        guard (1...Limits.idempotencyKeyBytes).contains(text.utf8.count) else {
            throw ValidationError("a key has 1 to \(Limits.idempotencyKeyBytes) bytes, and this one \(text.utf8.count); without --key each call has its own")
        }
        self.text = text
    }

    /// The key that was given, or a new one.
    static func text(_ given: TapKey?) -> String {
        var random = SystemRandomNumberGenerator()
        return given?.text ?? IdempotencyKey.make(using: &random)
    }
}

/// Finds the target that a user names.
enum TapName {
    /// The target of that id, otherwise the only one with that text on it; nil: there is none.
    /// - Throws: INVALID_ARGUMENT where several with that text do different things.
    static func find(_ name: String, among targets: [TapTarget]) throws(WidgetError) -> TapTarget? {
        if let target = targets.first(where: { $0.id == name }) { return target }
        let wanted = normal(name)
        guard !wanted.isEmpty else { return nil }
        var ids: Set<String> = []
        let found = targets.filter { [normal($0.title), normal($0.text)].contains(wanted) && ids.insert($0.id).inserted }
        guard found.count < 2 else {
            throw .invalid("the action", "\"\(PlainText.line(name))\" stands on several; say which: \(found.map(\.id).joined(separator: ", "))")
        }
        return found.first
    }

    /// Without the case of letters and the width of spaces.
    private static func normal(_ text: String) -> String { text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
