package import ArgumentParser
import CommandRendering
import Glibc
import WidgetAPI
import WidgetCore

/// The candidates that a shell offers after Tab, asked from the daemon; none where it doesn't answer at once.
package enum DaemonCompletion {
    /// A completion function that gets the command line.
    private static func asked(_ candidates: @escaping @Sendable (CompletionLine) throws -> [Candidate]) -> CompletionKind {
        .custom { words, _, _ in ((try? candidates(CompletionLine(words))) ?? []).map(\.line) }
    }

    /// What `render` draws: placed widgets, and the words for everything else.
    package static let renderable = asked { line in
        switch line.before.last {
        case "activity":
            return try line.client.activities().activities.map { Candidate($0.activity.tag.isEmpty ? $0.activity.id : $0.activity.tag, $0.activity.type) }
        case "control": return try line.client.controls().controls.map { Candidate($0.control.id, $0.kind.displayName) }
        case "kind": return try line.client.kinds().kinds.map { Candidate($0.id, $0.displayName) }
        default: break
        }
        let widgets = try line.client.widgets().widgets
        let shortestNames = ShortestNames(widgets)
        return widgets.map { Candidate(shortestNames[$0], Names.title($0)) } + [
            Candidate("board", "all widgets"), Candidate("stack", "the Smart Stack"), Candidate("activity", "an activity"), Candidate("control", "a control"),
            Candidate("kind", "a kind's preview"),
        ]
    }

    /// Placed widgets.
    static let widgets = asked { line in
        let widgets = try line.client.widgets().widgets
        let (shortestNames, short) = (ShortestNames(widgets), ShortIDs(widgets.map(\.widget.id)))
        return widgets.map { widget in
            let (title, family) = (Names.title(widget), Names.family(widget.widget.family))
            let what = title == shortestNames[widget] ? widget.widget.kind : title
            return Candidate(shortestNames[widget], "\(what), \(family), \(short(widget.widget.id))")
        }
    }

    /// Spaces.
    static let spaces = asked { line in try line.client.spaces().spaces.map { Candidate($0.name, $0.status.hub) } }

    /// Widgets, activities and controls.
    static let traceable = asked { line in
        let (widgets, controls) = (try line.client.widgets().widgets, try line.client.controls().controls)
        let (names, controlNames) = (ShortestNames(widgets), ShortestNames(controls))
        let activities = try line.client.activities().activities
        return widgets.map { Candidate(names[$0], Names.title($0)) }
            + activities.map { Candidate($0.activity.tag.isEmpty ? $0.activity.id : $0.activity.tag, $0.activity.type) }
            + controls.map { Candidate(controlNames[$0], $0.kind.displayName) }
    }

    /// Kinds of widgets.
    static let kinds = asked { line in try line.client.kinds().kinds.map(candidate) }

    /// Kinds whose cards come by themselves.
    static let relevanceKinds = asked { line in try line.client.kinds().kinds.filter { $0.configuration == .relevance }.map(candidate) }

    private static func candidate(_ kind: ProtoKind) -> Candidate {
        Candidate(kind.id, kind.displayName + (kind.description_p.isEmpty ? "" : ": \(kind.description_p)"))
    }

    /// Families of the kind that the line names; of any, where it names none.
    static let families = asked { line in
        let families = line.kind().map { $0.families.compactMap { WidgetFamily(rawValue: $0.rawValue) } } ?? WidgetFamily.allCases
        return families.map { Candidate($0.shortName, $0.name) }
    }

    /// Providers.
    static let providers = asked { line in
        try line.client.providers().providers.map { Candidate($0.id, $0.name == $0.id ? "" : $0.name) }
    }

    /// Activities.
    static let activities = asked { line in
        let activities = try line.client.activities().activities
        return activities.map { activity in
            let title = (try? TaskActivity(attributes: activity.activity.attributes, state: "{}").title) ?? activity.activity.type
            let state = EnumName.text(activity.activity.state) ?? ""
            return Candidate(activity.activity.tag.isEmpty ? activity.activity.id : activity.activity.tag, "\(title), \(state)")
        }
    }

    /// Controls.
    static let controls = asked { line in
        let controls = try line.client.controls().controls
        let shortestNames = ShortestNames(controls)
        return controls.map { control in
            let state = control.hasValue && control.kind.type == .toggle ? control.value.isOn ? ", on" : ", off" : ""
            let place = control.local ? "" : ", on \(control.deviceName)"
            return Candidate(shortestNames[control], control.kind.displayName + state + place)
        }
    }

    /// Kinds of controls that can be added.
    static let controlKinds = asked { line in
        var known: Set<String> = []
        return try line.client.controlKinds().kinds.filter { known.insert($0.kind.id).inserted }.map { info in
            Candidate(info.kind.id, info.kind.displayName + (info.kind.description_p.isEmpty ? "" : ": \(info.kind.description_p)"))
        }
    }

    /// Surfaces.
    static let surfaces = asked { line in
        let surfaces = try line.client.surfaces().surfaces
        return surfaces.map { info in
            let isOnlyOne = surfaces.count { $0.surface.name == info.surface.name } == 1
            let kind = SurfaceRegistration.Kind(rawValue: info.surface.kind.rawValue).map { "\($0)" } ?? ""
            return Candidate(isOnlyOne ? info.surface.name : "\(info.deviceName)/\(info.surface.name)", info.local ? kind : "\(kind) on \(info.deviceName)")
        }
    }

    /// Stacks that the user has made.
    static let stacks = asked { line in
        try line.client.stacks().stacks.map { Candidate($0.name, $0.widgets.map(\.displayName).joined(separator: ", ")) }
    }

    /// Settings of the surface that the line names.
    static let surfaceSettings = asked { line in
        guard let name = line.before.last(where: { !$0.contains("=") && !$0.hasPrefix("-") }) else { return [] }
        return try line.client.surface(name).surface.settings.map { Candidate("\($0.name)=", $0.value) }
    }

    /// Devices.
    static let devices = asked { line in
        let devices = try line.client.devices().devices
        let shortestNames = ShortestNames(devices)
        return devices.map { Candidate(shortestNames[$0], Names.state($0.state).text) }
    }

    /// The apps that servers can push to: providers whose kinds take pushes, and names under which activities were started.
    static let apps = asked { line in
        let tokens = try line.client.pushTokens().tokens
        let providers = try line.client.providers().providers
        let apps = Set(tokens.map(\.app)).sorted()
        return apps.map { app in
            let count = tokens.count { $0.app == app }
            let name = providers.first { $0.id == app }?.name ?? ""
            return Candidate(app, (name.isEmpty || name == app ? "" : "\(name), ") + "\(count) token\(count == 1 ? "" : "s")")
        }
    }

    /// Intents that can be run by themselves.
    static let intents = asked { line in try line.client.intents().intents.map { Candidate($0.name, $0.title) } }

    /// Keys by which servers are known.
    static let pushKeys = asked { line in try line.client.pushKeys().keys.map { Candidate($0.id, $0.team) } }

    /// Keys of taps that wait for another device.
    static let waitingTaps = asked { line in
        try line.client.intentLog(limit: 100).intents.filter { $0.state == .queued }.map { Candidate($0.key, "\($0.targetName) \($0.action)") }
    }

    /// Parameters of the kind, or of the widget's kind, that the line names: their names, and behind `=` their values.
    static let parameters = asked { line in assignments(line, line.kind()) }

    /// Their names alone.
    static let parameterNames = asked { line in (line.kind()?.parameters ?? []).map { Candidate($0.name, about($0)) } }

    /// The same for controls.
    static let controlParameters = asked { line in assignments(line, try controlKind(line)) }
    static let controlParameterNames = asked { line in (try controlKind(line)?.parameters ?? []).map { Candidate($0.name, about($0)) } }

    /// A kind of controls as one of widgets: its id and its parameters.
    private static func controlKind(_ line: CompletionLine) throws -> ProtoKind? {
        func kind(_ control: ProtoControlKind) -> ProtoKind { .with { ($0.id, $0.parameters) = (control.id, control.parameters) } }
        let controls = try line.client.controls().controls
        let shortestNames = ShortestNames(controls)
        if let control = line.first(of: controls, { [shortestNames[$0], $0.control.id, $0.control.name, $0.kind.displayName] }) { return kind(control.kind) }
        return line.first(of: try line.client.controlKinds().kinds, { [$0.kind.id] }).map { kind($0.kind) }
    }

    private static func assignments(_ line: CompletionLine, _ kind: ProtoKind?) -> [Candidate] {
        let definitions = kind?.parameters ?? []
        if let sign = line.current.firstIndex(of: "="), let definition = definitions.first(where: { $0.name == line.current[..<sign] }) {
            let typed = String(line.current[line.current.index(after: sign)...])
            return (definition.dynamicOptions ? options(of: definition, kind, typed, line) : values(definition)).map {
                Candidate("\(definition.name)=\($0.value)", $0.description)
            }
        }
        let given = Set(line.before.compactMap { word in word.firstIndex(of: "=").map { String(word[..<$0]) } })
        return definitions.filter { !given.contains($0.name) }.map { Candidate("\($0.name)=", about($0)) }
    }

    /// The provider is asked.
    private static func options(of definition: ProtoParameterDefinition, _ kind: ProtoKind?, _ typed: String, _ line: CompletionLine) -> [Candidate] {
        guard let kind, let options = try? line.client.options(kind: kind.id, parameter: definition.name, matching: typed) else { return [] }
        return options.map { option in
            let value = Names.value(option.value)
            return Candidate(value, option.title == value ? "" : option.title)
        }
    }

    private static func values(_ definition: ProtoParameterDefinition) -> [Candidate] {
        let standard = definition.hasDefaultValue && !definition.isSecret ? Names.value(definition.defaultValue) : nil
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

/// The command line of which a word is being completed, and the daemon that it is for.
private struct CompletionLine {
    /// Without quotes; the last one is being written.
    let words: [String]
    let client: WidgetClient

    init(_ words: [String]) {
        self.words = words
        client = WidgetClient(
            location: SocketLocation(explicit: Self.value(of: "--socket", in: words), environment: Environment.value, uid: getuid()),
            timeout: CommandLimits.completionTimeout, patience: .zero)
    }

    var current: String { words.last ?? "" }
    /// Those before the one that is being written.
    var before: ArraySlice<String> { words.dropLast() }

    private static func value(of option: String, in words: [String]) -> String? {
        for (word, next) in zip(words, words.dropFirst()) where word == option { return next }
        return words.first { $0.hasPrefix(option + "=") }.map { String($0.dropFirst(option.count + 1)) }
    }

    /// The first word that names one of `things`.
    func first<Thing>(of things: [Thing], _ names: (Thing) -> [String]) -> Thing? {
        for word in before.dropFirst() {
            if let thing = things.first(where: { names($0).contains(word) }) { return thing }
        }
        return nil
    }

    /// The kind that the line names, or that of the widget that it names.
    func kind() -> ProtoKind? {
        guard let kinds = try? client.kinds().kinds else { return nil }
        if let kind = first(of: kinds, { [$0.id] + $0.aliases }) { return kind }
        return widget().flatMap { widget in kinds.first { $0.id == widget.widget.kind } }
    }

    /// The widget that the line names.
    func widget() -> ProtoWidgetSnapshot? {
        guard let widgets = try? client.widgets().widgets else { return nil }
        let names = ShortestNames(widgets)
        return first(of: widgets) { [names[$0], $0.widget.id, $0.widget.name, $0.widget.kind, $0.displayName] }
    }
}

/// The shortest name of each thing by which a command finds it: what a user called it, its kind where there is one of it, else the beginning of its id.
struct ShortestNames {
    private var names: [String: String] = [:]

    /// - Parameter things: the id of each, and its names, the best first.
    init(_ things: [(id: String, names: [String])], shortest: Int = RenderingLimits.shortestID) {
        let short = ShortIDs(things.map(\.id), shortest: shortest)
        var counts: [String: Int] = [:]
        for thing in things { for name in Set(thing.names) { counts[name, default: 0] += 1 } }
        for thing in things { names[thing.id] = thing.names.first { !$0.isEmpty && counts[$0] == 1 } ?? short(thing.id) }
    }

    subscript(id: String) -> String { names[id] ?? id }

    init(_ widgets: [ProtoWidgetSnapshot]) { self.init(widgets.map { ($0.widget.id, [$0.widget.name, $0.widget.kind]) }) }
    subscript(snapshot: ProtoWidgetSnapshot) -> String { self[snapshot.widget.id] }

    init(_ controls: [ProtoControlSnapshot]) { self.init(controls.map { ($0.control.id, [$0.control.name, $0.kind.displayName, $0.control.kind]) }) }
    subscript(snapshot: ProtoControlSnapshot) -> String { self[snapshot.control.id] }

    init(_ devices: [ProtoDeviceInfo]) { self.init(devices.map { ($0.id, [$0.name]) }, shortest: RenderingLimits.shortestDeviceID) }
    subscript(device: ProtoDeviceInfo) -> String { self[device.id] }
}
