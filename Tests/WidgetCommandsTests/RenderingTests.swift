import Testing
import WidgetAPI
import WidgetCore

@testable import CommandRendering
@testable import WidgetCommands

@Suite("Answers as text")
struct RenderingTests {
    @Test("status")
    func status() {
        let status = ProtoStatusResponse.with {
            $0.version = "0.1.0"
            $0.processID = 42
            $0.startedAt = date(-3_600)
            $0.deviceID = "device"
            $0.socketPath = "/run/widgetd.sock"
            $0.storePath = "/var/lib/widgetd/store"
            $0.storeBytes = 3_000
            $0.storeState = .readOnly
            $0.storeError = "disk full\u{1B}[2J"
            $0.widgets = 2
            $0.kinds = 1
            $0.providers = 3
            $0.providersRunning = 1
            $0.connections = 4
            $0.watchers = 1
            $0.calls = 10
            $0.callsFailed = 2
            $0.nextDue = date(240)
        }
        #expect(
            StatusRendering.text(status, dates, .plain) == """
                version      0.1.0
                process      42
                started      13:05:00 (1 h ago)
                device       device
                socket       /run/widgetd.sock
                store        /var/lib/widgetd/store, 2.9 KiB
                store state  read-only: disk full\u{FFFD}[2J
                widgets      2; 1 kind is installed
                providers    3, 1 running
                connections  4, 1 watcher
                calls        10, 2 failed
                reloads      0
                next due     14:09:00 (in 4 min)

                """)
    }

    @Test("status says how the push gateway does, where there is one")
    func gateway() {
        func line(_ gateway: ProtoPushGatewayStatus) -> String? {
            let text = StatusRendering.text(.with { $0.pushGateway = gateway }, dates, .plain)
            return text.split(separator: "\n").first { $0.hasPrefix("pushes") }.map(String.init)
        }
        #expect(
            line(.with { ($0.listening, $0.keys, $0.connections, $0.taken, $0.refused) = (["[::]:2197"], 2, 1, 40, 3) })
                == "pushes       listening on [::]:2197; 2 keys, 1 connection, 40 taken, 3 refused")
        #expect(line(.with { $0.error = "can't listen\u{1B}" }) == "pushes       can't listen\u{FFFD}")
        #expect(!StatusRendering.text(.init(), dates, .plain).contains("pushes"))
    }

    @Test("widgets, with what failed below")
    func widgets() {
        let list = [
            snapshot {
                $0.nextEntryDate = date(60)
                $0.nextReloadDate = date(7_200)
                $0.widget.parameters = ["unit": .with { $0.text = "C" }, "days": .with { $0.integer = 3 }]
            },
            snapshot("02979a3c-0000-7000-8000-000000000001") {
                $0.widget.name = "Büro"
                $0.state = .stale
                $0.lastError = "exit\nstatus 3"
                $0.receivedAt = date(-300)
            },
            snapshot("03979a3c-0000-7000-8000-000000000001") {
                ($0.state, $0.deviceName, $0.unavailable, $0.receivedAt) = (.stale, "laptop", "the device 'laptop' isn't connected", date(-7_200))
            },
        ]
        #expect(
            WidgetRendering.table(list, ShortIDs(list.map(\.widget.id)), dates, .plain, width: nil) == """
                WIDGET    NAME    KIND    FAMILY  STATE    DEVICE  NEXT ENTRY  NEXT RELOAD  PARAMETERS
                01979a3c  System  system  small   current  -       in 1 min    in 2 h       days=3, unit=C
                02979a3c  Büro    system  small   stale    -       -           -            -
                03979a3c  System  system  small   away     laptop  -           -            -
                02979a3c Büro: stale, 5 min: exit status 3
                03979a3c System: away, 2 h: the device 'laptop' isn't connected

                """)
    }

    @Test("No widgets, no kinds: what to do instead of an empty table")
    func empty() {
        #expect(WidgetRendering.table([], ShortIDs([]), dates, .plain, width: nil).contains("widgetctl place"))
        #expect(KindRendering.table([], .plain, width: nil).contains("widgetctl provider list"))
    }

    @Test("kinds KIND lists the parameters with type, default and bounds")
    func kind() {
        let kind = ProtoKind.with {
            $0.id = "agenda"
            $0.provider = "agenda"
            $0.displayName = "Agenda"
            $0.families = [.systemSmall, .accessoryInline]
            $0.installed = true
            $0.parameters = [
                .with {
                    $0.name = "days"
                    $0.type = .integer
                    $0.defaultValue.integer = 3
                    $0.minimum = 1
                    $0.maximum = 14
                    $0.description_p = "How many days"
                },
                .with {
                    $0.name = "style"
                    $0.type = .text
                    $0.options = [.with { $0.text = "list" }, .with { $0.text = "grid" }]
                },
            ]
        }
        #expect(
            KindRendering.detail(kind, .plain, width: nil) == """
                kind      agenda
                name      Agenda
                provider  agenda
                families  small, inline

                PARAMETER  TYPE     DEFAULT  VALUES     DESCRIPTION
                days       integer  3        1 to 14    How many days
                style      text     -        list grid  -

                """)
    }

    @Test("timeline marks the entry that is shown")
    func timeline() {
        let timeline = ProtoGetTimelineResponse.with {
            $0.widgetID = firstID
            $0.receivedAt = date(-60)
            $0.policy.after = date(3_600)
            $0.entries = [
                .with { ($0.date, $0.size, $0.current, $0.digest) = (date(-60), 151, true, .init([0xAB, 1, 2, 3, 4, 5, 6])) },
                .with { ($0.date, $0.size, $0.relevance.score) = (date(60), 152, 2.5) },
            ]
        }
        #expect(
            TimelineRendering.text(timeline, dates, .plain, width: nil) == """
                widget    \(firstID)
                received  14:04:00 (1 min ago)
                next      after 15:05:00 (in 1 h)

                   DATE      WHEN       RELEVANCE  SIZE   DIGEST
                >  14:04:00  1 min ago  -          151 B  ab0102030405
                   14:06:00  in 1 min   2.5        152 B  -

                """)
    }

    @Test("timeline tells what is drawn again for a schedule from the provider's own entries")
    func redrawnTimeline() {
        let timeline = ProtoGetTimelineResponse.with {
            $0.widgetID = firstID
            $0.entries = [
                .with { ($0.date, $0.size, $0.current) = (date(-60), 151, true) },
                .with { ($0.date, $0.size, $0.redrawn) = (date(60), 152, true) },
            ]
        }
        #expect(
            TimelineRendering.text(timeline, dates, .plain, width: nil).hasSuffix(
                """
                >  14:04:00  1 min ago  -          151 B  -
                +  14:06:00  in 1 min   -          152 B  -
                + the entry before, drawn again for a TimelineView

                """))
    }

    @Test("reload says of each widget in words what happens, and by which rule")
    func reload() {
        func line(_ outcome: ProtoReloadOutcome, _ rule: String, until: Bool = false) -> String {
            let receipt = ProtoReloadReceipt.with {
                ($0.widgetID, $0.outcome, $0.rule) = (firstID, outcome, rule)
                if until { $0.until = date(1_350) }
            }
            return ReloadRendering.text(.with { $0.receipts = [receipt] }, WidgetNames([snapshot()]), dates, .plain)
        }
        #expect(line(.accepted, "explicit-foreground") == "01979a3c System: the provider is asked for a new timeline (explicit-foreground)\n")
        #expect(
            line(.accepted, "after-running")
                == "01979a3c System: the provider is being asked, and is asked once more as soon as it has answered (after-running)\n")
        #expect(
            line(.deferred, "budget", until: true) == """
                01979a3c System: kept until 14:27:30 (in 22 min): The widget has spent its reloads: the next one goes when the next token has accrued. (budget)

                """)
        #expect(line(.denied, "provider-missing").isEmpty, "it is an error")
    }

    @Test("What reloads says that developer mode is on")
    func developerMode() {
        let note = "Developer mode is on: no reload is counted, and timelines are asked for as soon as they say.\n"
        let reload = ProtoReloadResponse.with { ($0.receipts, $0.developerMode) = ([.with { $0.widgetID = firstID }], true) }
        #expect(ReloadRendering.text(reload, WidgetNames([snapshot()]), dates, .plain).hasSuffix(note))
        let simulation = ProtoSimulateResponse.with { $0.developerMode = true }
        #expect(SimulateRendering.text(simulation, asked: dates.now, dates, .plain).contains(note))
        var push = ProtoSendPushResponse.with { ($0.pushID, $0.lines) = ("p", [.with { ($0.time, $0.event) = (date(0), .accepted) }]) }
        #expect(PushRendering.sent(push, dates, .plain) == "Push p:\n14:05:00 accepted\n")
        push.developerMode = true
        #expect(PushRendering.sent(push, dates, .plain) == "Push p:\n14:05:00 accepted\n\(note)")
        let lint = ProtoCheckProviderResponse.with { ($0.findings, $0.developerMode) = ([.with { ($0.severity, $0.message) = (.ok, "fine") }], true) }
        #expect(ProviderRendering.findings(lint, .plain) == "ok    fine\nDeveloper mode is on: the remarks on budgets and spacing hold without it.\n")
    }

    @Test("explain says which reloads are spaced where none is counted")
    func uncounted() {
        let response = ProtoExplainResponse.with {
            $0.widget = snapshot()
            $0.budget = .with { ($0.source, $0.spacingMs, $0.lastSpentAt) = (.interval, 60_000, date(-60)) }
        }
        let lines = ExplainRendering.text(response, dates, .plain).split(separator: "\n")
        #expect(lines.last == "spacing      1 min at least between two that nobody waits for; the last one began 14:04:00 (1 min ago)")
    }

    @Test("reload says in its line why a widget's device could not be asked")
    func reloadRemotely() {
        let denied = ProtoReloadReceipt.with {
            ($0.widgetID, $0.outcome, $0.rule, $0.reason) = ("x", .denied, "elsewhere", "the device 'desk' gives it: it isn't connected")
        }
        let line = ReloadRendering.line(denied, WidgetNames([snapshot()]), dates)
        #expect(line == "x: not reloaded: the device 'desk' gives it: it isn't connected (elsewhere)\n")
    }

    @Test("A decision is one line, whatever the provider said")
    func decision() {
        let decision = ProtoDecision.with {
            $0.time = date(-1)
            $0.event = .reloadFailed
            $0.cause = .explicit
            $0.rule = "retry"
            $0.until = date(30)
            $0.detail = "line one\nline two"
        }
        #expect(
            DecisionRendering.line(decision, widget: "01979a3c System", dates, .plain)
                == "14:04:59 01979a3c System reload failed (explicit) until 14:05:30 by retry: line one line two\n")
        let folded = ProtoDecision.with {
            ($0.time, $0.event, $0.cause, $0.outcome, $0.rule, $0.count) = (date(-1), .reloadRequested, .push, .deferred, "budget", 7)
        }
        #expect(DecisionRendering.line(folded, widget: nil, dates, .plain) == "14:04:59 reload requested (push) deferred by budget (7 times)\n")
    }

    @Test("watch: a line for each event, with what was skipped")
    func watch() {
        var changed = event(
            snapshot {
                $0.entryDate = date(0)
                $0.nextEntryDate = date(240)
            })
        changed.skipped = 2
        #expect(
            WatchRendering.line(changed, dates, .plain)
                == "14:05:00 01979a3c-0000 System current, entry of 14:05:00 (now), next in 4 min (2 skipped before it)\n")
        #expect(WatchRendering.line(.with { $0.removedWidgetID = firstID }, dates, .plain) == "14:05:00 01979a3c-0000 removed\n")
    }

    @Test("tap lists what a user can press, and in which position a toggle is")
    func actions() throws {
        let archive = ProtoViewArchive.with {
            $0.actions = [
                .with { ($0.id, $0.intent.name) = ("add", "Add") }, .with { ($0.id, $0.intent.name) = ("lamp", "Switch") },
                .with { ($0.id, $0.openURL) = ("site", "https://example.org/\u{1B}") },
            ]
            $0.nodes = [.with { $0.button.action = 0 }, .with { ($0.toggle.action, $0.toggle.isOn) = (1, true) }]
        }
        #expect(
            ActionRendering.text(try ViewArchive(archive).tapTargets, of: "widget", .plain) == """
                ACTION  WHAT              DOES
                add     button            Add
                lamp    toggle, on        Switch
                site    the whole widget  opens https://example.org/\u{FFFD}

                """)
    }

    @Test("explain says what is shown and why, what comes next, what may be spent, and what was decided")
    func explain() {
        let response = ProtoExplainResponse.with {
            $0.widget = snapshot()
            $0.notes = ["An action waits."]
            $0.shown = .with {
                ($0.position, $0.count, $0.date, $0.receivedAt) = (2, 5, date(-60), date(-120))
                ($0.shownAt, $0.rule, $0.nextDate) = (date(-59), "entry-due", date(300))
            }
            $0.nextReload = .with { ($0.date, $0.cause, $0.rule, $0.sentence) = (date(1_800), .policy, "policy-after", "The timeline says so.") }
            $0.deferred = .with { ($0.date, $0.cause, $0.rule, $0.sentence) = (date(600), .push, "budget", "It has spent them.") }
            $0.budget = .with {
                ($0.reloadsPerDay, $0.savedReloads, $0.spacingMs, $0.source) = (64, 8, 300_000, .everyWidget)
                $0.own = .with { $0.left = 8 }
                $0.push = .with { $0.nextToken = date(600) }
                ($0.onBattery, $0.ratePermille, $0.lastSpentAt) = (true, 500, date(-60))
            }
            $0.decisions = [.with { ($0.time, $0.event, $0.cause) = (date(0), .placed, .placed) }]
        }
        #expect(
            ExplainRendering.text(response, dates, .plain) == """
                System system, small, \(firstID)
                An action waits.
                shown        entry 2 of 5, of 14:04:00 (1 min ago)
                             since 14:04:01 (59 s ago) by entry-due: The entry's date has come.
                             its timeline came 14:03:00 (2 min ago)
                next entry   14:10:00 (in 5 min)
                next reload  14:35:00 (in 30 min)
                             by policy-after: The timeline says so.
                kept         another (push), until 14:15:00 (in 10 min)
                             by budget: It has spent them.
                budget       8 of 8 reloads left
                pushes       0 of 8 reloads left, one more 14:15:00 (in 10 min)
                gains        64 a day, as every widget has; now at 50 % of that: on battery
                spacing      5 min at least between two that count; the last one began 14:04:00 (1 min ago)

                Decisions, the newest last
                  14:05:00 placed

                """)
    }

    @Test("explain of a widget that waits for its budget, in developer mode, and that fails")
    func explainTroubled() {
        let response = ProtoExplainResponse.with {
            $0.widget = snapshot { ($0.lastError, $0.lastReloadDate) = ("exit status 3", date(-60)) }
            $0.failures = 2
            $0.deferred = .with { ($0.date, $0.cause, $0.rule, $0.sentence) = (date(600), .policy, "budget", "It has spent them.") }
            $0.budget = .with { ($0.source, $0.developerMode, $0.spacingMs) = (.interval, true, 10_000) }
        }
        #expect(
            ExplainRendering.text(response, dates, .plain) == """
                System system, small, \(firstID)
                shown           the placeholder: there is no timeline yet
                next reload     the timeline's, kept until 14:15:00 (in 10 min)
                                by budget: It has spent them.
                failing         the last 2 reloads failed, at 14:04:00 (1 min ago): exit status 3
                developer mode  on: no reload is counted
                budget          not counted: a user chose how often its provider is asked
                spacing         10 s at least between two that its timelines ask for

                """)
    }

    @Test("explain says that another reload follows the running one, and that a push waits for the daemon to wake")
    func explainFollowed() {
        let response = ProtoExplainResponse.with {
            $0.widget = snapshot()
            $0.reloading = true
            $0.following = .with { ($0.cause, $0.rule, $0.sentence) = (.push, "after-running", "It follows at once.") }
            $0.heldPush = .with { ($0.date, $0.cause, $0.rule, $0.sentence) = (date(60), .push, "wake-up", "It isn't urgent.") }
        }
        #expect(
            ExplainRendering.text(response, dates, .plain) == """
                System system, small, \(firstID)
                shown        the placeholder: there is no timeline yet
                next reload  the provider is being asked now
                then         another follows at once (push)
                             by after-running: It follows at once.
                push         one waits for the daemon to wake, until 14:06:00 (in 1 min) at the latest
                             by wake-up: It isn't urgent.

                """)
    }

    @Test("simulate says what would happen, what each reload that counts leaves, where it ends and how to go on, and what it takes for granted")
    func simulate() {
        func step(_ seconds: Int64, _ event: ProtoDecision.Event, _ paid: ProtoSimulateResponse.Step.Purse = .unspecified) -> ProtoSimulateResponse.Step {
            .with {
                $0.decision = .with { ($0.time, $0.event, $0.rule) = (date(seconds), event, "policy-after") }
                ($0.ownLeft, $0.pushLeft, $0.paidFrom) = (7, 3, paid)
            }
        }
        let response = ProtoSimulateResponse.with {
            $0.steps = [step(60, .reloadStarted), step(61, .reloadStarted, .own), step(62, .timelineAccepted), step(63, .reloadStarted, .push)]
            ($0.until, $0.truncated, $0.reloads, $0.countedReloads, $0.assumptions) = (date(3_600), true, 2, 1, ["Nobody asks."])
            $0.completeUntil = date(63)
        }
        #expect(
            SimulateRendering.text(response, asked: dates.now + .hours(2), dates, .plain) == """
                14:06:00 reload started by policy-after
                14:06:01 reload started by policy-after, 7 left
                14:06:02 timeline accepted by policy-after
                14:06:03 reload started by policy-after, 3 left for pushes
                Only the first 4 lines, up to 14:06:03 (in 1 min); go on with --from \((dates.now + .seconds(63)).rfc3339)
                It ends earlier than \((dates.now + .hours(2)).rfc3339): the widget decides more often than a forecast follows

                Until 15:05:00 (in 1 h): 2 reloads, 1 of them from the budget.
                Assumptions:
                  Nobody asks.

                """)
    }

    @Test(
        "A date to come is a distance or a date",
        arguments: [
            ("90s", 90), ("30min", 1_800), ("30m", 1_800), ("6h", 21_600), ("2d", 172_800), ("1w", 604_800), ("0s", 0), ("2 d", 172_800),
            ("1970-01-01T01:00:00Z", -1), ("2d3h", nil), ("d", nil), ("-1d", nil), ("", nil), ("99999999999999999999d", nil), ("99999999999999d", nil),
            ("5y", nil),
        ] as [(String, Int64?)])
    func future(_ text: String, _ seconds: Int64?) {
        let now = Timestamp(milliseconds: 1_000_000_000)
        let expected = seconds.map { $0 < 0 ? Timestamp(milliseconds: 3_600_000) : now + .seconds($0) }
        #expect(FutureArgument(argument: text)?.date(from: now) == expected)
    }

    @Test("show says what is wrong below the picture")
    func show() {
        let failing = snapshot {
            $0.state = .stale
            $0.lastError = "exit status 3"
            $0.receivedAt = date(-300)
        }
        #expect(
            ShowRendering.text(failing, picture: ["╭╮", "╰╯"], dates, .plain)
                == "╭╮\n╰╯\nThe last reload failed: exit status 3\nIts content came 14:00:00 (5 min ago).\n")
    }

    /// Given by a laptop that isn't connected, and on which its provider failed before.
    private var away: ProtoWidgetSnapshot {
        snapshot {
            ($0.state, $0.deviceName, $0.unavailable) = (.stale, "laptop", "the device 'laptop' isn't connected")
            ($0.lastHeardAt, $0.lastError, $0.failingSince, $0.receivedAt) = (date(-600), "no such city", date(-1_200), date(-7_200))
        }
    }

    @Test("show says that a widget's device is away, what failed there, and how old all is")
    func showAway() {
        #expect(
            ShowRendering.text(away, picture: [], dates, .plain) == """
                Away: the device 'laptop' isn't connected; it was last heard 13:55:00 (10 min ago).
                The last reload on laptop failed: no such city
                Its content came 12:05:00 (2 h ago).

                """)
    }

    @Test("explain names the device that gives a widget, since when it is away, and what fails there")
    func explainAway() {
        let lines = ExplainRendering.text(.with { $0.widget = away }, dates, .plain).split(separator: "\n").map(String.init)
        #expect(lines.contains { $0.hasPrefix("device ") && $0.hasSuffix("laptop, away: last heard 13:55:00 (10 min ago)") }, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("failing ") && $0.hasSuffix("on laptop, since 13:45:00 (20 min ago): no such city") }, "\(lines)")
    }

    @Test("watch says that what is shown is old, and why")
    func watchAway() {
        #expect(
            WatchRendering.line(event(away), dates, .plain)
                == "14:05:00 01979a3c-0000 System away, on laptop, of 12:05:00 (2 h ago): the device 'laptop' isn't connected; no such city\n")
    }

    @Test("provider list names manifests that weren't loaded")
    func providers() {
        let response = ProtoProvidersResponse.with {
            $0.providers = [
                .with {
                    ($0.id, $0.name, $0.protocol, $0.launches, $0.lastUsed, $0.kinds, $0.manifestPath) = (
                        "p", "P", "json", 2, date(-60), ["a", "b"], "/p.json"
                    )
                }
            ]
            $0.problems = [.with { ($0.path, $0.message) = ("/x.json", "format: is missing") }]
            $0.shadowed = [
                .with { ($0.provider, $0.path, $0.by) = ("p", "/usr/p.json", "/p.json") },
                .with { ($0.provider, $0.path, $0.by, $0.isOwn) = ("q", "/own/q.json", "/q.json", true) },
            ]
            $0.watchError = "the limit is reached"
        }
        #expect(
            ProviderRendering.text(response, dates, .plain, width: nil) == """
                PROVIDER  PROTOCOL  PROCESS  LAUNCHES  FAILURES  LAST USED  KINDS  PATH
                p         json      -        2         0         1 min ago  a b    /p.json
                not loaded: /x.json: format: is missing
                p: /p.json is used instead of /usr/p.json
                q: your own /own/q.json isn't used, /q.json is
                Changes aren't all noticed, so rescan after one: the limit is reached

                """)
    }
}
