import CommandRendering
import WidgetAPI
import WidgetCore
import WidgetReplication

/// The checks of `doctor`, judged from its findings.
enum DoctorJudgement {
    static func checks(_ found: DoctorFindings) -> [DoctorCheck] {
        var checks = [socket(found)]
        // Without a socket no daemon can answer, and the line about the socket says enough.
        if found.socketFile != .missing { checks.append(daemon(found)) }
        checks += units(found)
        if case .success(let status) = found.status {
            checks.append(version(status, found))
            checks += store(status, found)
            if status.developerMode {
                checks.append(
                    DoctorCheck(
                        .warning, "budgets", "developer mode is on: no reload is counted, so that providers are asked as often as anything wants",
                        advice: "start widgetd without --developer-mode, or set DeveloperMode=no, when the provider is written"))
            }
            checks += budgets(status)
        }
        checks += settings(found)
        checks += providers(found)
        checks += widgets(found)
        checks += devices(found)
        checks += found.spaces.map(space)
        if case .success(let status) = found.status { checks += status.hasLeaf ? [hub(status.leaf)] : pushes(status, found) }
        checks.append(clock(found))
        return checks
    }

    private static func socket(_ found: DoctorFindings) -> DoctorCheck {
        switch found.socketFile {
        case .missing:
            return DoctorCheck(
                .failure, "socket", "there is none at \(found.socketPath)",
                advice: "start the daemon: \(found.manager.systemctl) start \(found.manager.unit).socket, or make run in its source directory")
        case .notASocket:
            return DoctorCheck(.failure, "socket", "\(found.socketPath) isn't a socket", advice: "move it away and start the daemon again")
        case .socket(_, isWritable: false):
            return DoctorCheck(
                .failure, "socket", "\(found.socketPath) doesn't let you in", advice: "join the group that owns it, or run a daemon of your own")
        case .socket(let mode, isWritable: true) where mode & 0o002 != 0:
            return DoctorCheck(
                .warning, "socket", "\(found.socketPath) is open to every user of this machine (mode \(String(mode, radix: 8)))",
                advice: "that is right for the system's daemon only; the daemon checks each caller's rights")
        case .socket(let mode, isWritable: true):
            return DoctorCheck(.ok, "socket", "\(found.socketPath), mode \(String(mode, radix: 8))")
        }
    }

    private static func daemon(_ found: DoctorFindings) -> DoctorCheck {
        switch found.status {
        case .success(let status): return DoctorCheck(.ok, "daemon", "answers, process \(status.processID)")
        case .failure(let error):
            let log = "\(found.manager.journalctl) \(found.manager.unit)"
            return DoctorCheck(.failure, "daemon", error.message, advice: "see its log: \(log), or where it was started")
        }
    }

    private static func units(_ found: DoctorFindings) -> [DoctorCheck] {
        found.units.map { unit in
            switch unit.activeState {
            case "failed":
                DoctorCheck(
                    .failure, unit.name, "failed (\(unit.result))",
                    advice: "see why: \(found.manager.journalctl) \(unit.name); then \(found.manager.systemctl) restart \(unit.name)")
            case "inactive" where unit.name.hasSuffix(".socket"):
                DoctorCheck(
                    .warning, unit.name, "isn't active: the daemon doesn't start by itself", advice: "\(found.manager.systemctl) enable --now \(unit.name)")
            default:
                DoctorCheck(.ok, unit.name, unit.activeState)
            }
        }
    }

    private static func version(_ status: ProtoStatusResponse, _ found: DoctorFindings) -> DoctorCheck {
        if status.version == found.clientVersion { return DoctorCheck(.ok, "version", status.version) }
        return DoctorCheck(
            .warning, "version", "the daemon is \(status.version), this is \(found.clientVersion)",
            advice: "restart the daemon after an upgrade: \(found.manager.systemctl) restart \(found.manager.unit)")
    }

