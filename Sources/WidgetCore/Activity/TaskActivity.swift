/// The attributes type that widgetd draws itself: something with a title that goes on for a while, and perhaps says how far it has come.
public struct TaskActivity: Sendable, Hashable {
    /// The type's name.
    public static let type = "task"

    /// How it ended.
    public enum Outcome: String, Sendable, Hashable, CaseIterable {
        case success, failure
    }

    // Attributes
    public var title: String
    /// A symbol's name.
    public var symbol: String

    // State
    /// One line; empty: none.
    public var detail: String
    /// 0 to 1; nil: nobody knows.
    public var progress: Double?
    /// Nil: it goes on.
    public var outcome: Outcome?
    /// When it began; nil: no elapsed time is shown.
    public var startedAt: Timestamp?
    /// When it ended; nil: it goes on.
    public var finishedAt: Timestamp?

    public init(
        title: String, symbol: String = "", detail: String = "", progress: Double? = nil, outcome: Outcome? = nil, startedAt: Timestamp? = nil,
        finishedAt: Timestamp? = nil
    ) {
        self.title = title
        self.symbol = symbol
        self.detail = detail
        self.progress = progress
        self.outcome = outcome
        self.startedAt = startedAt
        self.finishedAt = finishedAt
    }

    /// - Parameters:
    ///   - attributes: `{"title": "Backup", "symbol": "externaldrive"}`; the symbol may be left out.
    ///   - state: `{"detail": "12 GB left", "progress": 0.6, "outcome": "success", "startedAt": "2026-11-20T08:00:00Z", "finishedAt": …}`; any key may be left out.
    /// - Throws: INVALID_ARGUMENT that names the key.
    public init(attributes: String, state: String) throws(WidgetError) {
        var reader = try JSONObjectReader(
            .object(try ActivityJSON.object(attributes, field: "attributes")), at: .key(.root, "attributes"), expecting: "an object")
        title = try reader.required("title", "what a user calls it", JSONField.text)
        symbol = try reader.optional("symbol", JSONField.text) ?? ""
        try reader.finish("the attributes of a task")
        reader = try JSONObjectReader(.object(try ActivityJSON.object(state, field: "state")), at: .key(.root, "state"), expecting: "an object")
        detail = try reader.optional("detail", JSONField.text) ?? ""
        progress = try reader.optional("progress", Self.fraction)
        outcome = try reader.optional("outcome") { value, path throws(WidgetError) in try JSONField.choice(value, path, of: Outcome.allCases) }
        startedAt = try reader.optional("startedAt", JSONField.date)
        finishedAt = try reader.optional("finishedAt", JSONField.date)
        try reader.finish("the state of a task")
        try title.checkBytes(atMost: Limits.titleBytes, field: "attributes.title")
        try symbol.checkBytes(atMost: Limits.symbolNameBytes, field: "attributes.symbol")
        try detail.checkBytes(atMost: Limits.descriptionBytes, field: "state.detail")
    }

    private static func fraction(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> Double {
        let fraction = try JSONField.number(value, path)
        guard (0...1).contains(fraction) else { throw .invalid("\(path)", "\(fraction) isn't from 0 to 1") }
        return fraction
    }

    /// As ``init(attributes:state:)`` reads it.
    public var attributes: String { JSONText.object([("title", .string(title)), ("symbol", symbol.isEmpty ? nil : .string(symbol))]) }

    /// As ``init(attributes:state:)`` reads it.
    public var state: String {
        JSONText.object([
            ("detail", detail.isEmpty ? nil : .string(detail)), ("progress", progress.map(JSONValue.number)), ("outcome", outcome.map { .string($0.rawValue) }),
            ("startedAt", startedAt.map { .string($0.rfc3339) }), ("finishedAt", finishedAt.map { .string($0.rfc3339) }),
        ])
    }
}
