import DaemonCore
import WidgetAPI
import WidgetCore

extension WidgetService {
    /// Updates a widget on the board.
    /// - Parameter archives: archives that have been read already.
    func publish(_ id: WidgetID, archives: [ContentDigest: [UInt8]] = [:]) {
        defer { changes.signal() }
        guard let widget = widgets[id] else {
            return board.remove(id)
        }
        var (summary, shown) = snapshot(of: widget)
        do throws(WidgetError) {
            var archive = try archive(shown, archives)
            var isHidden = false
            if let redacted = try redacted(archive) {
                archive = .own(redacted)
                summary.hidePrivate()
                summary.taps = summary.taps.on(try ArchiveCodec.decode(redacted).actions)
                isHidden = true
            }
            board.show(try BoardEntry(id, summary, position: widget.position, archive: archive, isHidden: isHidden))
        } catch {
            logger.error("a widget can't be shown", metadata: ["widget": "\(id)", "error": "\(error)"])
            if privacy.hides { hideWhole(widget, summary) }
        }
    }

    /// Shows a widget without its view: a view that can't be redacted must not stay as it was before the session was locked.
    private func hideWhole(_ widget: Widget, _ summary: ProtoWidgetSnapshot) {
        var summary = summary
        summary.hidePrivate()
        summary.taps = []
        do throws(WidgetError) {
            board.show(try BoardEntry(widget.id, summary, position: widget.position, archive: .none, isHidden: true))
        } catch {
            board.remove(widget.id)
        }
    }

    /// The session was locked or unlocked; nil: unknown (``Privacy``). Private content is hidden or shown again at once. Nothing else is shown again.
    func sessionIsLocked(_ isLocked: Bool?) {
        guard privacy.update(isLocked: isLocked), !isStopping else { return }
        let ids =
            privacy.hides
            ? widgets.keys.filter { board.entry($0).map { mayBePrivate($0.archive) } ?? false } : widgets.keys.filter { board.entry($0)?.isHidden == true }
        for id in ids.sorted() { publish(id) }
    }

    /// Whether private content of a widget is hidden, because the session is locked.
    func isHidden(_ id: WidgetID) -> Bool { board.entry(id)?.isHidden ?? privacy.hides }

    private func mayBePrivate(_ archive: BoardEntry.Archive) -> Bool {
        do throws(WidgetError) {
            return try bytes(of: archive).map(ArchiveCodec.hasPrivateViews) ?? false
        } catch {
            return true
        }
    }

    private func bytes(of archive: BoardEntry.Archive) throws(WidgetError) -> [UInt8]? {
        switch archive {
        case .none: nil
        case .ready(_, let bytes), .own(let bytes): bytes
        case .stored(let digest): try store.archive(digest)
        }
    }

    /// The archive without private views; nil: nothing has to be hidden.
    private func redacted(_ archive: BoardEntry.Archive) throws(WidgetError) -> [UInt8]? {
        guard privacy.hides, let bytes = try bytes(of: archive) else { return nil }
        return try privacy.redacted(bytes)
    }

    private enum Shown {
        case nothing
        case placeholder(ProvidedEntry)
        case entry(TimelineEntry)
    }

    private func archive(_ shown: Shown, _ archives: [ContentDigest: [UInt8]]) throws(WidgetError) -> BoardEntry.Archive {
        switch shown {
        case .nothing: return .none
        case .placeholder(let entry): return .ready(entry.digest, entry.archive)
        case .entry(let entry):
            if let there = board.readyArchive(entry.archive) { return .ready(entry.archive, there) }
            guard board.hasRoom(for: entry.size) else { return .stored(entry.archive) }
            if let bytes = archives[entry.archive] { return .ready(entry.archive, bytes) }
            guard let bytes = try store.archive(entry.archive) else {
                throw WidgetError(.dataLoss, "archive \(entry.archive) is missing from the store; reload the widget")
            }
            return .ready(entry.archive, bytes)
        }
    }

