// The store's durable single writes and its reads at start. The floor is Benchmarks/store/store_floor.c; Benchmarks/store/compare.py runs both in turn.
//
//   StoreBench fill DIR             a store with 1,000 widgets of 8 kinds, parameters set, no timelines
//   StoreBench fill-timelines DIR   the same with 24 entries and a reload record each
//   StoreBench write DIR N          N commits, one at a time: one field of one of 1,000 widgets
//   StoreBench open DIR N           opens the store and reads all that the daemon reads at its start, N times
//   StoreBench read DIR N           the same reads on an open store, N times
//   StoreBench concurrent DIR N     N commits by 16 tasks at once
//
// Prints lines of a key and a number: microseconds, or writes a second.

import Glibc
import WidgetCore
import WidgetStore

func now() -> Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
}

func microseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
}

func report(_ name: String, _ samples: [Double]) {
    let sorted = samples.sorted()
    print("\(name).p50_us", (sorted[sorted.count / 2] * 100).rounded() / 100)
    print("\(name).p99_us", (sorted[sorted.count * 99 / 100] * 100).rounded() / 100)
}

let placed = Timestamp(milliseconds: 1_700_000_000_000)
let kinds = ["system.cpu", "system.memory", "system.disk", "system.battery", "system.network", "caffeine", "agenda", "weather"]

func widget(_ number: Int, name: String) -> Widget? {
    let bytes: [UInt8] = [1, 0x9a, 0, 0, 0, 0, 0x70, 0, 0x80, 0, 0, 0, 0, 0, UInt8(number >> 8), UInt8(number & 255)]
    return WidgetID(bytes: bytes).map {
        Widget(
            id: $0, kind: kinds[number % kinds.count], family: .systemSmall, name: name,
            parameters: ["interval": .integer(Int64(number)), "title": .text("Widget \(number)")], placedAt: placed + .seconds(Int64(number)))
    }
}

func fill(_ store: WidgetStore, timelines: Bool) async throws {
    let widgets = (0..<1_000).compactMap { widget($0, name: "widget \($0)") }
    try await store.write { transaction in
        for widget in widgets { try transaction.put(widget) }
        try transaction.setKinds(kinds.map { StoredKind(kind: Kind(id: $0, displayName: $0, families: [.systemSmall, .systemMedium]), fingerprint: "1") })
    }
    guard timelines else { return }
    for (number, widget) in widgets.enumerated() {
        try await store.write { transaction in
            let entries = (0..<24).compactMap { entry in
                let archive = Array("archive \(number) \(entry)".utf8) + [UInt8](repeating: UInt8(entry), count: 400)
                var digest = [UInt8](repeating: UInt8(entry), count: 32)
                digest[0] = UInt8(number >> 8)
                digest[1] = UInt8(number & 255)
                return ContentDigest(bytes: digest).map { ProvidedEntry(date: placed + .minutes(Int64(entry) * 15), archive: archive, digest: $0) }
            }
            try transaction.setTimeline(widget.id, ProvidedTimeline(entries: entries, policy: .atEnd), receivedAt: placed)
            try transaction.setReloadRecord(widget.id, ReloadRecord(nextReload: placed + .hours(6), rule: "policy-at-end", lastReloadAt: placed))
        }
    }
}

/// Microseconds of each write, as a request's handler sees them: from the concurrent pool, not the main thread.
@concurrent func writeOneByOne(_ store: WidgetStore, _ count: Int) async throws -> [Double] {
    var samples: [Double] = []
    for number in 1...count {
        guard let changed = widget(number % 1_000, name: "widget \(number + 1_000)") else { continue }
        let start = microseconds()
        try await store.write { try $0.put(changed) }
        samples.append(microseconds() - start)
    }
    return samples
}

let arguments = CommandLine.arguments
guard arguments.count >= 3 else {
    print("usage: StoreBench fill|fill-timelines|write|open|read|concurrent DIR [N]")
    exit(64)
}
let configuration = StoreConfiguration(directory: arguments[2], now: now)
let count = arguments.count > 3 ? Int(arguments[3]) ?? 1_000 : 1_000
var samples: [Double] = []
switch arguments[1] {
case "fill", "fill-timelines":
    let (store, _) = try WidgetStore.open(configuration)
    try await fill(store, timelines: arguments[1] == "fill-timelines")
    store.close()
case "write":
    let (store, _) = try WidgetStore.open(configuration)
    try await fill(store, timelines: false)
    report("store.write.swift", try await writeOneByOne(store, count))
    store.close()
case "concurrent":
    let (store, _) = try WidgetStore.open(configuration)
    try await fill(store, timelines: false)
    let start = microseconds()
    try await withThrowingTaskGroup(of: Void.self) { group in
        for task in 0..<16 {
            group.addTask {
                for number in stride(from: task, to: count, by: 16) {
                    if let changed = widget(number % 1_000, name: "widget \(number + 1_000)") { try await store.write { try $0.put(changed) } }
                }
            }
        }
        try await group.waitForAll()
    }
    print("store.concurrent.swift.per_second", (Double(count) / (microseconds() - start) * 1e6).rounded())
    store.close()
case "open":
    for _ in 0..<count {
        let start = microseconds()
        let (store, _) = try WidgetStore.open(configuration)
        let state = try store.load()
        samples.append(microseconds() - start)
        guard state.widgets.count == 1_000 else { fatalError("\(state.widgets.count) widgets") }
        store.close()
    }
    report("store.open.swift", samples)
default:
    let (store, _) = try WidgetStore.open(configuration)
    _ = try store.load()
    for _ in 0..<count {
        let start = microseconds()
        let state = try store.load()
        samples.append(microseconds() - start)
        guard state.widgets.count == 1_000 else { fatalError("\(state.widgets.count) widgets") }
    }
    report("store.read.swift", samples)
    store.close()
}
