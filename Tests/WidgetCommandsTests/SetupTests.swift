import Testing
import WidgetAPI
import WidgetCore

@testable import CommandRendering
@testable import WidgetCommands

/// Files to apply, and the plans that are made of them.
@Suite("Files to apply")
struct SetupTests {
    private var kinds: ProtoKindsResponse {
        .with {
            $0.kinds = [
                .with {
                    ($0.id, $0.families) = ("clock", [.systemSmall, .systemMedium])
                    $0.parameters = [.with { ($0.name, $0.type) = ("zone", .text) }]
                },
                .with {
                    ($0.id, $0.families) = ("agenda", [.systemSmall])
                    $0.parameters = [.with { ($0.name, $0.type, $0.minimum) = ("days", .integer, 1) }]
                },
            ]
        }
    }

    private func widget(
        _ number: UInt64, _ name: String, page: Int = 1, _ parameters: Parameters = [:], family: WidgetFamily = .systemSmall
    ) throws -> Widget {
        Widget(
            id: WidgetID(high: number, low: 0), kind: "clock", family: family, name: name, parameters: parameters, placedAt: Timestamp(milliseconds: 0),
            position: try WidgetPosition(page: page, key: "", field: "position"))
    }

    private func plan(_ text: String, over present: PresentSetup) throws -> SetupPlan {
        try SetupPlan(Setup(YAMLNode.read(Array(text.utf8))), over: present) { widget, kind throws(WidgetError) in
            try ParameterAssignment.values(widget.parameters, of: kind, asking: nil)
        }
    }

    private func lines(_ plan: SetupPlan) -> [Substring] { SetupRendering.plan(plan.changes, isDryRun: true, .plain).split(separator: "\n").dropLast() }

    private func present(_ widgets: [Widget] = [], groups: [DisplayGroup] = [], displays: [ProtoDisplay] = []) -> PresentSetup {
        var present = PresentSetup()
        (present.kinds, present.widgets, present.groups, present.displays) = (kinds, widgets, groups, displays)
        return present
    }