    private static func store(_ status: ProtoStatusResponse, _ found: DoctorFindings) -> [DoctorCheck] {
        var checks: [DoctorCheck] = []
        if status.storeState == .readOnly {
            checks.append(
                DoctorCheck(
                    .failure, "store", "can't be written: \(status.storeError)",
                    advice: "free space or make \(status.storePath) writable; reads go on meanwhile"))
        } else {
            checks.append(DoctorCheck(.ok, "store", "\(status.storePath), \(ByteCount.text(status.storeBytes))"))
        }
        if !status.corruptStore.isEmpty {
            checks.append(
                DoctorCheck(
                    .warning, "store", "a damaged store was set aside at start: \(status.corruptStore)\(lost(status.storeLost))",
                    advice: "what other devices have comes again from them; look for a failing disk (dmesg), and remove the file when nothing is missing"))
        } else if !status.storeLost.isEmpty {
            checks.append(DoctorCheck(.warning, "store", "damage at start\(lost(status.storeLost))", advice: failingDisk))
        }
        if let page = status.storeRepaired.first {
            checks.append(DoctorCheck(.warning, "store", "at start \(page)\(more(status.storeRepaired)), and is right again", advice: failingDisk))
        }
        checks += pages(found)
        if let disk = found.disk { checks.append(self.disk(disk)) }
        return checks
    }

    private static let failingDisk = "the disk or the memory is failing: look at dmesg and smartctl, and make a backup (widgetctl backup FILE)"

    private static func lost(_ rows: [String]) -> String { rows.first.map { "; lost: \($0)\(more(rows))" } ?? "" }

    private static func more(_ lines: [String]) -> String { lines.count > 1 ? " and \(lines.count - 1) more" : "" }

    /// The checksums of the store's pages.
    private static func pages(_ found: DoctorFindings) -> [DoctorCheck] {
        switch found.storeCheck {
        case .success(let check):
            if let page = check.damaged.first {
                let restart = "\(found.manager.systemctl) restart \(found.manager.unit)"
                return [
                    DoctorCheck(
                        .failure, "pages", "\(page)\(more(check.damaged))\(lost(check.lost))",
                        advice: "\(restart): it keeps what can be read, and gets the rest from other devices; see dmesg")
                ]
            }
            if let page = check.repaired.first {
                return [DoctorCheck(.warning, "pages", "\(page)\(more(check.repaired)), and is right again", advice: failingDisk)]
            }
            let isWhole = check.read == check.pages
            return [DoctorCheck(.ok, "pages", "\(isWhole ? "all" : "\(check.read) of") \(check.pages) have their checksums")]
        // Another user's, or an earlier version's, which can't be asked, or a leaf's, which has none.
        case .failure(let error) where [.permissionDenied, .unimplemented, .failedPrecondition].contains(error.code): return []
        case .failure(let error): return [DoctorCheck(.warning, "pages", "can't be verified: \(error.message)", advice: failingDisk)]
        case nil: return []
        }
    }

    private static func budgets(_ status: ProtoStatusResponse) -> [DoctorCheck] {
        status.unknownKindBudgets.map {
            DoctorCheck(
                .warning, "budget", "KindBudget= names the kind '\($0)', which no installed provider gives",
                advice: "widgetctl kinds lists those there are; install its provider, or correct the setting: widgetctl config show says where it is")
        }
    }

    /// An older daemon doesn't know the question, and then there is nothing to say.
    private static func settings(_ found: DoctorFindings) -> [DoctorCheck] {
        guard case .success(let settings) = found.settings else { return [] }
        if !settings.mistakes.isEmpty {
            return settings.mistakes.map {
                DoctorCheck(.failure, "settings", $0, advice: "correct it and reload; the settings before hold, and a restart would fail")
            }
        }
        let refused = settings.settings.filter { !$0.refused.isEmpty }.map {
            DoctorCheck(
                .failure, "settings", "\($0.key) couldn't be applied by the last reload: \($0.refused)",
                advice: "a value before it holds; correct it, and \(found.manager.systemctl) reload \(found.manager.unit).service")
        }
        if !refused.isEmpty { return refused }
        return [DoctorCheck(.ok, "settings", settings.files.isEmpty ? "no file" : settings.files.joined(separator: ", "))]
    }

