import Linux
import Logging
import WidgetAPI
import WidgetCore

/// The file, as it is now. A bad one changes nothing.
final class WallSettings {
    private(set) var current: WallConfiguration
    private let file: WallFile
    private let events: FileEvents
    private let watched: WatchedFiles
    private let log: Logger

    /// - Throws: INVALID_ARGUMENT for a bad file, RESOURCE_EXHAUSTED where files can't be watched.
    init(_ file: WallFile, log: Logger) throws(WidgetError) {
        self.file = file
        self.log = log
        events = try FileEvents()
        var watched = WatchedFiles()
        watched.add(file: file.path)
        self.watched = watched
        _ = events.follow(watched)
        current = try file.read() ?? .standard
    }

    /// Readable when the file has changed.
    var descriptor: Int32 { events.descriptor }

    /// - Returns: whether the file says something else than before.
    func take() -> Bool {
        guard events.take() else { return false }
        // A directory that is new may have the file already.
        while events.follow(watched).isNew {}
        do throws(WidgetError) {
            let next = try file.read() ?? .standard
            guard next != current else { return false }
            current = next
            log.info("the file is read anew", metadata: ["file": "\(file.path)"])
            return true
        } catch {
            log.error("the file isn't used; the surfaces stay as they were", metadata: ["error": "\(error.message)"])
            return false
        }
    }

    /// Moves a widget on a page of a surface whose widgets the file lists.
    /// - Parameters:
    ///   - place: from 0 to the number of widgets.
    ///   - pages: the ids of the widgets on each page.
    func move(_ widget: String, to place: Int, on page: Int, of surface: WallSurface, showing pages: [[String]]) {
        edit { next throws(WidgetError) in
            let names = try Self.names(of: surface, showing: pages)[page]
            guard let old = pages[page].firstIndex(of: widget) else { return }
            try next.move(
                names[old], on: surface.name, to: place < names.count ? .before(names[place]) : .after(names[names.count - 1]), page: nil)
        }
    }

    /// Takes a widget off a surface. One that showed the whole board shows the others from then on.
    /// - Parameter pages: the ids of the widgets on each page.
    func remove(_ widget: String, from surface: WallSurface, showing pages: [[String]]) {
        edit { next throws(WidgetError) in
            let names = try Self.names(of: surface, showing: pages)
            next.surfaces[try next.index(of: surface.name)].pages = zip(names, pages).map { names, ids in zip(names, ids).filter { $1 != widget }.map(\.0) }
        }
    }

    /// Changes the settings of a surface, as a user wants them.
    /// - Parameter pages: the ids of the widgets on each page.
    /// - Throws: why nothing is changed.
    func change(_ edits: [SurfaceEdit], of surface: WallSurface, showing pages: [[String]]) throws(WidgetError) {
        var next = current
        next.surfaces[try next.index(of: surface.name)] = try surface.edited(by: edits, showing: pages)
        try file.write(next)
        current = next
    }

    /// The file's names of the widgets of each page.
    /// - Throws: FAILED_PRECONDITION where it has names that no widget has, since nobody knows which.
    private static func names(of surface: WallSurface, showing pages: [[String]]) throws(WidgetError) -> [[String]] {
        // A surface with one page shows the widgets of all pages.
        let names = surface.pages.map { surface.kind == .wall ? $0 : [$0.flatMap(\.self)] } ?? pages
        guard names.map(\.count) == pages.map(\.count) else {
            throw WidgetError(.failedPrecondition, "the file names widgets that aren't placed; edit it with widgetctl wall")
        }
        return names
    }

    /// Changes the file. Its change is taken like any other.
    private func edit(_ change: (inout WallConfiguration) throws(WidgetError) -> Void) {
        var next = current
        do throws(WidgetError) {
            try change(&next)
            try file.write(next)
        } catch {
            log.warning("the file can't be changed", metadata: ["error": "\(error.message)"])
        }
    }
}