    @Test("A plan has what differs: groups before the displays that are put into them, and removals last")
    func differences() throws {
        let there = try present(
            [widget(1, "Clock", ["zone": .text("UTC")]), widget(2, "Old"), widget(3, "Same")],
            groups: [DisplayGroup(name: "lab", pages: [3]), DisplayGroup(name: "gone", pages: [9])],
            displays: [.with { ($0.id, $0.name) = ("AAAA", "hall") }])
        let plan = try plan(
            """
            groups: {lobby: {pages: 1, controls: true}, lab: {pages: [3]}, gone: ~}
            widgets:
              Clock: {kind: clock, family: medium}
              Old: ~
              Same: {kind: clock}
              New: {kind: agenda, page: 2, parameters: {days: 3}}
              Never there: ~
            displays: {hall: lobby}
            """, over: there)
        #expect(
            lines(plan) == [
                "+ group lobby: page 1, controls", "~ widget Clock: family small -> medium, zone UTC -> (default)",
                "+ widget New: agenda, small, page 2, days=3", "~ display hall: group (none) -> lobby", "- group gone", "- widget Old",
            ])
    }

    @Test("What was there before is a file that takes everything back, with values of all types of text")
    func back() throws {
        let odd = "a: \"b\" #c\n\t{[~]} ü \u{1F600}"
        let there = try present(
            [widget(1, "Clock: one", ["zone": .text(odd)]), widget(2, "Two")],
            groups: [DisplayGroup(name: "lab", pages: [3, 4], showsActivities: true, acts: false)],
            displays: [.with { ($0.id, $0.name, $0.group) = ("AAAA", "hall", "lab") }])
        let before = try plan("groups: {lab: ~, new: {pages: 1}}\nwidgets: {'Clock: one': ~, New: {kind: clock}}\ndisplays: {hall: ~}", over: there).before
        let text = before.yaml(comment: ["Before\nall"])
        // All is there yet, so the way back has nothing to do but to remove what isn't there.
        #expect(try lines(plan(text, over: there)).isEmpty, "\(text)")
        let empty = try lines(plan(text, over: present([widget(2, "Two")], displays: there.displays)))
        #expect(empty.count == 2 && empty[0] == "+ group lab: pages 3, 4, activities; no taps" && empty[1].hasPrefix("+ widget Clock: one: clock, small"))
        #expect(before.widgets.first?.value?.parameters.first?.value == odd && text.hasPrefix("# Before all\n"))
    }

    @Test(
        "Widgets of a page stand in the file's order, and the same file a second time changes nothing",
        arguments: [["A", "B", "C"], ["A", "C", "B"], ["B", "A", "C"], ["B", "C", "A"], ["C", "A", "B"], ["C", "B", "A"]])
    func order(order: [String]) throws {
        var there = try present([widget(1, "A"), widget(2, "X"), widget(3, "B"), widget(4, "Y", page: 2), widget(5, "C", page: 2)])
        let text = "widgets:\n" + order.map { "  \($0): {kind: clock, page: 1}\n" }.joined()
        for change in try plan(text, over: there).changes {
            guard case .move(let widget, let spot) = change else {
                Issue.record("not a move: \(change)")
                continue
            }
            func id(_ name: String) -> WidgetID { there.widgets.first { $0.name == name }?.id ?? widget.id }
            let target: WidgetMove.Target =
                switch spot.target {
                case .after(let name): .after(id(name))
                case .before(let name): .before(id(name))
                case .last: .last
                }
            for place in try WidgetMove(target, page: spot.page).positions(of: widget.id, among: there.widgets.map(\.place)) {
                for index in there.widgets.indices where there.widgets[index].id == place.id { there.widgets[index].position = place.position }
            }
        }
        there.widgets.sort { $0.place < $1.place }
        #expect(there.widgets.filter { $0.position.page == 1 && $0.name != "X" }.map(\.name) == order)
        #expect(try plan(text, over: there).changes.isEmpty)
    }

    @Test(
        "A file that can't be applied is refused with its line and what to do",
        arguments: [
            ("groups:\n  a: {pages: [0]}", "line 2: group \"a\": pages: 0 isn't from 1 to 99"),
            ("groups:\n  a: {page: [1]}", "line 2: \"page\" isn't known here"), ("groups:\n  a: {pages: {}}", "line 2: write one text"),
            ("a: &x 1\nb: *x", "line 1: anchors"), ("a: !!int 1", "line 1: tags"), ("groups:\n\ta: 1", "line 2: found character"),
            ("a: 1\n---\nb: 1", "line 2: a second"),
            ("widgets:\n  A: {}", "line 2: kind: is missing"), ("widgets:\n  A: {kind: clok}", "line 2: widget \"A\": kind: there is no kind \"clok\""),
            ("widgets:\n  A: {kind: clock, family: large}", "line 2: widget \"A\": family: the kind clock"),
            ("widgets:\n  A: {kind: agenda, parameters: {days: 0}}", "line 2: widget \"A\": days"),
            ("widgets:\n  A: {kind: clock, page: 100}", "line 2: page: a page has a number from 1 to 99"),
            ("widgets:\n  A: {kind: clock}\n  A: {kind: clock}", "line 3: \"A\" is there twice"),
            ("widgets:\n  ' A': {kind: clock}", "line 2: a widget's name"),
            ("widgets:\n  Twice: {kind: clock}", "2 widgets have this name"), ("widgets:\n  Clock: {kind: agenda}", "no widget changes its kind"),
            ("displays: {hall: lobby}", "line 1: display \"hall\": there is no such display"), ("displays: {desk: lobby}", "no group \"lobby\""),
            ("widgets: !!map {}", "line 1: tags"),
            ("widgets:\n  A: {kind: clock, parameters: {\"zone=x\": y}}", "is no parameter's name"), ("widgets: {Off: ~}", "it is on no page"),
            (String(repeating: "[", count: 40), "more than 8 levels"), (String(repeating: " ", count: 1 << 21), "the limit is 1024 KiB"),
        ])
    func refused(text: String, reason: String) throws {
        var off = try widget(4, "Off")
        off.position = .offBoard
        let there = try present(
            [widget(1, "Clock"), widget(2, "Twice"), widget(3, "Twice"), off], displays: [.with { ($0.id, $0.name) = ("BBBB", "desk") }])
        let error = #expect(throws: WidgetError.self) { try plan(text, over: there) }
        #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
    }

    @Test("The way back says the order of the widgets that stay, and nothing else of them")
    func orderAlone() throws {
        let there = try present([widget(1, "A", ["zone": .text("UTC")]), widget(2, "B"), widget(3, "C")])
        let before = try plan("widgets: {B: ~}", over: there).before
        #expect(before.yaml(comment: []) == "widgets:\n  \"A\": {page: 1}\n  \"B\": {kind: \"clock\", family: small, page: 1}\n  \"C\": {page: 1}\n")
        // One of them was changed since.
        let since = try present([widget(1, "A", ["zone": .text("Europe/Berlin")]), widget(3, "C")])
        #expect(try lines(plan(before.yaml(comment: []), over: since)) == ["+ widget B: clock, small, page 1"])
        let error = #expect(throws: WidgetError.self) { try plan("widgets: {Nobody: {page: 2}}", over: since) }
        #expect(error?.code == .notFound)
    }

    @Test("A new widget is placed when the widgets before it on its page are there")
    func placedInOrder() throws {
        let text = "widgets: {X: {kind: clock, page: 2}, Y: {kind: clock, page: 2}, Z: {kind: clock}}"
        #expect(
            try lines(plan(text, over: present([widget(1, "X")]))) == [
                "+ widget Z: clock, small, page 1", "~ widget X: page 1 -> 2", "+ widget Y: clock, small, page 2",
            ])
    }

    @Test("The values of secrets are hidden in a plan")
    func secrets() throws {
        var there = try present([widget(1, "Clock")])
        there.kinds.kinds[0].parameters.append(.with { ($0.name, $0.type) = ("api_token", .text) })
        let plan = try plan(
            "widgets:\n  Clock: {kind: clock, parameters: {api_token: s3cr3t}}\n  New: {kind: clock, parameters: {api_token: s3cr3t}}", over: there)
        let text = lines(plan).joined() + SetupRendering.json(plan.changes, isDryRun: true)
        #expect(plan.changes.count == 2 && !text.contains("s3cr3t") && text.contains("•••"))
    }
}
