import CFuzzer
import WidgetCore
import WidgetScripts

// A script prints anything. Its timeline is refused by an INVALID_ARGUMENT that says something, or it is within every limit and the same each time.

let now = Timestamp(milliseconds: 1_795_000_000_000)

var count = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
_ = LLVMFuzzerRunDriver(&count, &arguments) { start, count in
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    do throws(WidgetError) {
        let timeline = try ScriptTimeline.decode(bytes, family: .systemSmall, now: now)
        precondition((1...Limits.entriesPerTimeline).contains(timeline.entries.count), "\(timeline.entries.count) entries")
        for entry in timeline.entries {
            let checked = try entry.archive.validated(family: .systemSmall)
            precondition(checked == entry.archive, "an archive changes when it is checked again")
        }
        let again = try ScriptTimeline.decode(bytes, family: .systemSmall, now: now)
        precondition(again == timeline, "the same bytes give another timeline")
    } catch {
        precondition(error.code == .invalidArgument && !error.message.isEmpty, "\(error)")
    }
    return 0
}
