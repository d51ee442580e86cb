import Linux
import Logging
import WidgetAPI
import WidgetCore
import WidgetSettings

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
    ///   - contents: what it shows.
    func move(_ widget: String, to place: Int, on page: Int, of surface: WallSurface, showing contents: PageContents) {
        edit { next throws(WidgetError) in
            let names = try Self.names(of: next.surfaces[next.index(of: surface.name)], showing: contents)[page]
            guard let old = contents.pages[page].firstIndex(of: widget) else { return }
            try next.move(
                names[old], on: surface.name, to: place < names.count ? .before(names[place]) : .after(names[names.count - 1]), page: nil)
        }
    }

    /// Takes a widget off a surface. One that showed the whole board shows the others from then on.
    /// - Parameter contents: what it shows.
    func remove(_ widget: String, from surface: WallSurface, showing contents: PageContents) {
        edit { next throws(WidgetError) in
            let index = try next.index(of: surface.name)
            let names = try Self.names(of: next.surfaces[index], showing: contents)
            let removed = Set(zip(names.joined(), contents.pages.joined()).filter { $1 == widget }.map(\.0))
            next.surfaces[index].pages = (next.surfaces[index].pages ?? contents.pages).map { $0.filter { !removed.contains($0) } }
        }
    }

    /// Changes the settings of a surface, as a user wants them.
    /// - Parameter pages: the ids of the widgets on each page.
    /// - Throws: why nothing is changed.
    func change(_ edits: [SurfaceEdit], of surface: WallSurface, showing pages: [[String]]) throws(WidgetError) {
        var next = try saved()
        let index = try next.index(of: surface.name)
        next.surfaces[index] = try next.surfaces[index].edited(by: edits, showing: pages)
        try file.write(next)
        current = next
    }

    /// The file's names of the widgets that are shown on each page.
    /// - Throws: ABORTED where the file has other widgets than are shown: somebody has edited it just now.
    private static func names(of surface: WallSurface, showing contents: PageContents) throws(WidgetError) -> [[String]] {
        guard let pages = surface.pages else { return contents.pages }
        // A surface with one page shows the widgets of all pages.
        let shown = Set(contents.pages.joined())
        let names = (surface.kind == .wall ? pages : [pages.flatMap(\.self)]).map { names in
            // An empty stack has no place.
            names.filter { PageWord($0).stack == nil ? !contents.unknown.contains($0) : shown.contains($0) }
        }
        guard names.map(\.count) == contents.pages.map(\.count) else {
            throw WidgetError(.aborted, "the file has changed; try again when its widgets are shown")
        }
        return names
    }

    /// The file as it is: somebody may have edited it. One that can't be read isn't replaced.
    private func saved() throws(WidgetError) -> WallConfiguration {
        do throws(WidgetError) {
            return try file.read() ?? .standard
        } catch {
            throw WidgetError(.failedPrecondition, "\(error.message); mend or remove the file, then try again")
        }
    }

    /// Changes the file. Its change is taken like any other.
    private func edit(_ change: (inout WallConfiguration) throws(WidgetError) -> Void) {
        do throws(WidgetError) {
            var next = try saved()
            try change(&next)
            try file.write(next)
        } catch {
            log.warning("the file can't be changed", metadata: ["error": "\(error.message)"])
        }
    }
}
