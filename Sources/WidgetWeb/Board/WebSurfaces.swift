import Linux
import Logging
import WebAccess
import WidgetAPI
import WidgetCore
import WidgetSettings

/// The browsers as surfaces that the daemon knows, all on one connection. On the thread that follows the daemon.
final class WebSurfaces {
    private let location: SocketLocation
    private let client: WidgetClient
    private let access: WebAccessFile
    private let file: WallFile
    private let log: Logger
    private var configuration: WallConfiguration
    /// The pages as the server was told last.
    private var told: WebLayouts
    private var feeds: [SurfaceFeed] = []
    /// Names of the surfaces at which somebody looks.
    private var looking: Set<String> = []
    /// The contents that were seen last, by the pages that were chosen.
    private var contents: [[[String]]?: (pages: [[String]], stacks: [String: [String]])] = [:]

    /// The settings that a browser has.
    private static let settings = ["widgets", "pages"]

    /// - Parameters:
    ///   - access: the browsers that are paired.
    ///   - file: keeps the pages.
    init(at location: SocketLocation, access: WebAccessFile, file: WallFile, log: Logger) {
        (self.location, self.access, self.file, self.log) = (location, access, file, log)
        client = WidgetClient(location: location, patience: .zero)
        do throws(WidgetError) {
            configuration = try file.read() ?? WallConfiguration(surfaces: [])
        } catch {
            log.error("browsers show the whole board", metadata: ["error": "\(error.message)"])
            configuration = WallConfiguration(surfaces: [])
        }
        told = WebLayouts(configuration)
        register()
    }

    var layouts: WebLayouts { WebLayouts(configuration) }

    /// For poll(2).
    var descriptors: [Int32] { feeds.lazy.compactMap(\.descriptor).first.map { [$0] } ?? [] }

    /// Until one connects again; nil: none has to.
    var milliseconds: Int64? { feeds.compactMap(\.milliseconds).min() }

    /// Makes a surface of each browser that is paired, and of no others.
    func register() {
        let wanted = [WebLayouts.standard] + (paired ?? Set(feeds.map(\.name))).subtracting([WebLayouts.standard]).sorted()
        for feed in feeds where !wanted.contains(feed.name) { feed.end() }
        feeds.removeAll { !wanted.contains($0.name) }
        for name in wanted where !feeds.contains(where: { $0.name == name }) {
            if let surface = registration(name) { feeds.append(SurfaceFeed(on: client, surface)) }
        }
        say()
    }

    /// The surfaces of the browsers that are paired; nil: the list can't be read.
    private var paired: Set<String>? { (try? access.read()).map { Set($0.sessions.map { WebLayouts.surface(of: $0.name) }) } }

    /// Somebody looks at these surfaces now, and at no others.
    func look(_ names: Set<String>) {
        looking = names
        say()
    }

    /// Browsers of a look see this.
    func show(_ seen: (pages: [[String]], stacks: [String: [String]]), on pages: [[String]]?) {
        contents[pages] = seen
        say()
    }

    private func say() {
        let used = Set(feeds.map { layouts.pages(of: $0.name) })
        contents = contents.filter { used.contains($0.key) }
        for feed in feeds { if let surface = registration(feed.name) { feed.say(surface) } }
    }

    private func registration(_ name: String) -> SurfaceRegistration? {
        guard var surface = try? SurfaceRegistration(name: name, kind: .web, field: "surface") else { return nil }
        surface.families = WidgetFamily.allCases
        let pages = layouts.pages(of: name)
        if let seen = contents[pages], !seen.pages.isEmpty { surface.setPages(seen.pages, stacks: seen.stacks) }
        // All pages of a board are there at once; the browser's owner turns them.
        surface.visiblePages = looking.contains(name) ? Array(1...max(1, surface.pages?.count ?? 1)) : []
        surface.settings = setup(name).settings.filter { Self.settings.contains($0.name) }
        return surface
    }

    /// A browser's part of the file.
    private func setup(_ name: String) -> WallSurface { configuration.surfaces.first { $0.name == name } ?? WallSurface(name: name, kind: .wall) }

