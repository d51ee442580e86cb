// The reload engine, alone: entries that come due, one after another and all at once; budgets and deadlines.
//
//     EngineBench WIDGETS ENTRIES                 so many entries of each of so many widgets
//     EngineBench budgets WIDGETS DECISIONS       so many decisions about so many widgets
//
// Prints lines of a key and a number.

import Glibc
import WidgetCore

/// An engine with widgets whose entries come due a minute apart, those of each widget `spread` after those of the one before.
func engine(widgets: Int, entries: Int, spread: Milliseconds) -> ReloadEngine {
    var engine = ReloadEngine(seed: 1)
    for number in 0..<widgets {
        let bytes: [UInt8] = [0, 0, 0, 0, 0, 0, 0x70, 0, 0x80, 0, 0, 0, 0] + [16, 8, 0].map { UInt8(number >> $0 & 255) }
        guard let id = WidgetID(bytes: bytes) else { continue }
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

let numbers = CommandLine.arguments.dropFirst().suffix(2).compactMap { Int($0) }.filter { $0 > 0 }
switch (CommandLine.arguments.count, CommandLine.arguments.dropFirst().first) {
case (4, "budgets") where numbers.count == 2:
    var budgets = Budgets(widgets: numbers[0], decisions: numbers[1])
    budgets.run()
case (3, _) where numbers.count == 2:
    run("single", widgets: numbers[0], entries: numbers[1], spread: Milliseconds(7))
    run("together", widgets: numbers[0], entries: numbers[1], spread: .zero)
default:
    print("usage: EngineBench [budgets] WIDGETS ENTRIES|DECISIONS")
    exit(64)
}
