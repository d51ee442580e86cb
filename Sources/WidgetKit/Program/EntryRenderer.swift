import WidgetAPI
import WidgetCore
import WidgetLayout

/// Remarks for the program's author, each once.
@MainActor private final class Remarks {
    private(set) var list: [String] = []

    func add(_ remarks: [String]) {
        for remark in remarks where list.count < Limits.remarksPerTimeline && !list.contains(remark) { list.append(remark) }
    }
}

/// An entry with its archive.
struct RenderedEntry {
    var date: Date
    var relevance: TimelineEntryRelevance?
    var archive: ArchiveCodec.Encoded
    /// It is the provider's own entry before, drawn again.
    var isRedrawn = false
}

/// Turns entries' views into archives, for one request of the daemon.
@MainActor struct EntryRenderer {
    let context: ProviderContext
    /// The view is generic, and shown redacted.
    var isPlaceholder = false
    /// Between the edges and the content, in points.
    private var margins: EdgeInsets {
        guard context.hasMargins else { return EdgeInsets() }
        let margins = WidgetMetrics.margins(of: context.family)
        return EdgeInsets(top: margins.top, leading: margins.left, bottom: margins.bottom, trailing: margins.right)
    }
    private let collection = ImageCollection()
    private let remarkList = Remarks()
    /// Remarks on the views, for the program's author.
    var remarks: [String] { remarkList.list }
    /// The pictures that the views show, each once.
    var images: [ProvidedImage] { collection.images }

    init(context: ProviderContext) { self.context = context }

    /// The archive of an entry's view.
    /// - Throws: INVALID_ARGUMENT that names the view's path, the limit and the value.
    func archive(date: Date, _ content: () -> some View) throws -> ArchiveCodec.Encoded { try drawn(at: date, from: date, content).archive }

    /// A timeline's entries, each at its own date, and again at the dates of its views' schedules.
    /// - Throws: as ``archive(date:_:)``, for an entry at its own date.
    func entries<Entry: TimelineEntry>(_ entries: [Entry], policy: ReloadPolicy, _ content: (Entry) -> some View) throws -> [RenderedEntry] {
        let own = try entries.map { entry in try drawn(at: entry.date, from: entry.date) { content(entry) } }
        let bytes = own.reduce(imageBytes) { $0 + $1.archive.bytes.count }
        var room = RedrawingRoom(entries: Limits.entriesPerTimeline - own.count, bytes: RedrawingLimits.timelineBytes - bytes)
        var rendered: [RenderedEntry] = []
        for (index, entry) in entries.enumerated() {
            rendered.append(RenderedEntry(date: entry.date, relevance: entry.relevance, archive: own[index].archive))
            let end = index + 1 < entries.count ? Timestamp(entries[index + 1].date) : policy.date
            var dates = RedrawingDates(from: entry.date, until: end, now: Date(context.date))
            let redrawn = redrawn(own[index], at: &dates, in: &room) { date in try drawn(at: date, from: entry.date) { content(entry) } }
            // Where the daemon chooses the date of the next timeline, nobody knows whether one comes in time.
            if redrawn.isCut, end != nil || policy == .never { remarkList.add([RedrawingLimits.remark]) }
            rendered += redrawn.entries
        }
        return rendered
    }

    /// The drawings of an entry after the one at its own date, without those that look like the one before.
    private func redrawn(
        _ first: Drawing, at dates: inout RedrawingDates, in room: inout RedrawingRoom, _ draw: (Date) throws -> Drawing
    ) -> (entries: [RenderedEntry], isCut: Bool) {
        var (last, entries) = (first, [RenderedEntry]())
        while let date = dates.next(last.nextUpdate) {
            guard entries.count < RedrawingLimits.perEntry, room.takeDrawing(after: last.scannedDates) else { return (entries, true) }
            let (images, bytes) = (collection.images.count, imageBytes)
            do {
                let drawing = try draw(date)
                if drawing.archive.bytes != last.archive.bytes {
                    guard room.takeEntry(of: drawing.archive.bytes.count + imageBytes - bytes) else {
                        collection.keep(first: images)
                        return (entries, true)
                    }
                    entries.append(RenderedEntry(date: date, archive: drawing.archive, isRedrawn: true))
                }
                last = drawing
            } catch {
                collection.keep(first: images)
                remarkList.add(["from \(Timestamp(date).rfc3339) on a TimelineView stands still: \((error as? WidgetError)?.message ?? "\(error)")"])
                break
            }
        }
        return (entries, false)
    }