    /// The pages that browsers show, if they have changed since the last call.
    func takeLayouts() -> WebLayouts? {
        guard told != layouts else { return nil }
        told = layouts
        say()
        return layouts
    }

    /// Somebody has chosen in a browser.
    /// - Parameter pages: nil: it has no pages of its own any more.
    /// - Returns: why nothing was changed; nil: it was.
    func show(_ pages: [[String]]?, on name: String) -> WidgetError? {
        do throws(WidgetError) {
            try load()
            var surface = setup(name)
            surface.pages = pages
            try keep(surface)
            return nil
        } catch {
            log.error("a browser's pages can't be kept", metadata: ["surface": "\(name)", "error": "\(error.message)"])
            return error
        }
    }

    /// Makes the changes that users have asked for elsewhere.
    /// - Parameter board: the whole board's pages (``LookFeed/board``); nil: no browser shows it now.
    func take(board: () -> [[String]]?) {
        // While one stream is asked, another one's change may come.
        repeat { for feed in feeds { take(feed, board) } } while client.hasUnread
    }

    private func take(_ feed: SurfaceFeed, _ board: () -> [[String]]?) {
        do throws(WidgetError) {
            let wanted = try feed.take()
            let results = wanted.map { wanted in (change: wanted.change, error: refusal(wanted, of: feed.name, board)) }
            if !results.isEmpty, let surface = registration(feed.name) { feed.say(surface, results: results) }
        } catch {
            // The board is served all the same.
            log.notice("the daemon doesn't list this surface", metadata: ["surface": "\(feed.name)", "error": "\(error.message)"])
        }
    }

    /// Why a change wasn't made; empty: it was.
    private func refusal(_ wanted: ProtoSurfaceChange, of name: String, _ board: () -> [[String]]?) -> String {
        do throws(WidgetError) {
            let edits = try SurfaceEdit.list(wanted.edits, field: "edits")
            if let edit = edits.first(where: { !Self.settings.contains($0.name) }) { throw .invalid(edit.name.quoted, "isn't a setting of a browser") }
            try load()
            var surface = setup(name)
            // One without pages of its own begins with those that it shows.
            if surface.pages == nil { surface.pages = layouts.pages(of: name) }
            let shown = if let pages = surface.pages ?? board() { pages } else { try askForBoard() }
            surface = try surface.edited(by: edits, showing: shown)
            try keep(surface)
            return ""
        } catch {
            return error.message
        }
    }

    /// Reads the file again: somebody may have edited it. One that can't be read isn't replaced.
    private func load() throws(WidgetError) {
        do throws(WidgetError) {
            configuration = try file.read() ?? WallConfiguration(surfaces: [])
        } catch {
            throw WidgetError(.failedPrecondition, "\(error.message); mend or remove the file, then choose again")
        }
    }

    private func keep(_ surface: WallSurface) throws(WidgetError) {
        var next = configuration
        next.surfaces.removeAll { $0.name == surface.name }
        if surface.pages != nil { next.surfaces.append(surface) }
        // Browsers that aren't paired any more make room.
        if next.surfaces.count > WallLimits.surfaces, let paired {
            next.surfaces.removeAll { $0.name != WebLayouts.standard && !paired.contains($0.name) }
        }
        guard next.surfaces.count <= WallLimits.surfaces else {
            let advice = "give up those of another one: widgetctl surface set NAME pages="
            throw WidgetError(.resourceExhausted, "\(WallLimits.surfaces) browsers have pages of their own, which is the limit; \(advice)")
        }
        guard surface.pages?.allSatisfy({ $0.count <= WallLimits.widgetsPerPage }) != false else {
            throw WidgetError(.resourceExhausted, "a page has at most \(WallLimits.widgetsPerPage) widgets; choose fewer")
        }
        try file.write(next)
        configuration = next
    }

    /// How long the thread waits for the daemon's board where nobody looks at it.
    private static let patience = Duration.seconds(2)

    /// The ids of the widgets and the words of the stacks on each page of the board.
    private func askForBoard() throws(WidgetError) -> [[String]] {
        let client = WidgetClient(location: location, timeout: Self.patience, patience: .zero)
        defer { client.close() }
        return try client.widgets().widgets.map(\.widget).boardPages()
    }
}
