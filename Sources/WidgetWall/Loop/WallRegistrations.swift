import Logging
import WidgetAPI
import WidgetCore

/// The surfaces as the daemon knows them, each under its name, all on one connection: what it shows where, and the changes of its settings that users ask for.
final class WallRegistrations {
    private let client: WidgetClient
    private let log: Logger
    private var feeds: [SurfaceFeed] = []
    /// The surfaces as they were said last.
    private var said: [SurfaceState] = []

    init(at location: SocketLocation, log: Logger) { (client, self.log) = (WidgetClient(location: location, patience: .zero), log) }

    /// For poll(2).
    var descriptors: [Int32] { feeds.lazy.compactMap(\.descriptor).first.map { [$0] } ?? [] }

    /// Until one connects again; nil: none has to.
    var milliseconds: Int64? { feeds.compactMap(\.milliseconds).min() }

    /// Says how the surfaces are now. One that isn't among them any more ends.
    /// - Parameter states: of each surface on each display.
    func say(_ states: [SurfaceState]) {
        guard states != said else { return }
        said = states
        let surfaces = SurfaceState.registrations(of: states)
        func isGone(_ feed: SurfaceFeed) -> Bool { !surfaces.contains { $0.name == feed.name && $0.kind == feed.kind } }
        for feed in feeds where isGone(feed) { feed.end() }
        feeds.removeAll(where: isGone)
        for surface in surfaces {
            if let feed = feeds.first(where: { $0.name == surface.name }) {
                feed.say(surface)
            } else {
                feeds.append(SurfaceFeed(on: client, surface))
            }
        }
    }

    /// Takes the changes that have come.
    /// - Parameters:
    ///   - change: makes a change of a surface; its error is for the user.
    ///   - states: the surfaces as they are after it.
    func take(_ change: (String, [SurfaceEdit]) throws(WidgetError) -> Void, then states: () -> [SurfaceState]) {
        // While one stream is asked, another one's change may come.
        repeat { for feed in feeds { take(feed, change, then: states) } } while client.hasUnread
    }

    private func take(_ feed: SurfaceFeed, _ change: (String, [SurfaceEdit]) throws(WidgetError) -> Void, then states: () -> [SurfaceState]) {
        do throws(WidgetError) {
            let wanted = try feed.take()
            guard !wanted.isEmpty else { return }
            let results = wanted.map { wanted in (change: wanted.change, error: refusal(wanted, of: feed.name, change)) }
            let surface = SurfaceState.registrations(of: states()).first { $0.name == feed.name }
            if let surface { feed.say(surface, results: results) }
        } catch {
            log.notice("the daemon doesn't list this surface", metadata: ["surface": "\(feed.name)", "error": "\(error.message)"])
        }
    }

    /// Why a change wasn't made; empty: it was.
    private func refusal(_ wanted: ProtoSurfaceChange, of surface: String, _ change: (String, [SurfaceEdit]) throws(WidgetError) -> Void) -> String {
        do throws(WidgetError) {
            try change(surface, try SurfaceEdit.list(wanted.edits, field: "edits"))
            log.info("settings are changed", metadata: ["surface": "\(surface)", "settings": "\(wanted.edits.map(\.name).joined(separator: ", "))"])
            return ""
        } catch {
            return error.message
        }
    }
}
