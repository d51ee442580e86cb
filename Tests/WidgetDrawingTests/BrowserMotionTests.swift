import Foundation
import LayoutTestSupport
import Testing
import WidgetCore
import WidgetLayout
import WidgetScene
import WidgetScripts
import WidgetVector

@testable import WidgetDrawing

extension CairoTests {
    /// A change of a widget at ten moments, as Chromium plays it and as Cairo draws it.
    @Suite(.enabled(if: InstalledFonts.hasInter, "the font Inter isn't installed (on Debian and Ubuntu: apt-get install fonts-inter)"))
    struct BrowserMotionTests {
        private static let size = Size(width: 170, height: 170)
        private static let moments = [0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.6, 0.9, 1.5]

        static let changes: [(name: String, old: String, new: String)] = [
            ("text", #"{"text": "old", "font": "title"}"#, #"{"text": "new", "font": "title"}"#),
            (
                "rows", #"{"vstack": [{"text": "one", "id": 1}, {"text": "two", "id": 2}]}"#,
                #"{"vstack": [{"text": "three", "id": 3}, {"text": "one", "id": 1}, {"text": "two", "id": 2}]}"#
            ),
            (
                "bar", #"{"vstack": ["a", {"gauge": 0.2, "style": "linearCapacity"}]}"#,
                #"{"vstack": ["a", {"gauge": 0.9, "style": "linearCapacity"}]}"#
            ),
            (
                "ring", #"{"gauge": 0.05, "style": "accessoryCircularCapacity", "tint": "green", "frame": {"width": 100, "height": 100}}"#,
                #"{"gauge": 0.95, "style": "accessoryCircularCapacity", "tint": "green", "frame": {"width": 100, "height": 100}}"#
            ),
            (
                "dial", #"{"gauge": 0.1, "style": "circular", "frame": {"width": 100, "height": 100}}"#,
                #"{"gauge": 0.9, "style": "circular", "frame": {"width": 100, "height": 100}}"#
            ),
            (
                "trim", #"{"shape": "ellipse", "stroke": {"lineWidth": 6}, "trim": {"to": 0}, "frame": {"width": 100, "height": 60}}"#,
                #"{"shape": "ellipse", "stroke": {"lineWidth": 6}, "trim": {"to": 0.8}, "frame": {"width": 100, "height": 60}}"#
            ),
            (
                "card", #"{"shape": "capsule", "color": "red", "frame": {"width": 40, "height": 20}}"#,
                #"{"shape": "capsule", "color": "blue", "frame": {"width": 120, "height": 60}, "rotation": 40}"#
            ),
            (
                "flip", #"{"text": "a", "frame": {"width": 90, "height": 60}, "background": "blue", "rotation3D": {"angle": 0, "axis": {"y": 1}}}"#,
                #"{"text": "a", "frame": {"width": 90, "height": 60}, "background": "blue", "rotation3D": {"angle": 60, "axis": {"y": 1}}}"#
            ),
            (
                "push", #"{"vstack": [{"text": "before", "id": 1, "transition": {"push": "leading"}}]}"#,
                #"{"vstack": [{"text": "after", "id": 2, "transition": {"push": "leading"}}]}"#
            ),
            (
                "digits", #"{"text": "95 mg", "font": "title", "contentTransition": "numericText"}"#,
                #"{"text": "158 mg", "font": "title", "contentTransition": "numericText"}"#
            ),
            (
                "symbol", #"{"image": "play.fill", "font": 64, "contentTransition": "symbolEffect", "animation": {"value": 1, "animation": "bouncy"}}"#,
                #"{"image": "pause.fill", "font": 64, "contentTransition": "symbolEffect", "animation": {"value": 2, "animation": "bouncy"}}"#
            ),
        ]

        @Test(
            .enabled(if: BrowserProgram.chromium != nil, "there is no chromium (on Debian and Ubuntu: apt-get install chromium)"), .timeLimit(.minutes(5)))
        func chromiumPlaysWhatCairoDraws() throws {
            for (name, off) in try shares(offWith: .chromium) { #expect(off <= 0.01, "\(name): \(off * 100) % of the pixels are off") }
        }

        @Test(
            .enabled(if: BrowserProgram.firefox != nil, "there is no firefox (on Debian: apt-get install firefox-esr)"), .timeLimit(.minutes(5)))
        func firefoxPlaysWhatCairoDraws() throws {
            for (name, off) in try shares(offWith: .firefox) { #expect(off <= 0.02, "\(name): \(off * 100) % of the pixels are off") }
        }

        /// The part of each change's pixels that a browser draws otherwise than Cairo. One page has all of them, because a browser starts slowly.
        private func shares(offWith browser: BrowserProgram?) throws -> [(name: String, off: Double)] {
            let text = PangoText()
            var motions: [SceneMotion] = []
            var frames: [(list: DisplayList, origin: Point)] = []
            for (row, change) in Self.changes.enumerated() {
                let scene = try scene(change.old, change.new, text)
                motions.append(try #require(scene.motion(from: 1)))
                for (column, moment) in Self.moments.enumerated() {
                    frames.append((scene.frame(at: 1 + moment), Point(x: Double(column) * Self.size.width, y: Double(row) * Self.size.height)))
                }
            }
            let whole = Size(width: Self.size.width * Double(Self.moments.count), height: Self.size.height * Double(motions.count))
            let list = DisplayList.composed(frames, size: whole, scale: 2, background: .color(.white))
            let surface = Surface(for: list, scale: 2)
            let renderer = CairoRenderer(text: text)
            renderer.drawsTextAsPaths = true
            renderer.draw(list, on: surface, scale: 2)
            let picture = try #require(browser).picture(of: page(motions), width: whole.width, height: whole.height)
            let height = Int(Self.size.height * 2)
            return Self.changes.enumerated().map { row, change in
                (change.name, picture.share(off: 48, from: surface, rows: row * height..<(row + 1) * height))
            }
        }

        /// One second after the old view comes the new one.
        private func scene(_ old: String, _ new: String, _ text: PangoText) throws -> WidgetScene {
            let scene = WidgetScene()
            for (number, view) in [old, new].enumerated() {
                let archive = try ScriptTimeline.decode(Array(#"{"view": \#(view)}"#.utf8), family: .systemSmall, now: Timestamp(milliseconds: 0)).entries[0]
                    .archive.validated(family: .systemSmall)
                var traits = PresentationTraits(family: .systemSmall, now: Timestamp(milliseconds: 0))
                (traits.size, traits.cornerRadius) = (Self.size, 0)
                scene.show(archive, Presentation(texts: TextCache(measurer: text)).displayList(of: archive, traits: traits), at: Double(number))
            }
            return scene
        }

        /// A row for each change: the change beside itself, each at another moment.
        private func page(_ motions: [SceneMotion]) -> String {
            var (widgets, animations) = ("", [String]())
            for (row, motion) in motions.enumerated() {
                for (column, moment) in Self.moments.enumerated() {
                    let fragment = HTMLRenderer().fragment(motion, prefix: "w\(row)-\(column)-")
                    let place = "left:\(Double(column) * Self.size.width)px;top:\(Double(row) * Self.size.height)px"
                    widgets += #"<div class="widget" style="\#(place)">\#(fragment.html)</div>"#
                    let gone = fragment.departed.map { JSONText.quoted($0) }.joined(separator: ",")
                    animations.append(#"{"at":\#(moment * 1_000),"all":[\#(fragment.animations.map(\.json).joined(separator: ","))],"gone":[\#(gone)]}"#)
                }
            }
            return """
                <!DOCTYPE html><meta charset="utf-8"><style>
                body { margin: 0; background: white }
                .widget { position: absolute; width: \(Self.size.width)px; height: \(Self.size.height)px; overflow: hidden }
                .widget div, .widget svg { position: absolute; left: 0; top: 0; transform-origin: 0 0; overflow: visible }
                .widget div { width: 100%; height: 100% }
                </style>\(widgets)<script>
                for (const widget of [\(animations.joined(separator: ","))]) {
                    let end = 0
                    for (const a of widget.all) {
                        const element = document.getElementById(a.e)
                        for (const target of a.t ? element.querySelectorAll(a.t) : [element]) {
                            const animation = target.animate(a.k, { duration: a.d, delay: a.w || 0, easing: a.c, fill: "backwards" })
                            animation.pause()
                            animation.currentTime = widget.at
                            end = Math.max(end, a.d + (a.w || 0))
                        }
                    }
                    if (widget.at >= end) for (const id of widget.gone) document.getElementById(id).remove()
                }
                </script>
                """
        }
    }
}

/// A browser that draws a page into a file.
struct BrowserProgram {
    private let program: URL
    private let isFirefox: Bool

    static let chromium = BrowserProgram(["chromium", "chromium-browser", "google-chrome"], isFirefox: false)
    static let firefox = BrowserProgram(["firefox-esr", "firefox"], isFirefox: true)

    private init?(_ names: [String], isFirefox: Bool) {
        let paths = names.flatMap { ["/usr/bin/\($0)", "/usr/local/bin/\($0)"] }
        guard let path = paths.first(where: FileManager.default.isExecutableFile) else { return nil }
        (program, self.isFirefox) = (URL(fileURLWithPath: path), isFirefox)
    }

    /// A page at two pixels a point.
    /// - Parameter files: beside the page, by their names.
    func picture(of page: String, width: Double, height: Double, files: [String: String] = [:]) throws -> PNGImage {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("widgetd-page-\(UUID().uuidString)")
        let profile = directory.appendingPathComponent("profile")
        try FileManager.default.createDirectory(at: profile, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let (html, png) = (directory.appendingPathComponent("a.html"), directory.appendingPathComponent("a.png"))
        // Firefox takes pictures of one pixel a point alone.
        let scale = isFirefox ? "<style>body { transform: scale(2); transform-origin: 0 0 }</style>" : ""
        try (page + scale).write(to: html, atomically: true, encoding: .utf8)
        for (name, text) in files { try text.write(to: directory.appendingPathComponent(name), atomically: true, encoding: .utf8) }
        let process = Process()
        process.executableURL = program
        if isFirefox {
            process.arguments = [
                "--headless", "--no-remote", "--profile", profile.path, "--screenshot", png.path, "--window-size=\(Int(width * 2)),\(Int(height * 2))",
                html.absoluteString,
            ]
        } else {
            process.arguments = [
                "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-device-scale-factor=2", "--screenshot=\(png.path)",
                "--user-data-dir=\(profile.path)", "--window-size=\(Int(width)),\(Int(height))", html.absoluteString,
            ]
        }
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try process.run()
        process.waitUntilExit()
        return try PNGImage(Array(Data(contentsOf: png)))
    }
}