    private func snapshot(of widget: Widget) -> (ProtoWidgetSnapshot, Shown) {
        var snapshot = ProtoWidgetSnapshot()
        let kind = description(of: widget.kind)
        snapshot.widget = ProtoWidget(widget)
        snapshot.displayName = widget.name.isEmpty ? kind?.displayName ?? widget.kind : widget.name
        snapshot.width = UInt32(widget.family.size.width)
        snapshot.height = UInt32(widget.family.size.height)
        snapshot.contentMarginsDisabled = kind?.contentMarginsDisabled ?? false
        snapshot.revision = board.nextRevision()
        let status = engine.status(of: widget.id, at: now())
        snapshot.taps = intents.records.taps(of: widget.id).map(ProtoWidgetSnapshot.Tap.init)
        snapshot.invalidated = !snapshot.taps.isEmpty || status?.pending == .interaction
        if let date = status?.nextEntryDate { snapshot.nextEntryDate = .init(date) }
        if let date = status?.nextReload { snapshot.nextReloadDate = .init(date) }
        snapshot.nextReloadRule = status?.rule?.name ?? ""
        if let date = status?.lastReloadAt { snapshot.lastReloadDate = .init(date) }
        describeProvidingDevice(of: widget, status, &snapshot)
        var shown = Shown.nothing
        if let timeline = timelines[widget.id], !timeline.entries.isEmpty {
            let entry = timeline.entries[min(status?.entry ?? timeline.index(at: now()), timeline.entries.count - 1)]
            snapshot.entryDate = .init(entry.date)
            snapshot.receivedAt = .init(timeline.receivedAt)
            snapshot.state = snapshot.lastError.isEmpty && snapshot.unavailable.isEmpty ? .current : .stale
            shown = .entry(entry)
        } else {
            snapshot.state = .placeholder
            if let entry = providers.placeholder(widget.kind, widget.family) { shown = .placeholder(entry) }
        }
        if !isProvided(widget.kind) { snapshot.state = .orphaned }
        return (snapshot, shown)
    }

    /// The device that provides a widget, whether it is connected, and whether its provider fails.
    struct ProvidingDevice {
        var device: DeviceID
        var name: String
        var isHere: Bool
        /// The reason why it can't be asked; empty: it can.
        var unavailable = ""
        /// The error of the last reload; empty: it succeeded.
        var lastError: String
        /// Since when reloads fail; nil: they don't.
        var failingSince: Timestamp?
    }

    /// The device that provides a widget; nil: none does.
    /// - Parameter status: the engine's.
    func providingDevice(of widget: Widget, _ status: ReloadStatus?) -> ProvidingDevice? {
        guard isProvided(widget.kind) else { return nil }
        guard let device = remoteProvider(of: widget) else {
            let error = status?.lastError ?? ""
            return ProvidingDevice(
                device: peers.me, name: peers.name(of: peers.me), isHere: true, lastError: error,
                failingSince: error.isEmpty ? nil : failures[widget.id]?.since)
        }
        let (name, failure) = (peers.name(of: device), peers.failure(of: widget.id, on: device))
        return ProvidingDevice(
            device: device, name: name, isHere: false, unavailable: devices.isConnected(device) ? "" : UnreachableDevice.reason(name),
            lastError: failure?.reason ?? "",
            failingSince: failure?.since)
    }

    private func describeProvidingDevice(of widget: Widget, _ status: ReloadStatus?, _ snapshot: inout ProtoWidgetSnapshot) {
        guard let providingDevice = providingDevice(of: widget, status) else {
            snapshot.lastError = status?.lastError ?? ""
            return
        }
        snapshot.deviceID = peers.text(of: providingDevice.device)
        snapshot.deviceName = providingDevice.name
        snapshot.local = providingDevice.isHere
        snapshot.lastError = providingDevice.lastError
        snapshot.unavailable = providingDevice.unavailable
        if let date = providingDevice.failingSince { snapshot.failingSince = .init(date) }
        if !providingDevice.unavailable.isEmpty, let date = devices.lastHeard(providingDevice.device) { snapshot.lastHeardAt = .init(date) }
    }
}

extension ProtoWidgetSnapshot.Tap {
    init(_ tap: PendingActions.Tap) {
        self.init()
        action = tap.action
        if let isOn = tap.value { value = isOn }
    }
}
