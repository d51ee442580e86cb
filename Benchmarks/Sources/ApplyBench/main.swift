// Applying a peer's changes. The floor is Benchmarks/store/apply.c.
//
//   ApplyBench DIR BATCHES SIZE ROWS [digest]     each transaction changes 3 fields of one of ROWS widgets, SIZE of them in a commit, each widget as often as any other; with the digest of contents kept up
//
// Prints lines of a key and a number: transactions a second; processor time of one, in microseconds.

import Glibc
import WidgetCore
import WidgetReplication
import WidgetStore

func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

let start = Timestamp(milliseconds: 1_700_000_000_000)

/// The same rows as the floor's.
func row(_ number: Int) -> [UInt8] {
    withUnsafeBytes(of: (UInt64(0x018b_cfe5_6800_7000 + number << 16).bigEndian, (UInt64(1) << 63 + UInt64(number)).bigEndian)) { Array($0) }
}

/// Writes messages of `storage.proto`.
struct Message {
    var bytes: [UInt8] = []

    mutating func number(_ field: UInt8, _ value: UInt64) {
        bytes.append(field << 3)
        varint(value)
    }

    mutating func block(_ field: UInt8, _ content: [UInt8]) {
        bytes.append(field << 3 | 2)
        varint(UInt64(content.count))
        bytes += content
    }

    private mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}

func operation(table: UInt64, _ row: [UInt8], isInsert: Bool, _ cells: [(UInt64, CellValue)]) -> [UInt8] {
    var operation = Message()
    operation.number(1, table)
    operation.block(2, row)
    if isInsert { operation.number(4, 1) }
    for (column, value) in cells {
        var cell = Message()
        cell.number(1, column)
        switch value {
        case .integer(let integer): cell.number(2, UInt64(bitPattern: integer << 1 ^ integer >> 63))
        case .text(let text): cell.block(3, Array(text.utf8))
        case .blob(let blob): cell.block(4, blob)
        }
        operation.block(5, cell.bytes)
    }
    var frame = Message()
    frame.block(1, operation.bytes)
    return frame.bytes
}

/// A device that has written all this.
struct Author {
    let device = DeviceID(certificate: [1])
    let origin: Origin
    var sequence: Int64 = 0
    var hash = ChainHash.start

    init() { origin = Origin(device: device, incarnation: Incarnation(now: start, after: nil, random: 1)) }

    mutating func transaction(_ frame: [UInt8]) -> LoggedTransaction {
        sequence += 1
        let clock = HybridLogicalClock.Reading(date: start + Milliseconds(sequence))
        hash = hash.next(origin, sequence: sequence, clock: clock, frame: frame)
        return LoggedTransaction(origin: origin, sequence: sequence, clock: clock, hash: hash, frame: frame)
    }
}

@concurrent func apply(_ batches: [[LoggedTransaction]], from device: DeviceID, to store: WidgetStore) async throws {
    for batch in batches {
        _ = try await store.replicate { try $0.apply(batch, from: device, now: start + .hours(24)).applied }
    }
}

let arguments = CommandLine.arguments.dropFirst(2).compactMap { Int($0) }
guard arguments.count == 3 else {
    print("usage: ApplyBench DIR BATCHES SIZE ROWS [digest]")
    exit(64)
}
let (batches, size, rows) = (arguments[0], arguments[1], arguments[2])
let (store, _) = try WidgetStore.open(StoreConfiguration(directory: CommandLine.arguments[1] + "/store", now: { start }))
var author = Author()
let own: [(UInt64, CellValue)] = [(1, .blob(author.device.bytes)), (2, .text("author")), (3, .text("")), (4, .integer(1)), (5, .integer(0)), (6, .integer(0))]
var setup = [author.transaction(operation(table: 2, Array(author.device.bytes.prefix(16)), isInsert: true, own))]
for number in 0..<rows {
    let cells: [(UInt64, CellValue)] = [
        (1, .text("system.cpu")), (2, .integer(1)), (3, .text("widget \(number)")), (4, .blob(Array(repeating: 0, count: 39))),
        (5, .integer(1_700_000_000_000)),
        (6, .blob(author.device.bytes)),
    ]
    setup.append(author.transaction(operation(table: 1, row(number), isInsert: true, cells)))
}
try await apply(stride(from: 0, to: setup.count, by: 1_000).map { Array(setup[$0..<min($0 + 1_000, setup.count)]) }, from: author.device, to: store)

var received: [[LoggedTransaction]] = []
for _ in 0..<batches {
    var batch: [LoggedTransaction] = []
    for _ in 0..<size {
        let parameters = withUnsafeBytes(of: author.sequence.bigEndian) { Array($0) } + Array(repeating: 0, count: 31)
        let cells: [(UInt64, CellValue)] = [(2, .integer(author.sequence & 3)), (3, .text("widget \(author.sequence)")), (4, .blob(parameters))]
        batch.append(author.transaction(operation(table: 1, row(Int(author.sequence) * 7_919 % rows), isInsert: false, cells)))
    }
    received.append(batch)
}
// From the first comparison with a peer on, a digest of all that is shared is kept up with each change.
if CommandLine.arguments.last == "digest" { _ = try await store.replicate { _ = try $0.digest() } }
let begin = seconds(CLOCK_MONOTONIC)
let cpu = seconds(CLOCK_PROCESS_CPUTIME_ID)
try await apply(received, from: author.device, to: store)
let count = Double(batches * size)
print("apply.swift.per_second", (count / (seconds(CLOCK_MONOTONIC) - begin)).rounded())
print("apply.swift.cpu_us", ((seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu) / count * 1e9).rounded() / 1e3)
store.close()
