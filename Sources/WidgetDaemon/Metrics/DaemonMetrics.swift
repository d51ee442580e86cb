import DaemonCore
import Synchronization
import TTRPCWire
import WidgetCore
import WidgetProviders
import WidgetStore

/// Reads what the daemon's parts count, for Prometheus and for `widgetctl top`.
///
/// The parts count with integers as they go. All else is done here, only when somebody asks. The values of labels are bounded: by the methods, the installed
/// providers, the user's devices, and words of the sources. No widget's id is among them.
struct DaemonMetrics: Sendable {
    let calls: CallMetrics
    let widgets: WidgetService
    let activities: ActivityService
    let controls: ControlService
    let intents: IntentRecords
    let push: PushService
    let gateway: PushGatewaySupervisor
    let surfaces: SurfaceRegistry
    let peers: PeerService
    let startedAt: Timestamp

    private var store: WidgetStore { widgets.store }

    /// All metrics, in the order in which they are shown.
    func collect() async -> [MetricFamily] {
        var families = [build]
        families += ProcessMetrics.families(startedAt: startedAt)
        families += callFamilies + storeFamilies
        families.append(await reloads)
        families += await providerFamilies + pushFamilies
        families += [await queues, boards, watchers]
        families += await surfaceFamilies + deviceFamilies + displayFamilies
        families += engineFamilies
        return families
    }

    private var build: MetricFamily {
        var family = MetricFamily("widgetd_build", .info, help: "The version of the daemon.")
        family.add(1, ["version": Version.current])
        return family
    }

    // MARK: Calls

    private var callFamilies: [MetricFamily] {
        var count = MetricFamily("widgetd_calls", .counter, help: "Calls and streams of local clients that have ended, by method and status.")
        var durations = MetricFamily(
            "widgetd_call_duration_seconds", .histogram, unit: "seconds",
            help: "Time from a call's arrival to its answer; of a stream, to its end. Calls of methods that don't exist aren't in it.")
        for (called, calls) in calls.calls.sorted(by: { $0.key?.fullName ?? "" < $1.key?.fullName ?? "" }) {
            let (service, method) = called.map { ($0.service, $0.name) } ?? ("unknown", "unknown")
            for code in StatusCode.allCases where calls.counts[Int(code.rawValue)] > 0 {
                count.add(Double(calls.counts[Int(code.rawValue)]), ["service": service, "method": method, "code": code.description])
            }
            if called != nil { durations.add(calls.durations, ["service": service, "method": method]) }
        }
        var connections = MetricFamily("widgetd_connections", .gauge, help: "Connections of local clients that are open.")
        connections.add(Double(calls.connections.load(ordering: .relaxed)))
        return [count, durations, connections]
    }

    // MARK: The store

    private var storeFamilies: [MetricFamily] {
        let metrics = store.metrics
        var commits = MetricFamily(
            "widgetd_store_commit_duration_seconds", .histogram, unit: "seconds",
            help: "Time of a commit to the store. Synced ones are on the disk at their end; deferred ones are other devices' changes, synced later.")
        commits.add(metrics.durable, ["durability": "synced"])
        commits.add(metrics.deferred, ["durability": "deferred"])
        var failures = MetricFamily("widgetd_store_commit_failures", .counter, help: "Commits that failed, as on a full disk.")
        failures.add(Double(metrics.failures))
        var size = MetricFamily("widgetd_store_size_bytes", .gauge, unit: "bytes", help: "Size of the database with its write-ahead log.")
        size.add(Double(store.byteSize()))
        var writable = MetricFamily("widgetd_store_writable", .gauge, help: "1: the last commit succeeded. 0: it failed, and every change fails.")
        if case .ok = store.state { writable.add(1) } else { writable.add(0) }
        return [commits, failures, size, writable]
    }

    // MARK: Providers