    private static func disk(_ disk: DoctorFindings.Disk) -> DoctorCheck {
        let free = "\(ByteCount.text(disk.freeBytes)) free where the store lies"
        if disk.isReadOnly { return DoctorCheck(.failure, "disk", "the store lies on a read-only file system", advice: "mount it writable, or move the store") }
        if disk.freeBytes < CommandLimits.fullDiskBytes { return DoctorCheck(.failure, "disk", free, advice: "free some: the next write may fail") }
        if disk.freeBytes < CommandLimits.lowDiskBytes { return DoctorCheck(.warning, "disk", free, advice: "free some before writes fail") }
        return DoctorCheck(.ok, "disk", free)
    }

    private static func providers(_ found: DoctorFindings) -> [DoctorCheck] {
        guard case .success(let response) = found.providers else { return [] }
        let isWatched = response.watchError.isEmpty
        var checks = response.problems.map {
            DoctorCheck(
                .failure, "manifest", "\($0.path): \($0.message)",
                advice: isWatched ? "correct it; the daemon reads the file again when it is saved" : "correct it, then run: widgetctl provider rescan")
        }
        for provider in response.providers where !provider.lastError.isEmpty {
            checks.append(DoctorCheck(.warning, "provider", "\(provider.id): \(provider.lastError)", advice: "widgetctl provider check \(provider.id)"))
        }
        if response.providers.isEmpty {
            checks.append(
                DoctorCheck(
                    .warning, "provider", "none is installed",
                    advice: "put a manifest into \(found.manager.providers)\(isWatched ? "; the daemon finds it" : ", then run: widgetctl provider rescan")"))
        } else if checks.isEmpty {
            checks.append(DoctorCheck(.ok, "provider", "\(response.providers.count) without problems"))
        }
        checks += response.shadowed.map { manifest in
            manifest.isOwn
                ? DoctorCheck(
                    .warning, "manifest", "your own \(manifest.path) isn't used: \(manifest.by) has its id",
                    advice: "give yours another id: rename the file, and the kinds in it")
                : DoctorCheck(.ok, "manifest", "\(manifest.by) is used instead of \(manifest.path)")
        }
        if !isWatched {
            checks.append(
                DoctorCheck(
                    .warning, "manifest", "changes aren't all noticed by themselves: \(response.watchError)",
                    advice: "run widgetctl provider rescan after a change; sysctl shows and sets fs.inotify's limits"))
        }
        return checks
    }

    private static func widgets(_ found: DoctorFindings) -> [DoctorCheck] {
        guard case .success(let widgets) = found.widgets else { return [] }
        let short = ShortIDs(widgets.map(\.widget.id))
        var checks: [DoctorCheck] = []
        for snapshot in widgets {
            let id = short(snapshot.widget.id)
            if snapshot.state == .orphaned {
                checks.append(
                    DoctorCheck(
                        .warning, "widget", "\(Names.title(snapshot)) (\(id)): its provider isn't installed",
                        advice: "install it again, or widgetctl remove \(id)"))
            } else if !snapshot.lastError.isEmpty {
                checks.append(DoctorCheck(.warning, "widget", "\(Names.title(snapshot)) (\(id)): \(snapshot.lastError)", advice: "widgetctl explain \(id)"))
            }
        }
        checks += widgets.compactMap { readableSecret($0.widget, found, short) }
        if checks.isEmpty { checks.append(DoctorCheck(.ok, "widget", widgets.isEmpty ? "none is placed" : "\(widgets.count) without problems")) }
        return checks
    }

    /// A secret that an earlier widgetd wrote, or that was set while a member had one: all members can read it.
    private static func readableSecret(_ widget: ProtoWidget, _ found: DoctorFindings, _ short: ShortIDs) -> DoctorCheck? {
        guard case .success(let sync) = found.sync, !sync.peers.isEmpty,
            let name = widget.parameters.keys.filter({ ParameterDefinition.isSecret($0) && !widget.secretParameters.contains($0) }).min()
        else { return nil }
        let id = short(widget.id)
        return DoctorCheck(
            .warning, "secret", "\(PlainText.line(widget.kind)) (\(id)): all devices can read the value of \(PlainText.line(name))",
            advice: "once all have this widgetd, change it at its service, and set the new one: widgetctl configure \(id) \(PlainText.line(name))=VALUE")
    }

    private static func hubName(_ status: ProtoLeafStatus) -> String {
        status.hub.isEmpty ? status.hubs.map(PlainText.line).joined(separator: ", ") : PlainText.line(status.hub)
    }