    /// The views of an entry at a date.
    private struct Drawing {
        var archive: ArchiveCodec.Encoded
        /// When the first view that follows a schedule changes; nil: none does.
        var nextUpdate: Date?
        /// Dates that the schedules gave.
        var scannedDates: Int
    }

    private var imageBytes: Int { collection.images.reduce(0) { $0 + $1.data.count } }

    private func drawn(at date: Date, from entryDate: Date, _ content: () -> some View) throws -> Drawing {
        let environment = environment(date: date, entryDate: entryDate)
        let margins = environment.widgetContentMargins
        let size = CGSize(
            width: max(0, CGFloat(context.displaySize.width) - margins.leading - margins.trailing),
            height: max(0, CGFloat(context.displaySize.height) - margins.top - margins.bottom))
        var (next, scanned) = (nil as Date?, 0)
        var tree = try tree(environment, size: size, content) { resolution in
            next = [next, resolution.nextUpdate].compactMap(\.self).min()
            scanned += resolution.scannedDates
        }
        while true {
            do throws(WidgetError) {
                let archive = try ArchiveCodec.encode(try tree.archive(), family: context.family)
                return Drawing(archive: archive, nextUpdate: next, scannedDates: scanned)
            } catch {
                // The main view takes precedence: a surface whose variant is dropped shows another one.
                guard !tree.variants.isEmpty else {
                    throw ViewRenderer.error(error, locatedIn: content(), environment: environment, size: size, family: context.family)
                }
                tree.variants.removeLast()
                remarkList.add(["an entry's variants don't fit in the archive, so one was left out: \(error.message)"])
            }
        }
    }

    /// The view for the request's own traits, with a variant for each of the other surfaces' traits for which it looks different.
    /// - Parameter note: takes what each run of the views' code collected.
    func tree(
        _ environment: EnvironmentValues, size: CGSize, _ content: () -> some View, note: (ViewResolution) -> Void = { _ in }
    ) throws(WidgetError) -> ViewTree {
        func drawn(for traits: ViewTraits) throws(WidgetError) -> ViewTree {
            let recorder = TraitRecorder()
            var environment = environment
            environment.apply(traits)
            environment.traitRecorder = recorder
            let resolution = ViewResolution(images: collection)
            var tree = try ViewRenderer.tree(of: content(), environment: environment, size: size, in: resolution)
            remarkList.add(resolution.deadClosures)
            note(resolution)
            let read = recorder.reads.values(of: traits)
            if read != ViewTraits() { tree.traits = [read] }
            return tree
        }
        let own = ViewTraits.standard.with(context.colorScheme, ViewTraits.isLocale(context.locale) ? context.locale : nil)
        var trees = [try drawn(for: own)]
        for wanted in context.variants where !trees.contains(where: { $0.isMade(for: wanted.completed(by: own)) }) {
            let tree = try drawn(for: wanted.completed(by: own))
            // One that looks the same costs nothing but its traits.
            if let same = trees.firstIndex(where: { $0.looksLike(tree) }) { trees[same].traits += tree.traits } else { trees.append(tree) }
        }
        trees[0].variants = Array(trees.dropFirst())
        return trees[0]
    }

    /// - Parameter entryDate: of the entry, where it is drawn for a later date.
    func environment(date: Date, entryDate: Date? = nil) -> EnvironmentValues {
        var environment = EnvironmentValues()
        environment.colorScheme = context.colorScheme == .dark ? .dark : .light
        environment.displayScale = context.displayScale
        environment.locale = Locale(identifier: context.locale)
        environment.timeZone = TimeZone(identifier: context.timeZone) ?? .current
        environment.renderingDate = date
        environment.entryDate = entryDate ?? date
        environment.widgetFamily = WidgetFamily(context.family)
        environment.widgetContentMargins = margins
        if isPlaceholder { environment.redactionReasons = .placeholder }
        return environment
    }
}