    private var reloads: MetricFamily {
        get async {
            var family = MetricFamily("widgetd_reloads", .counter, help: "Reloads of this device's widgets that have ended, by cause and result.")
            let counts = await widgets.reloads.counts
            for cause in ReloadCause.allCases {
                for result in RunningReloads.Counted.Result.allCases {
                    guard let count = counts[.init(cause: cause, result: result)] else { continue }
                    family.add(Double(count), ["cause": cause == .providerChanged ? "provider_changed" : "\(cause)", "result": result.rawValue])
                }
            }
            return family
        }
    }

    private var providerFamilies: [MetricFamily] {
        get async {
            var durations = MetricFamily(
                "widgetd_provider_request_duration_seconds", .histogram, unit: "seconds",
                help: "Time of a request to a provider, with the start of its program, without the wait for its turn.")
            var failures = MetricFamily("widgetd_provider_request_failures", .counter, help: "Requests to a provider that failed.")
            var launches = MetricFamily("widgetd_provider_launches", .counter, help: "Starts of a provider's program.")
            var crashes = MetricFamily("widgetd_provider_crashes", .counter, help: "Ends of a provider's program by itself, with a failure.")
            var waiting = MetricFamily("widgetd_provider_waiting_requests", .gauge, help: "Requests that wait for the provider to be free.")
            var running = MetricFamily("widgetd_provider_running", .gauge, help: "1: the provider's program runs. 0: it doesn't.")
            for (id, host) in widgets.providers.catalog.hosts.sorted(by: { $0.key < $1.key }) {
                let status = await host.status
                if status.durations.count > 0 { durations.add(status.durations, ["provider": id]) }
                failures.add(Double(status.failures), ["provider": id])
                launches.add(Double(status.launches), ["provider": id])
                crashes.add(Double(status.crashes), ["provider": id])
                waiting.add(Double(status.waiting), ["provider": id])
                running.add(status.processID == nil ? 0 : 1, ["provider": id])
            }
            return [durations, failures, launches, crashes, waiting, running]
        }
    }

    // MARK: Pushes

    private var pushFamilies: [MetricFamily] {
        get async {
            guard let counts = await gateway.counts else { return [] }
            var accepted = MetricFamily("widgetd_pushes_accepted", .counter, help: "Requests of servers that the push gateway has answered with success.")
            accepted.add(Double(counts.taken))
            var refused = MetricFamily(
                "widgetd_pushes_refused", .counter, help: "Requests of servers that it has refused, by HTTP's status and by APNs' reason where there is one.")
            for (answer, count) in counts.answers.sorted(by: { ($0.key.status, $0.key.reason) < ($1.key.status, $1.key.reason) }) where !answer.isSuccess {
                refused.add(Double(count), ["status": "\(answer.status)", "reason": answer.reason])
            }
            var connections = MetricFamily("widgetd_push_connections", .gauge, help: "Connections of servers to the push gateway that are open.")
            connections.add(Double(counts.connections))
            return [accepted, refused, connections]
        }
    }

    private var queues: MetricFamily {
        get async {
            var family = MetricFamily("widgetd_queue_length", .gauge, help: "What waits: for a commit, or for another device.")
            let controls = await controls.waiting
            family.add(Double(store.waitingWrites), ["queue": "store_writes"])
            family.add(Double(push.waitingCount), ["queue": "pushes"])
            family.add(Double(widgets.journal.waitingCount), ["queue": "decisions"])
            family.add(Double(await activities.waitingCount), ["queue": "activity_changes"])
            family.add(Double(controls.changes), ["queue": "control_changes"])
            family.add(Double(controls.taps), ["queue": "control_taps_for_devices"])
            family.add(Double(intents.receipts.queued.count), ["queue": "intents_for_devices"])
            return family
        }
    }

    // MARK: Surfaces

    private var allBoards: [(name: String, board: Board)] {
        [("widgets", widgets.board), ("activities", activities.board), ("controls", controls.board)]
    }

    private var boards: MetricFamily {
        var family = MetricFamily("widgetd_board_items", .gauge, help: "Widgets, Live Activities and controls that surfaces can show.")
        for (name, board) in allBoards { family.add(Double(board.count), ["board": name]) }
        return family
    }

