import Logging
import Synchronization
import TTRPC
import TTRPCWire
package import WidgetAPI
package import WidgetCore
package import WidgetPeers
import WidgetStore

/// Follows the boards of the hub that is linked, and keeps what they show.
package actor HubFeed: HubLink.Observer {
    private let boards: [HubBoard]
    /// The state of the link, for people.
    package private(set) var status: ProtoLeafStatus
    private let store: ShownContentStore
    private let file: HubsFile
    private let runtime: DaemonRuntime
    private let logger: Logger
    private let hubsDidChange: @Sendable ([PairedDevice]) -> Void
    private let didConnect: @Sendable () -> Void
    private var watching: [Task<Void, Never>] = []
    /// Tells the boards that no hub is linked, unless one is soon.
    private var tellingAway: Task<Void, Never>?
    private var keeping: Task<Void, Never>?
    /// How often hubs have refused this device since one has let it in.
    private var refusals = 0
    /// This device is to be a leaf no more: nothing is kept.
    private var isLeaving = false

    /// - Parameters:
    ///   - hubs: the hubs that the file has.
    ///   - hubsDidChange: called with other hubs.
    ///   - didConnect: called when a hub is linked.
    init(
        boards: [HubBoard], hubs: [PairedDevice], store: ShownContentStore, file: HubsFile, runtime: DaemonRuntime, logger: Logger,
        hubsDidChange: @escaping @Sendable ([PairedDevice]) -> Void, didConnect: @escaping @Sendable () -> Void
    ) {
        self.hubsDidChange = hubsDidChange
        self.didConnect = didConnect
        self.boards = boards
        self.store = store
        self.file = file
        self.runtime = runtime
        self.logger = logger
        status = ProtoLeafStatus.with { $0.hubs = hubs.map(\.name) }
    }

    /// Shows what was kept when this device last ran.
    package func begin() {
        for board in boards {
            do throws(WidgetError) {
                board.begin(with: try store.snapshots(of: board.kind), away: "no hub has been reached since the start")
            } catch {
                logger.error("what was shown can't be read; a hub sends it again", metadata: ["error": "\(error)"])
            }
        }
    }

    // MARK: The link

    package func connected(_ connection: HubLink.Connection) {
        tellingAway?.cancel()
        refusals = 0
        (status.hub, status.connected, status.refused, status.error) = (connection.hub.name, true, false, "")
        status.since = .init(runtime.now())
        logger.notice("a hub is reached", metadata: ["hub": "\(connection.hub.name)"])
        watching = boards.map { board in Task { await self.watch(board, connection.client) } }
        didConnect()
    }

    package func disconnected(_ error: WidgetError) {
        for task in watching { task.cancel() }
        watching = []
        // A hub that ends at that moment looks like one that refuses, and one that hasn't heard of this leaf refuses it, too. A hub that isn't reached says
        // nothing, so it doesn't count.
        if error.code == .permissionDenied { refusals += 1 }
        let isRefused = refusals >= DaemonCoreLimits.leafRefusals
        if status.connected || !status.hasSince {
            status.since = .init(runtime.now())
            logger.notice("no hub is reached", metadata: ["error": "\(error)"])
        }
        (status.connected, status.error) = (false, error.message)
        if isRefused, !status.refused { forgetContent() }
        status.refused = isRefused
        guard tellingAway == nil || tellingAway?.isCancelled == true else { return }
        let hub = status.hub.isEmpty ? "a hub" : "the hub \(status.hub)"
        tellingAway = Task { [boards, clock = runtime.clock] in
            guard (try? await clock.sleep(for: DaemonCoreLimits.leafAwayAfter)) != nil else { return }
            for board in boards { board.setAway("\(hub) isn't reached: \(error.message)") }
        }
    }

    /// This device is to look at these hubs no more. Nothing is kept from now on.
    /// - Throws: UNAVAILABLE where the file can't be removed; then it still does.
    package func leave() throws(WidgetError) {
        try file.remove()
        isLeaving = true
        keeping?.cancel()
        keeping = nil
    }

    package func hubsChanged(_ hubs: [PairedDevice]) {
        guard !isLeaving else { return }
        status.hubs = hubs.map(\.name)
        hubsDidChange(hubs)
        do throws(WidgetError) {
            try file.write(hubs)
        } catch {
            logger.error("the list of hubs can't be kept", metadata: ["error": "\(error)"])
        }
    }

    /// A revoked device shows nothing more of the hub, and keeps nothing.
    private func forgetContent() {
        logger.warning("the hub refuses this device: nothing of it is shown any more")
        for board in boards { board.clear() }
        do throws(WidgetError) {
            try store.clear()
        } catch {
            logger.error("what was shown can't be removed", metadata: ["error": "\(error)"])
        }
    }

    // MARK: The boards

    private func watch(_ board: HubBoard, _ client: TTRPCClient) async {
        do {
            let stream = try await client.stream(service: board.kind.service, method: "Watch", sendsMore: true)
            stream.post(try Self.credit(DaemonCoreLimits.leafWatchCredit))
            board.beginState()
            var taken: UInt32 = 0
            for try await message in stream {
                let event = try BoardEvent(Array(message.readableBytesView))
                if try board.receive(event) { keepSoon() }
                // A display is often switched off right after it was set up.
                if case .stateSent = event { keep() }
                taken += 1
                guard taken == DaemonCoreLimits.leafWatchCredit / 2 else { continue }
                stream.post(try Self.credit(taken))
                taken = 0
            }
        } catch {
            // The link's end tells why.
            logger.debug("a board of the hub can't be watched", metadata: ["board": "\(board.kind)", "error": "\(error)"])
        }
        // A board without a watch would stand still: the link begins anew, after a pause.
        if !Task.isCancelled { await client.close() }
    }

    /// All three services have the same fields in this message.
    private static func credit(_ events: UInt32) throws -> [UInt8] { try ProtoWatchRequest.with { $0.creditMessages = events }.encoded() }

    // MARK: Keeping

    private func keepSoon() {
        guard keeping == nil, !isLeaving else { return }
        keeping = Task { [clock = runtime.clock] in
            guard (try? await clock.sleep(for: DaemonCoreLimits.leafKeepsAfter)) != nil else { return }
            self.keep()
        }
    }

    /// Writes what has changed.
    package func keep() {
        keeping?.cancel()
        keeping = nil
        guard !isLeaving else { return }
        for board in boards {
            let changes = board.takeUnkept()
            guard !changes.isEmpty else { continue }
            do throws(WidgetError) {
                try store.write(changes, to: board.kind)
            } catch {
                logger.warning("what is shown can't be kept; after a start without a hub it is out of date", metadata: ["error": "\(error)"])
            }
        }
    }
}

extension ShownContentStore.Board {
    /// The service whose board it is.
    var service: String {
        switch self {
        case .widgets: "widgetd.v1.Widgets"
        case .activities: "widgetd.v1.Activities"
        case .controls: "widgetd.v1.Controls"
        }
    }
}
