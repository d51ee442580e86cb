import ArgumentParser
import Linux
import WidgetAPI
import WidgetCore

struct ApplyCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply", abstract: "Make groups, widgets and displays what a file says.",
        discussion: """
            The file is YAML. It names groups of displays, widgets and displays, and says what each shall be. What it doesn't name stays as it is; with ~ for \
            its value, a group or a widget is removed, and a display is in no group. Widgets on one page stand in the file's order. Without a kind, only a \
            widget's page is said. The whole file is checked before anything is changed. Applying it twice changes nothing.

              groups:
                lobby: {pages: [1, 2], activities: true, controls: false, view_only: true}
              widgets:
                Calendar:
                  kind: agenda
                  family: medium
                  page: 2
                  parameters: {days: 3}
                Old one: ~
              displays:
                hall: lobby

            --back takes the latest apply back, and a second time it takes that back. A widget that was removed is placed anew. --current prints what is there \
            now as such a file, with the values of secrets.

            Examples:
              widgetctl apply -f fleet.yaml --dry-run
              widgetctl apply -f fleet.yaml
              widgetctl apply --back
              widgetctl apply --current > fleet.yaml
            """)

    @Option(name: .shortAndLong, help: "The file; - for standard input.", completion: .file())
    var file: String?

    @Flag(help: "Only say what would be changed.")
    var dryRun = false

    @Flag(help: "Take the latest apply back.")
    var back = false

    @Flag(help: "Print what is there now, as a file to apply.")
    var current = false

    @OptionGroup var common: CommonOptions

    func validate() throws {
        guard [file != nil, back, current].count(where: { $0 }) == 1 else { throw ValidationError("name a file with -f, or give --back or --current") }
        if current, dryRun { throw ValidationError("--dry-run goes with -f or --back") }
        if current, common.json { throw ValidationError("--current prints YAML; leave --json out") }
    }

    func run(in session: Session) throws {
        if current { return try printCurrent(session) }
        let kept = try KeptSetup(session.client)
        let changes = try dryRun ? apply(kept, session) : kept.locked { try apply(kept, session) }
        try session.show(json: SetupRendering.json(changes, isDryRun: dryRun), text: SetupRendering.plan(changes, isDryRun: dryRun, session.style))
    }

    private func apply(_ kept: KeptSetup, _ session: Session) throws -> [SetupChange] {
        let present = try PresentSetup(session.client)
        var wanted = try file.map { try Setup(YAMLNode.read(try InputBytes.read($0, standard: session.input))) } ?? kept.read()
        if back {
            // Displays that were forgotten meanwhile don't hold up the rest, nor do widgets that only lend the order.
            wanted.displays.removeAll { entry in !present.displays.contains { $0.name == entry.name || $0.id == entry.name } }
            wanted.widgets.removeAll { entry in entry.value.map { $0.kind == nil } ?? false && !present.widgets.contains { $0.name == entry.name } }
        }
        let plan = try SetupPlan(wanted, over: present) { widget, kind throws(WidgetError) in
            try ParameterAssignment.values(widget.parameters, of: kind, asking: session.client)
        }
        guard !dryRun, !plan.changes.isEmpty else { return plan.changes }
        if !back { try kept.begin(plan.before, now: session.dates.now) }
        var run = SetupRun(session.client, over: present)
        for (index, change) in plan.changes.enumerated() {
            do throws(WidgetError) { try run.perform(change) } catch {
                throw SetupRendering.interrupted(error, after: index, of: plan.changes)
            }
        }
        if back { try kept.wentBack(from: plan.before, now: session.dates.now) } else { try kept.end() }
        return plan.changes
    }

    private func printCurrent(_ session: Session) throws {
        let present = try PresentSetup(session.client)
        let unnamed = present.widgets.count - present.named.count
        let missing =
            "Left out: \(unnamed). A widget is here if it has a name of its own, and is on a page. To name one: widgetctl configure --name"
        try session.output.write(present.setup.yaml(comment: ["For `widgetctl apply -f`."] + (unnamed == 0 ? [] : [missing])))
    }
}