    private var watchers: MetricFamily {
        var family = MetricFamily("widgetd_watchers", .gauge, help: "Streams of clients that follow a board.")
        for (name, board) in allBoards { family.add(Double(board.watcherCount), ["board": name]) }
        return family
    }

    private var surfaceFamilies: [MetricFamily] {
        get async {
            let surfaces = await surfaces.counted
            var registered = MetricFamily("widgetd_surfaces_registered", .gauge, help: "Surfaces of this device that are known by a name.")
            var connected = MetricFamily("widgetd_surfaces_connected", .gauge, help: "Surfaces whose programs run.")
            var visible = MetricFamily("widgetd_surfaces_visible", .gauge, help: "Surfaces on which somebody sees a widget.")
            for kind in SurfaceRegistration.Kind.allCases {
                let these = surfaces.filter { $0.kind == kind }
                registered.add(Double(these.count), ["kind": "\(kind)"])
                connected.add(Double(these.count { $0.isConnected }), ["kind": "\(kind)"])
                visible.add(Double(these.count { $0.isVisible }), ["kind": "\(kind)"])
            }
            return [registered, connected, visible]
        }
    }

    // MARK: Devices

    private var deviceFamilies: [MetricFamily] {
        get async {
            var connected = MetricFamily("widgetd_device_connected", .gauge, help: "1: this device has a link to the user's other device. 0: it hasn't.")
            var lag = MetricFamily(
                "widgetd_sync_lag_seconds", .gauge, unit: "seconds",
                help: "Age of the oldest change here of which the other device hasn't reported that it is durable there; 0: it has all.")
            var pending = MetricFamily(
                "widgetd_sync_pending_changes", .gauge, help: "Changes that one of both devices lacks: out, those the other lacks; in, those this one lacks.")
            for link in await peers.links(at: .now) {
                connected.add(link.isConnected ? 1 : 0, ["device": link.name, "id": link.id])
                if let seconds = link.lag { lag.add(seconds, ["device": link.name, "id": link.id]) }
                if let ahead = link.ahead { pending.add(Double(ahead), ["device": link.name, "id": link.id, "direction": "out"]) }
                if let behind = link.behind { pending.add(Double(behind), ["device": link.name, "id": link.id, "direction": "in"]) }
            }
            return [connected, lag, pending]
        }
    }

    // MARK: The fleet

    private var displayFamilies: [MetricFamily] {
        get async {
            var known = MetricFamily("widgetd_displays", .gauge, help: "Displays that may look at the widgets here, by group; all hubs say the same.")
            var connected = MetricFamily("widgetd_displays_connected", .gauge, help: "Displays that are linked with this hub, by group.")
            let linked = await peers.leaves.connected
            let displays = Dictionary(grouping: peers.links.membership.leaves.filter(\.isTrusted), by: \.group)
            for (group, displays) in displays.sorted(by: { $0.key < $1.key }) {
                known.add(Double(displays.count), ["group": group])
                connected.add(Double(displays.count { linked.contains($0.id) }), ["group": group])
            }
            return [known, connected]
        }
    }

    private var engineFamilies: [MetricFamily] {
        guard let status = peers.links.carrier?.status else { return [] }
        var connected = MetricFamily("widgetd_engine_connected", .gauge, help: "1: this hub is connected to its engine. 0: it isn't.")
        connected.add(status.isConnected ? 1 : 0)
        var pending = MetricFamily(
            "widgetd_engine_pending_changes", .gauge, help: "Changes that one of both lacks: out, those the engine lacks; in, those this hub lacks.")
        pending.add(Double(status.lag.ahead), ["direction": "out"])
        pending.add(Double(status.lag.behind), ["direction": "in"])
        var log = MetricFamily("widgetd_engine_log_transactions", .gauge, help: "Transactions in the engine's log.")
        log.add(Double(status.lag.logged))
        return [connected, pending, log]
    }
}
