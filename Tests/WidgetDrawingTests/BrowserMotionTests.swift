import Foundation
import LayoutTestSupport
import Testing
import WidgetCommands
import WidgetCore
import WidgetLayout
import WidgetScene
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
                "card", #"{"shape": "capsule", "color": "red", "frame": {"width": 40, "height": 20}}"#,
                #"{"shape": "capsule", "color": "blue", "frame": {"width": 120, "height": 60}, "rotation": 40}"#
            ),
            (
                "push", #"{"vstack": [{"text": "before", "id": 1, "transition": {"push": "leading"}}]}"#,
                #"{"vstack": [{"text": "after", "id": 2, "transition": {"push": "leading"}}]}"#
            ),
            (
                "digits", #"{"text": "95 mg", "font": "title", "contentTransition": "numericText"}"#,
                #"{"text": "158 mg", "font": "title", "contentTransition": "numericText"}"#
            ),
        ]

        @Test(
            .enabled(if: BrowserProgram.chromium != nil, "there is no chromium (on Debian and Ubuntu: apt-get install chromium)"), .timeLimit(.minutes(5)),
            arguments: changes.map(\.name))
        func chromiumPlaysWhatCairoDraws(_ name: String) throws {
            let change = try #require(Self.changes.first { $0.name == name })
            let text = PangoText()
            let scene = WidgetScene()
            for (number, view) in [change.old, change.new].enumerated() {
                let archive = try ScriptTimeline.decode(Array(#"{"view": \#(view)}"#.utf8), family: .systemSmall, now: Timestamp(milliseconds: 0)).entries[0]
                    .archive.validated(family: .systemSmall)
                var traits = PresentationTraits(family: .systemSmall, now: Timestamp(milliseconds: 0))
                (traits.size, traits.cornerRadius) = (Self.size, 0)
                scene.show(archive, Presentation(texts: TextCache(measurer: text)).displayList(of: archive, traits: traits), at: Double(number))
            }
            let motion = try #require(scene.motion(from: 1))
            let width = Self.size.width * Double(Self.moments.count)
            let whole = DisplayList.composed(
                Self.moments.enumerated().map { (scene.frame(at: 1 + $1), Point(x: Double($0) * Self.size.width, y: 0)) },
                size: Size(width: width, height: Self.size.height), scale: 2, background: .color(.white))
            let surface = Surface(for: whole, scale: 2)
            let renderer = CairoRenderer(text: text)
            renderer.drawsTextAsPaths = true
            renderer.draw(whole, on: surface, scale: 2)
            let off = try BrowserProgram.picture(of: page(motion), width: width, height: Self.size.height).share(off: 48, from: surface)
            #expect(off <= 0.01, "\(name): \(off * 100) % of the pixels are off")
        }

        /// The change beside itself, each at another moment.
        private func page(_ motion: SceneMotion) -> String {
            var (widgets, animations) = ("", [String]())
            for (number, moment) in Self.moments.enumerated() {
                let fragment = HTMLRenderer().fragment(motion, prefix: "w\(number)-")
                widgets += #"<div class="widget" style="left:\#(Double(number) * Self.size.width)px">\#(fragment.html)</div>"#
                let gone = fragment.departed.map { JSONText.quoted($0) }.joined(separator: ",")
                animations.append(#"{"at":\#(moment * 1_000),"all":[\#(fragment.animations.map(\.json).joined(separator: ","))],"gone":[\#(gone)]}"#)
            }
            return """
                <!DOCTYPE html><meta charset="utf-8"><style>
                body { margin: 0; background: white }
                .widget { position: absolute; top: 0; width: \(Self.size.width)px; height: \(Self.size.height)px; overflow: hidden }
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
enum BrowserProgram {
    static let chromium = ["chromium", "chromium-browser", "google-chrome"].lazy.flatMap { ["/usr/bin/\($0)", "/usr/local/bin/\($0)"] }
        .first(where: FileManager.default.isExecutableFile).map(URL.init(fileURLWithPath:))

    /// A page at two pixels a point.
    static func picture(of page: String, width: Double, height: Double) throws -> PNGImage {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("widgetd-page-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let (html, png) = (directory.appendingPathComponent("a.html"), directory.appendingPathComponent("a.png"))
        try page.write(to: html, atomically: true, encoding: .utf8)
        let process = Process()
        process.executableURL = chromium
        process.arguments = [
            "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-device-scale-factor=2", "--screenshot=\(png.path)",
            "--user-data-dir=\(directory.path)/profile", "--window-size=\(Int(width)),\(Int(height))", html.absoluteString,
        ]
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try process.run()
        process.waitUntilExit()
        return try PNGImage(Array(Data(contentsOf: png)))
    }
}
