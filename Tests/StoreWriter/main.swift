// Writes to a store with several tasks at once and prints a line for each write that was acknowledged, until it is killed.
//
//   StoreWriter DIRECTORY NUMBER...      one number for each task: where it begins

import Glibc
import WidgetCore
import WidgetStore

/// One call of write(2), so that a line is printed whole or not at all.
func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(1, bytes, bytes.count)
}

func now() -> Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
}

let numbers = CommandLine.arguments.dropFirst(2).compactMap { Int($0) }
guard numbers.count == WriterProtocol.tasks else { exit(64) }
let (store, _) = try WidgetStore.open(StoreConfiguration(directory: CommandLine.arguments[1], now: now))
say(WriterProtocol.ready)

try await withThrowingTaskGroup(of: Void.self) { group in
    for (task, first) in numbers.enumerated() {
        group.addTask {
            for number in first... {
                let id = WriterProtocol.widget(task)
                let entries = [number, number + 1].compactMap { archive in
                    WriterProtocol.digest(task, archive).map {
                        ProvidedEntry(
                            date: Timestamp(milliseconds: Int64(archive)),
                            archive: [UInt8](repeating: UInt8(archive & 255), count: WriterProtocol.archiveBytes),
                            digest: $0)
                    }
                }
                try await store.write { transaction in
                    try transaction.put(Widget(id: id, kind: "kill", family: .systemSmall, name: "\(number)", placedAt: Timestamp(milliseconds: 0)))
                    try transaction.setTimeline(id, ProvidedTimeline(entries: entries, policy: .atEnd), receivedAt: now())
                    try transaction.setReloadRecord(id, ReloadRecord(failures: number))
                    try transaction.append(Decision(time: now(), widget: id, event: .timelineAccepted, detail: "\(number)"))
                }
                say("\(task) \(number)")
            }
        }
    }
    try await group.waitForAll()
}
