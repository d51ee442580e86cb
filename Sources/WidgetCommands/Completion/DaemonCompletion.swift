import ArgumentParser
import WidgetAPI
import WidgetCore

/// What a shell offers after Tab, asked from the daemon; nothing where that doesn't answer at once.
enum DaemonCompletion {
    /// A completion function that gets the command line.
    static func asked(_ candidates: @escaping @Sendable (CompletionLine) throws -> [Candidate]) -> CompletionKind {
        .custom { words, _, _ in ((try? candidates(CompletionLine(words))) ?? []).map(\.line) }
    }

    /// Placed widgets.
    static let widgets = asked { line in
        let widgets = try line.client.widgets().widgets
        let (handles, short) = (Handles(widgets), ShortIDs(widgets.map(\.widget.id)))
        return widgets.map { widget in
            let (title, family) = (Names.title(widget), Names.family(widget.widget.family))
            let what = title == handles[widget] ? widget.widget.kind : title
            return Candidate(handles[widget], "\(what), \(family), \(short(widget.widget.id))")
        }
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
        let handles = Handles(controls)
        return controls.map { control in
            let state = control.hasValue && control.kind.type == .toggle ? control.value.isOn ? ", on" : ", off" : ""
            let place = control.local ? "" : ", on \(control.deviceName)"
            return Candidate(handles[control], control.kind.displayName + state + place)
        }
    }

    /// Kinds of controls that can be added.
    static let controlKinds = asked { line in
        var known: Set<String> = []
        return try line.client.controlKinds().kinds.filter { known.insert($0.kind.id).inserted }.map { info in
            Candidate(info.kind.id, info.kind.displayName + (info.kind.description_p.isEmpty ? "" : ": \(info.kind.description_p)"))
        }
    }

    /// Devices.
    static let devices = asked { line in
        let devices = try line.client.devices().devices
        let handles = Handles(devices)
        return devices.map { Candidate(handles[$0], Names.state($0.state).text) }
    }

    /// What servers can push to: providers whose kinds take pushes, and names under which activities were started.
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

    /// Keys by which servers are known.
    static let pushKeys = asked { line in try line.client.pushKeys().keys.map { Candidate($0.id, $0.team) } }

    /// Keys of taps that wait for another device.
    static let waitingTaps = asked { line in
        try line.client.intentLog(limit: 100).intents.filter { $0.state == .queued }.map { Candidate($0.key, "\($0.targetName) \($0.action)") }
    }
}
