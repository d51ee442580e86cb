import ArgumentParser
import WidgetAPI
import WidgetCore

/// `key=value`, and actions.
extension DaemonCompletion {
    /// Parameters of the kind, or of the widget's kind, that the line names: their names, and behind `=` their values.
    static let parameters = asked { line in assignments(line, line.kind()?.parameters ?? []) }

    /// Their names alone.
    static let parameterNames = asked { line in (line.kind()?.parameters ?? []).map { Candidate($0.name, about($0)) } }

    /// The same for controls.
    static let controlParameters = asked { line in assignments(line, try controlKind(line)) }
    static let controlParameterNames = asked { line in try controlKind(line).map { Candidate($0.name, about($0)) } }

    private static func controlKind(_ line: CompletionLine) throws -> [ProtoParameterDefinition] {
        let controls = try line.client.controls().controls
        let handles = Handles(controls)
        if let control = line.first(of: controls, { [handles[$0], $0.control.id, $0.control.name, $0.kind.displayName] }) { return control.kind.parameters }
        return line.first(of: try line.client.controlKinds().kinds, { [$0.kind.id] })?.kind.parameters ?? []
    }

    private static func assignments(_ line: CompletionLine, _ definitions: [ProtoParameterDefinition]) -> [Candidate] {
        if let sign = line.current.firstIndex(of: "="), let definition = definitions.first(where: { $0.name == line.current[..<sign] }) {
            return values(definition).map { Candidate("\(definition.name)=\($0.value)", $0.description) }
        }
        let given = Set(line.before.compactMap { word in word.firstIndex(of: "=").map { String(word[..<$0]) } })
        return definitions.filter { !given.contains($0.name) }.map { Candidate("\($0.name)=", about($0)) }
    }

    private static func values(_ definition: ProtoParameterDefinition) -> [Candidate] {
        let standard = definition.hasDefaultValue && !ParameterDefinition.isSecret(definition.name) ? Names.value(definition.defaultValue) : nil
        func candidate(_ value: String) -> Candidate { Candidate(value, value == standard ? "the default" : "") }
        if !definition.options.isEmpty { return definition.options.map { candidate(Names.value($0)) } }
        if definition.type == .boolean { return ["true", "false"].map(candidate) }
        return [standard].compactMap { $0 }.filter { !$0.isEmpty }.map(candidate)
    }

    private static func about(_ definition: ProtoParameterDefinition) -> String {
        let words = definition.description_p.isEmpty ? definition.title : definition.description_p
        let values = KindRendering.values(definition)
        return [words, values.isEmpty ? KindRendering.type(definition.type) : values].filter { !$0.isEmpty }.joined(separator: ": ")
    }

    /// Actions of the widget that the line names.
    static let actions = asked { line in
        guard let widget = line.widget() else { return [] }
        return candidates(of: try ViewArchive(line.client.widget(widget.widget.id).archive).tapTargets)
    }

    /// Actions of the activity that the line names.
    static let activityActions = asked { line in
        let activities = try line.client.activities().activities
        guard let activity = line.first(of: activities, { [$0.activity.tag, $0.activity.id] }) else { return [] }
        return candidates(of: try line.client.activity(activity.activity.id).tapTargets)
    }

    private static func candidates(of targets: [TapTarget]) -> [Candidate] { targets.map { Candidate($0.id, $0.title) } }
}