    /// The hub of a leaf.
    private static func hub(_ leaf: ProtoLeafStatus) -> DoctorCheck {
        let name = hubName(leaf)
        if leaf.refused {
            return DoctorCheck(
                .failure, "hub", "\(name) refuses this device, and nothing is shown",
                advice: "it was revoked or forgotten there: widgetctl device leave, and join again with an invitation")
        }
        if leaf.connected { return DoctorCheck(.ok, "hub", "\(name) is linked") }
        return DoctorCheck(
            .warning, "hub", "none is reached: \(PlainText.line(leaf.error))", advice: "is widgetd running on \(name), and is its port open?")
    }

    private static func clock(_ found: DoctorFindings) -> DoctorCheck {
        if found.now.milliseconds < CommandLimits.earliestSaneDate {
            return DoctorCheck(
                .failure, "clock", "it shows \(CalendarDate(found.now, offset: 0).day8601)",
                advice: "set it: entries come due by the clock (timedatectl set-ntp true)")
        }
        if case .success(let status) = found.status, status.hasStartedAt,
            (status.startedAt.timestamp - found.now).count > CommandLimits.clockTolerance
        {
            return DoctorCheck(.warning, "clock", "the daemon started in the future by this clock: it was set back", advice: "check it: timedatectl status")
        }
        return DoctorCheck(.ok, "clock", "\(CalendarDate(found.now, offset: 0).day8601) \(CalendarDate(found.now, offset: 0).time) UTC")
    }

    static func devices(_ found: DoctorFindings) -> [DoctorCheck] {
        var checks: [DoctorCheck] = []
        if let mode = found.identityMode { checks.append(identity(mode, found)) }
        guard case .success(let sync) = found.sync else { return checks }
        checks.append(listener(sync))
        for copied in sync.copied {
            let finding = "\(DeviceNames.both(copied.device)) \(SyncRendering.lives(copied))"
            checks.append(DoctorCheck(.failure, "device", finding, advice: SyncRendering.newIdentity))
        }
        for peer in sync.peers { checks += device(peer, found.now) }
        if sync.hasCarrier, !sync.carrier.error.isEmpty {
            let begin = sync.carrier.connected ? "some changes wait" : "changes aren't exchanged through it"
            checks.append(
                DoctorCheck(
                    .warning, "engine", "\(begin): \(PlainText.line(sync.carrier.error))",
                    advice: sync.carrier.connected
                        ? "check the clocks of the hubs, and bring widgetd up to date on all of them"
                        : "see to the engine, or to the way to it (widgetctl fleet init); this device goes on meanwhile"))
        }
        let count = sync.peers.count + 1
        if count >= CommandLimits.manyDevices {
            checks.append(
                DoctorCheck(
                    .warning, "devices", "\(count) devices: each keeps a link with each other one, and takes memory for all of them",
                    advice: "revoke those that aren't used (widgetctl device revoke NAME), and let displays be leaves (widgetctl device invite --leaf)"))
        }
        return checks
    }

    private static func space(_ space: ProtoSpace) -> DoctorCheck {
        let (status, name) = (space.status, space.name)
        if status.refused {
            return DoctorCheck(
                .warning, "space", "\(name) refuses this device, and nothing of it is shown",
                advice: "it was revoked or forgotten there: widgetctl space leave \(name), and join again with a new code")
        }
        let hub = hubName(status)
        if status.connected { return DoctorCheck(.ok, "space", "\(name), by \(hub)") }
        return DoctorCheck(
            .warning, "space", "\(name) isn't reached: \(PlainText.line(status.error))", advice: "is widgetd running on \(hub), and is its port open?")
    }

    private static func identity(_ mode: UInt32, _ found: DoctorFindings) -> DoctorCheck {
        let (path, shown) = (found.identityPath, String(mode, radix: 8))
        guard mode & 0o077 == 0 else {
            return DoctorCheck(
                .failure, "identity", "\(path) has mode \(shown): others may read this device's key and take its place",
                advice: "chmod 600 \(path); if somebody may have read it, revoke this device from another one")
        }
        return DoctorCheck(.ok, "identity", "\(path), mode \(shown)")
    }

