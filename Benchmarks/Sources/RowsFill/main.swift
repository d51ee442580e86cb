// Many rows in a daemon's store, while the daemon is stopped: widgets of a kind that no provider gives, so that nothing is asked for them.
//
//   RowsFill DIR PLACED REMOVED     DIR is the daemon's state directory, where it has made its store; of those removed the tombstone stays

import Glibc
import WidgetCore
import WidgetStore

func now() -> Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
}

/// Sorted, as ids are that begin with a date.
func widget(_ number: Int) -> Widget? {
    let bytes = withUnsafeBytes(of: (UInt64(0x018b_cfe5_6800_7000 + number << 16).bigEndian, (UInt64(1) << 63 + UInt64(number)).bigEndian)) { Array($0) }
    return WidgetID(bytes: bytes).map {
        Widget(
            id: $0, kind: "away", family: .systemSmall, name: "widget \(number)", parameters: ["interval": .integer(Int64(number)), "title": .text("Widget \(number)")],
            placedAt: Timestamp(milliseconds: 1_700_000_000_000 + Int64(number)))
    }
}

let arguments = CommandLine.arguments
guard arguments.count == 4, let placed = Int(arguments[2]), let removed = Int(arguments[3]) else {
    print("usage: RowsFill DIR PLACED REMOVED")
    exit(64)
}
/// Few enough that the log no longer reaches back to the first one: a store keeps the last thousand transactions, and a new device comes by snapshot.
let atOnce = max(1, min(50, (placed + removed) / 2_000))
let (store, _) = try WidgetStore.open(StoreConfiguration(directory: arguments[1], now: now))
for first in stride(from: 0, to: placed + removed, by: atOnce) {
    let widgets = (first..<min(first + atOnce, placed + removed)).compactMap(widget)
    try await store.write { transaction in for widget in widgets { try transaction.put(widget) } }
}
for first in stride(from: placed, to: placed + removed, by: atOnce) {
    let widgets = (first..<min(first + atOnce, placed + removed)).compactMap(widget)
    try await store.write { transaction in for widget in widgets { try transaction.remove(widget.id) } }
}
store.close()
