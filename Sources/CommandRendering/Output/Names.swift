package import WidgetAPI
import WidgetCore

/// Words for the values of the wire's enumerations.
package enum Names {
    package static func family(_ family: ProtoWidgetFamily) -> String {
        WidgetFamily(rawValue: family.rawValue)?.shortName ?? "unknown"
    }

    /// The widget's state, or `away` where the device that gives the widget is away.
    package static func state(_ snapshot: ProtoWidgetSnapshot) -> (text: String, emphasis: Style.Emphasis?) {
        snapshot.unavailable.isEmpty || snapshot.state == .orphaned ? state(snapshot.state) : ("away", .yellow)
    }

    static func state(_ state: ProtoWidgetSnapshot.State) -> (text: String, emphasis: Style.Emphasis?) {
        switch state {
        case .current: ("current", .green)
        case .placeholder: ("placeholder", .dim)
        case .stale: ("stale", .yellow)
        case .orphaned: ("orphaned", .red)
        default: ("unknown", nil)
        }
    }

    static func outcome(_ outcome: ProtoReloadOutcome) -> (text: String, emphasis: Style.Emphasis?) {
        switch outcome {
        case .accepted: ("accepted", .green)
        case .coalesced: ("coalesced", nil)
        case .deferred: ("deferred", .yellow)
        case .denied: ("denied", .red)
        default: ("-", nil)
        }
    }

    package static func state(_ state: ProtoDeviceInfo.State) -> (text: String, emphasis: Style.Emphasis?) {
        switch state {
        case .self_: ("this device", .cyan)
        case .connected: ("connected", .green)
        case .offline: ("offline", .yellow)
        case .evicted: ("away too long", .yellow)
        case .revoked: ("revoked", .red)
        case .forgotten: ("forgotten", .dim)
        default: ("unknown", nil)
        }
    }

    static func cause(_ cause: ProtoReloadCause) -> String {
        ReloadCause(rawValue: cause.rawValue).map { words("\($0)") } ?? ""
    }

    static func event(_ event: ProtoDecision.Event) -> String {
        Decision.Event(rawValue: event.rawValue).map { words("\($0)") } ?? "unknown event"
    }

    /// The user's name for a widget, else the kind's.
    package static func title(_ snapshot: ProtoWidgetSnapshot) -> String {
        if !snapshot.widget.name.isEmpty { return snapshot.widget.name }
        return snapshot.displayName.isEmpty ? snapshot.widget.kind : snapshot.displayName
    }

    package static func value(_ value: ProtoParameterValue) -> String {
        switch value.value {
        case .text(let text): text
        case .integer(let integer): String(integer)
        case .number(let number): "\(number)"
        case .boolean(let boolean): boolean ? "true" : "false"
        case nil: ""
        }
    }

    /// The text in place of a secret.
    package static let hidden = ParameterDefinition.hiddenValue

    /// `a=1, b=text`, sorted by name; ``hidden`` stands for the value of a secret.
    /// - Parameter secrets: the names of secrets, those whose values aren't here among them.
    package static func parameters(_ parameters: [String: ProtoParameterValue], secrets: [String] = []) -> String {
        Set(parameters.keys).union(secrets).sorted().map { name in
            "\(name)=\(secrets.contains(name) || ParameterDefinition.isSecret(name) ? hidden : value(parameters[name] ?? .init()))"
        }.joined(separator: ", ")
    }

    static func parameters(_ widget: ProtoWidget) -> String { parameters(widget.parameters, secrets: widget.secretParameters) }

    static func policy(_ policy: ProtoReloadPolicy, _ dates: DateFormatting) -> String {
        switch policy.policy {
        case .after(let date): "after \(dates.both(date.timestamp))"
        case .never: "never"
        default: "at the end of the timeline"
        }
    }

    /// `reloadFailed` as `reload failed`.
    private static func words(_ name: String) -> String {
        name.reduce(into: "") { $0 += $1.isUppercase ? " " + $1.lowercased() : String($1) }
    }
}
