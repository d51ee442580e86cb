import CommandRendering
import WidgetAPI
import WidgetCore
import WidgetSurfaces

/// The previews of a program, and the one that is shown.
final class PreviewSteps {
    private let place: PreviewProgram.Place
    private let name: String?
    private let surface: ViewTraits
    private let session: Session
    private var program: PreviewProgram?
    private var programPath = ""
    /// With their places in the program's list.
    private var sources: [(index: Int, source: PreviewSource)] = []
    private var shown = 0
    private var frames: [PreviewFrame] = []
    private var frame = 0
    private var pictures = Pictures()
    /// The changes of the last tap, or the last error.
    private var notes: [String] = []

    init(place: PreviewProgram.Place, name: String?, surface: ViewTraits, _ session: Session) {
        self.place = place
        self.name = name
        self.surface = surface
        self.session = session
    }

    /// Builds the program, starts it, and finds its previews.
    /// - Throws: FAILED_PRECONDITION where it doesn't compile, NOT_FOUND where it has no such preview.
    func start() throws {
        end()
        programPath = try PreviewProgram.build(place)
        let program = try PreviewProgram(programPath)
        self.program = program
        let all = try program.client.previews()
        guard !all.isEmpty else { throw WidgetError(.notFound, "\(place.target) has no preview; write #Preview { MyView() } into a source file") }
        sources = all.enumerated().map { ($0.offset, $0.element) }.filter { _, source in
            (place.file.map { source.file.hasSuffix("/\($0)") || !source.file.contains("/") } ?? true)
                && (name.map { source.name.lowercased().contains($0.lowercased()) } ?? true)
        }
        guard !sources.isEmpty else {
            let titles = all.map { $0.name.isEmpty ? $0.file : $0.name }.joined(separator: ", ")
            throw WidgetError(.notFound, "\(place.target) has no such preview; it has: \(titles)")
        }
        shown = min(shown, sources.count - 1)
        draw()
    }

    func end() {
        program?.end()
        program = nil
    }

    // MARK: Steps

    func show(preview step: Int) {
        shown = (shown + step + sources.count) % sources.count
        frame = 0
        draw()
    }

    func show(frame step: Int) {
        guard !frames.isEmpty else { return }
        frame = (frame + step + frames.count) % frames.count
        notes = []
    }

    /// Taps the view with a number, from 1.
    func tap(_ number: Int) {
        guard let program, frames.indices.contains(frame), frames[frame].tappable.indices.contains(number - 1) else { return }
        do throws(WidgetError) {
            let request = PreviewTapRequest(preview: sources[shown].index, node: frames[frame].tappable[number - 1])
            let tap = try program.client.tap(request)
            frames[frame] = adapted(tap.frame)
            notes = tap.changes.isEmpty ? ["Nothing changed."] : tap.changes
        } catch {
            failed(error)
        }
    }

    private func draw() {
        guard let program else { return }
        notes = []
        do throws(WidgetError) {
            let now = SystemClock.now
            let context = ProviderContext(
                isPreview: true, family: .systemLarge, colorScheme: surface.colorScheme ?? .dark, variants: [surface],
                timeZone: Environment.value("TZ") ?? "UTC",
                locale: Environment.value("LANG").flatMap { $0.split(separator: ".").first.map(String.init) } ?? "en", date: now)
            let drawn = try program.client.draw(PreviewRequest(preview: sources[shown].index, context: context))
            frames = drawn.frames.map(adapted)
            pictures.add(drawn.images.map(ProtoImageBlob.init))
        } catch {
            frames = []
            failed(error)
        }
        frame = min(frame, max(0, frames.count - 1))
    }

    /// Notes an error. A program that ended is started anew: its other previews may be good.
    private func failed(_ error: WidgetError) {
        notes = [error.message]
        guard error.code == .unavailable, let program else { return }
        end()
        notes += program.lastLines
        self.program = try? PreviewProgram(programPath)
    }

    /// The frame as the surface shows it, so that what is tapped is what is drawn.
    private func adapted(_ frame: PreviewFrame) -> PreviewFrame {
        var frame = frame
        frame.archive = frame.archive.adapted(to: surface)
        return frame
    }

    // MARK: Drawing

    /// Every picture of every preview.
    /// - Throws: INVALID_ARGUMENT after the last one, where some have no picture; each reason has been printed.
    func printAll() throws {
        var failures = 0
        for number in sources.indices {
            shown = number
            draw()
            if frames.isEmpty {
                failures += 1
                try session.errors.write("\(title): \(notes.joined(separator: "; "))\n")
            }
            for number in frames.indices {
                frame = number
                try session.output.write(lines(columns: session.terminal.columns).joined(separator: "\n") + "\n\n")
            }
        }
        guard failures == 0 else { throw WidgetError(.invalidArgument, "\(failures) of \(sources.count) previews have no picture") }
    }

    private var title: String {
        let source = sources[shown].source
        let place = source.line > 0 ? "\(source.file):\(source.line)" : source.file
        return source.name.isEmpty ? place : "\(source.name) (\(place))"
    }

    /// The picture that is shown, with its title above and what can be tapped below.
    func lines(columns: Int) -> [String] {
        let style = session.style
        var lines = [style(.bold, title) + (sources.count > 1 ? "  preview \(shown + 1) of \(sources.count)" : "")]
        if frames.indices.contains(frame) {
            let shown = frames[frame]
            var drawing = session.drawing
            drawing.now = shown.date ?? SystemClock.now
            drawing.pictures = pictures
            let of = frames.count > 1 ? "entry \(frame + 1) of \(frames.count)" : ""
            let date = shown.date.map { session.dates.local($0) } ?? ""
            let about = [shown.title, of, date].filter { !$0.isEmpty }.joined(separator: ", ")
            if !about.isEmpty { lines.append(style(.dim, about)) }
            let card = drawing.card(WidgetCard(archive: shown.archive, family: shown.family, title: ""), columns: nil, limit: columns)
            lines += card.ansiLines(session.terminal.color, terminalBackground: session.terminal.background)
            for (number, node) in shown.tappable.prefix(9).enumerated() { lines.append("\(number + 1)  \(shown.archive.words(of: node))") }
        }
        return lines + notes.flatMap { Self.wrapped($0, columns: columns) }.map { style(.dim, $0) }
    }

    private static func wrapped(_ text: String, columns: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ").map(String.init) {
            if let last = lines.last, last.count + 1 + word.count <= columns {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(word)
            }
        }
        return lines
    }
}

extension ViewArchive {
    /// The words on a view; without any, its content's name.
    fileprivate func words(of id: NodeID) -> String {
        guard let first = nodes.firstIndex(where: { $0.id == id }) else { return "a view" }
        var within: Set<Int> = [first]
        for index in nodes.indices.dropFirst(first + 1) where within.contains(nodes[index].parent) { within.insert(index) }
        for index in within.sorted() {
            switch nodes[index].content {
            case .text(let text) where !text.isEmpty: return text
            case .label(let title, _) where !title.isEmpty: return title
            case .image(let image): if case .systemName(let name) = image.source { return name }
            default: break
            }
        }
        return nodes[first].content?.name ?? "a view"
    }
}
