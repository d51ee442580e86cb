// Layout and drawing, alone.
//
//     RenderBench ROUNDS [layout]     with `layout` that alone, for a profiler
//
// Prints lines of a key and a number. render/floor.c draws the same small widget with Cairo and Pango alone, and lays out the same tree by a loop.

import Glibc
import WidgetCore
import WidgetDrawing
import WidgetLayout
import WidgetScripts

/// Time of this program on a processor: it has one thread, and what others do shows in the caches alone.
func nanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// Prints microseconds of one run.
func measure(_ name: String, rounds: Int, _ run: () -> Void) {
    run()
    let before = nanoseconds()
    for _ in 0..<rounds { run() }
    print("\(name)_us", Double(nanoseconds() - before) / Double(rounds) / 1_000)
}

/// Resident memory in KiB.
func residentKiB() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var (size, resident) = (0, 0)
    withUnsafeMutablePointer(to: &size) { size in
        withUnsafeMutablePointer(to: &resident) { resident in _ = withVaList([size, resident]) { vfscanf(file, "%ld %ld", $0) } }
    }
    return resident * 4
}

guard CommandLine.arguments.count >= 2, let rounds = Int(CommandLine.arguments[1]), rounds > 0 else {
    print("usage: RenderBench ROUNDS [layout]")
    exit(64)
}

func archive(_ view: String, _ family: WidgetFamily) throws -> ViewArchive {
    try ScriptTimeline.decode(Array(#"{"view": \#(view)}"#.utf8), family: family, now: Timestamp(milliseconds: 0)).entries[0].archive
}

/// Rows of a symbol, two texts, a spacer and a number: 100 views.
let row = #"{"hstack":[{"image":"star"},{"vstack":[{"text":"Title of a row","font":"headline"},{"text":"what it says","font":"caption"}],"alignment":"leading"},{"spacer":true},{"text":"42 %"}]}"#
let hundred = try archive(#"{"vstack":[\#(Array(repeating: row, count: 14).joined(separator: ","))]}"#, .systemLarge)
/// A gradient, a symbol, a ring and three texts, as the floor draws them.
let small = try archive(
    #"""
    {"vstack":[{"hstack":[{"image":"sun.max.fill"},{"spacer":true},{"text":"Berlin","font":"headline"}]},{"spacer":true},
     {"text":"14°","font":44},{"text":"Sunny","font":"caption"}],"alignment":"leading",
     "containerBackground":{"shape":"rectangle","fill":{"linearGradient":["#007AFF","#32ADE6"]}}}
    """#, .systemSmall)

let text = PangoText()
let presentation = Presentation(texts: TextCache(measurer: text))
let large = PresentationTraits(family: .systemLarge, now: Timestamp(milliseconds: 0))
print("views", hundred.nodes.count)
let boxes = presentation.boxes(of: hundred, traits: large)
measure("layout", rounds: rounds) { _ = boxes.layOut(in: large.size) }
measure("list", rounds: rounds) { _ = presentation.displayList(of: hundred, traits: large) }
if CommandLine.arguments.count > 2 { exit(0) }

let list = presentation.displayList(of: small, traits: PresentationTraits(family: .systemSmall, now: Timestamp(milliseconds: 0)))
let surface = Surface(for: list, scale: 2)
let renderer = CairoRenderer(text: text)
measure("whole", rounds: rounds) { renderer.draw(list, on: surface, scale: 2) }
let node = list.nodes.first { if case .text = $0.content { true } else { false } }
let frame = node?.frame ?? Rect(x: 0, y: 0, width: 60, height: 20)
measure("node", rounds: rounds) { renderer.draw(list, on: surface, scale: 2, within: frame) }

var blurred = DisplayList(size: Size(width: 100, height: 40), scale: 2)
var group = DisplayNode(id: DisplayID(node: NodeID(high: 0, low: 1), part: 0), frame: Rect(x: 0, y: 0, width: 100, height: 40), effect: .blur(8))
(group.end, blurred.nodes) = (2, [])
var leaf = node ?? group
leaf.end = 2
blurred.nodes = [group, leaf]
let patch = Surface(for: blurred, scale: 2)
measure("blur", rounds: rounds) { renderer.draw(blurred, on: patch, scale: 2) }

for _ in 0..<1_000 { renderer.draw(list, on: surface, scale: 2) }
let before = residentKiB()
for _ in 0..<min(100_000, rounds * 50) { renderer.draw(list, on: surface, scale: 2) }
print("growth_kib", residentKiB() - before)