    private static func listener(_ sync: ProtoSyncStatusResponse) -> DoctorCheck {
        let places = sync.listening.joined(separator: ", ")
        if !sync.listening.isEmpty { return DoctorCheck(.ok, "devices", "listening on \(places)") }
        if sync.peers.isEmpty { return DoctorCheck(.ok, "devices", "none; it listens for them from the first widgetctl device invite or join") }
        return DoctorCheck(
            .failure, "devices", "the daemon doesn't listen for them: none can reach this one", advice: "see its log, then restart it; is the port taken?")
    }

    private static func device(_ peer: ProtoPeerStatus, _ now: Timestamp) -> [DoctorCheck] {
        let name = DeviceNames.both(peer.device)
        var checks: [DoctorCheck] = []
        if peer.device.state == .connected {
            checks.append(DoctorCheck(.ok, "device", "\(name): connected\(peer.address.isEmpty ? "" : " at \(peer.address)")"))
        } else {
            let dates = DateFormatting(now: now, offset: { _ in 0 })
            let seen = "last seen \(DeviceRendering.lastSeen(peer.device, dates))"
            let why = peer.lastError.isEmpty ? "" : ": \(peer.lastError)"
            checks.append(
                DoctorCheck(
                    .warning, "device", "\(name): not connected, \(seen)\(why)",
                    advice: "is it on, and reached at its addresses? widgetctl device addresses \(DeviceNames.short(peer.device.id))"))
        }
        let offset = peer.hasClockOffset ? peer.clockOffset.milliseconds : 0
        if offset.magnitude >= UInt64(ReplicationLimits.clockAhead.count) {
            let words = DateFormatting.words(seconds: offset.magnitude / 1_000)
            checks.append(
                DoctorCheck(
                    .failure, "device", "\(name): its clock is \(words) \(offset > 0 ? "ahead of" : "behind") this one: changes wait until both agree",
                    advice: "set the wrong one (timedatectl set-ntp true)"))
        }
        return checks
    }

    static func pushes(_ status: ProtoStatusResponse, _ found: DoctorFindings) -> [DoctorCheck] {
        let gateway = status.pushGateway
        guard status.hasPushGateway else { return [DoctorCheck(.ok, "pushes", "no server can push; widgetd --push-listen lets them")] }
        let restart = "fix that error, then \(found.manager.systemctl) restart \(found.manager.unit); APNs pushes keep working meanwhile"
        let webPush = gateway.webPushError.isEmpty ? [] : [DoctorCheck(.failure, "web push", gateway.webPushError, advice: restart)]
        let again = "\(found.manager.systemctl) reload \(found.manager.unit) (SIGHUP)"
        guard gateway.error.isEmpty else {
            return [DoctorCheck(.failure, "pushes", gateway.error, advice: "fix that error, then run: \(again)")] + webPush
        }
        guard !gateway.listening.isEmpty || !gateway.managing.isEmpty else { return [DoctorCheck(.ok, "pushes", "the gateway is being opened")] + webPush }
        return [DoctorCheck(.ok, "pushes", StatusRendering.pushes(gateway))] + certificate(gateway, found.now, again: again) + webPush
    }

    private static func certificate(_ gateway: ProtoPushGatewayStatus, _ now: Timestamp, again: String) -> [DoctorCheck] {
        var checks: [DoctorCheck] = []
        if !gateway.certificateError.isEmpty {
            checks.append(
                DoctorCheck(
                    .failure, "certificate", "\(gateway.certificateError); the one before is still shown", advice: "fix the files, then run: \(again)"))
        }
        let ends = gateway.certificateEnds.timestamp
        let day = CalendarDate(ends, offset: 0).day8601
        let left = (ends - now).count
        if left <= 0 {
            checks.append(
                DoctorCheck(.failure, "certificate", "the one that servers are shown ended on \(day): they refuse it", advice: "renew it, then \(again)"))
        } else if left < CommandLimits.certificateWarning {
            checks.append(DoctorCheck(.warning, "certificate", "the one that servers are shown ends on \(day)", advice: "renew it, then \(again)"))
        } else if checks.isEmpty {
            checks.append(DoctorCheck(.ok, "certificate", "until \(day)"))
        }
        return checks
    }
}
