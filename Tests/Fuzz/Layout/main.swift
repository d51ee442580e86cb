import CFuzzer
import WidgetCore
import WidgetLayout
import WidgetScripts

// Any valid view lays out in bounded time, to a list whose numbers can be drawn with, and to the same one each time.

let now = Timestamp(milliseconds: 1_795_000_000_000)

/// - Parameter mode: which surface, from the input itself.
func check(_ archive: ViewArchive, _ family: WidgetFamily, mode: UInt8) {
    let presentation = Presentation(texts: TextCache(measurer: InterMeasurer()))
    var traits = PresentationTraits(family: family, scale: [1, 2, 3][Int(mode % 3)], now: now)
    traits.views.renderingMode = ViewTraits.RenderingMode.allCases[Int(mode / 3 % 3)]
    traits.isRightToLeft = mode & 0x20 != 0
    traits.views.dynamicTypeSize = mode & 0x40 != 0 ? .accessibility5 : .large
    let list = presentation.displayList(of: archive, traits: traits)
    for (index, node) in list.nodes.enumerated() {
        precondition(node.end > index && node.end <= list.nodes.count, "node \(index) ends at \(node.end)")
        precondition([node.frame.minX, node.frame.minY, node.frame.maxX, node.frame.maxY].allSatisfy(\.isFinite), "node \(index) lies nowhere")
    }
    precondition(presentation.displayList(of: archive, traits: traits) == list, "the same view gives another list")
    _ = list.json
}

var count = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
_ = LLVMFuzzerRunDriver(&count, &arguments) { start, count in
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let mode = bytes.last ?? 0
    let family = WidgetFamily.allCases[Int(mode) % WidgetFamily.allCases.count]
    if let timeline = try? ScriptTimeline.decode(bytes, family: family, now: now) {
        for entry in timeline.entries.prefix(4) { check(entry.archive, family, mode: mode) }
    }
    return 0
}
