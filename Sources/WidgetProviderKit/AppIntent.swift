/// An intent that a button or toggle of a widget performs in this program.
public protocol AppIntent {
    /// The name that views carry; the type's own by default. Don't change it: placed widgets refer to it.
    static var name: String { get }

    /// - Throws: ``WidgetError`` where a parameter is missing or wrong.
    init(parameters: Parameters) throws

    /// The parameters from which ``init(parameters:)`` makes the same intent again.
    var parameters: Parameters { get }

    /// Does it. When this returns, everything that the next timeline needs is stored; the timeline is asked for right after.
    ///
    /// - Throws: ``WidgetError``, whose message the user sees.
    func perform(in context: IntentContext) throws
}

extension AppIntent {
    public static var name: String { "\(Self.self)" }
    public var parameters: Parameters { [:] }
}

/// For whom an intent is performed.
public struct IntentContext {
    /// The same when a request is repeated because its answer was lost: keep it with what was done, and do it once.
    public var idempotencyKey: String
    /// The id of the widget, or of the Live Activity.
    public var widget: String
    /// The widget's kind, or the Live Activity's type.
    public var kind: String
    /// The widget's own parameters.
    public var configuration: Parameters
    /// A toggle's new value.
    public var value: Bool?

    public init(idempotencyKey: String, widget: String, kind: String, configuration: Parameters = [:], value: Bool? = nil) {
        self.idempotencyKey = idempotencyKey
        self.widget = widget
        self.kind = kind
        self.configuration = configuration
        self.value = value
    }
}

extension ViewTree {
    /// A button that performs an intent.
    /// - Parameter id: names the action for `widgetctl tap`; nil: the intent's name.
    public static func button<Intent: AppIntent>(intent: Intent, id: String? = nil, _ label: [ViewTree]) -> ViewTree {
        button(id: id, intent: Intent.name, parameters: intent.parameters, label)
    }

    /// A toggle that performs an intent with its new value.
    /// - Parameter id: names the action for `widgetctl tap`; nil: the intent's name.
    public static func toggle<Intent: AppIntent>(_ title: String, isOn: Bool, intent: Intent, id: String? = nil) -> ViewTree {
        toggle(title, isOn: isOn, id: id, intent: Intent.name, parameters: intent.parameters)
    }
}

extension Parameters {
    /// The text under `name`; nil where there is none.
    public func text(_ name: String) -> String? {
        if case .text(let text)? = self[name] { text } else { nil }
    }

    /// The whole number under `name`; nil where there is none.
    public func integer(_ name: String) -> Int64? {
        if case .integer(let integer)? = self[name] { integer } else { nil }
    }

    /// The number under `name`, whole or not; nil where there is none.
    public func number(_ name: String) -> Double? {
        switch self[name] {
        case .number(let number): number
        case .integer(let integer): Double(integer)
        default: nil
        }
    }

    /// The truth value under `name`; nil where there is none.
    public func boolean(_ name: String) -> Bool? {
        if case .boolean(let flag)? = self[name] { flag } else { nil }
    }
}
