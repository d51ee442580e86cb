// The reload engine, alone: entries that come due, one after another and all at once.
//
//     EngineBench WIDGETS ENTRIES     so many entries of each of so many widgets
//
// Prints lines of a key and a number: nanoseconds an entry.

import Glibc
import WidgetCore

func nanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

let start = Timestamp(milliseconds: 1_795_000_000_000)

/// An engine with widgets whose entries come due a minute apart, those of each widget `spread` after those of the one before.
func engine(widgets: Int, entries: Int, spread: Milliseconds) -> ReloadEngine {
    var engine = ReloadEngine(seed: 1)
    let digest = ContentDigest(bytes: [UInt8](repeating: 0, count: 32))
    for number in 0..<widgets {
        let bytes: [UInt8] = [0, 0, 0, 0, 0, 0, 0x70, 0, 0x80, 0, 0, 0, 0] + [16, 8, 0].map { UInt8(number >> $0 & 255) }
        guard let digest, let id = WidgetID(bytes: bytes) else { continue }
        let offset = Milliseconds(spread.count * Int64(number))
        let timeline = Timeline(
            entries: (0...entries).map { TimelineEntry(date: start + offset + .minutes(Int64($0)), archive: digest, size: 1_000) },
            policy: .never, receivedAt: start)
        _ = engine.add(id, kind: "bench", isInstalled: true, timeline: timeline, record: ReloadRecord(), at: start)
    }
    return engine
}

/// Goes from deadline to deadline as the daemon does; returns nanoseconds an entry that was shown.
func run(_ name: String, widgets: Int, entries: Int, spread: Milliseconds) {
    var engine = engine(widgets: widgets, entries: entries, spread: spread)
    var shown = 0
    var wakes = 0
    let before = nanoseconds()
    while let deadline = engine.nextDeadline {
        for effect in engine.advance(to: deadline) {
            if case .show = effect { shown += 1 }
        }
        wakes += 1
    }
    let time = nanoseconds() - before
    print("\(name)_ns", Double(time) / Double(shown))
    print("\(name)_entries", shown)
    print("\(name)_wakes", wakes)
}

let arguments = CommandLine.arguments
guard arguments.count == 3, let widgets = Int(arguments[1]), let entries = Int(arguments[2]), widgets > 0, entries > 0 else {
    print("usage: EngineBench WIDGETS ENTRIES")
    exit(64)
}
run("single", widgets: widgets, entries: entries, spread: Milliseconds(7))
run("together", widgets: widgets, entries: entries, spread: .zero)
