// Swift's side of the pair: calls as a program with our clients makes them, each answer decoded.
//
//     WireBench nio|blocking SOCKET WIDGET CALLS      one call in flight
//     WireBench inflight SOCKET WIDGET CALLS          64 calls in flight, on SwiftNIO
//
// Prints lines of a key and a number.

import Glibc
import NIOCore
import NIOPosix
import TTRPC
import TTRPCBlocking
import TTRPCWire
import WidgetAPI

func nanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

func report(_ samples: [UInt64]) {
    let sorted = samples.sorted()
    print("call_p50_ns=\(sorted[sorted.count / 2])")
    print("call_p99_ns=\(sorted[sorted.count * 99 / 100])")
}

/// The same call as the C client's: a request id fills the frame to 100 bytes.
let service = "widgetd.v1.Widgets"
let metadata: Metadata = ["widgetd-request-id": "xxxxxxxxxxx"]

func request(_ widget: String) throws -> [UInt8] {
    var request = ProtoGetWidgetRequest()
    request.widget = widget
    return try request.serializedBytes()
}

func blocking(_ path: String, _ widget: String, calls: Int) throws {
    let client = try BlockingClient(path: path)
    var samples: [UInt64] = []
    for number in 0..<(calls / 10 + calls) {
        let start = nanoseconds()
        let bytes = try client.call(service: service, method: "Get", payload: request(widget), metadata: metadata)
        _ = try ProtoWidgetSnapshot(serializedBytes: bytes)
        if number >= calls / 10 { samples.append(nanoseconds() - start) }
    }
    report(samples)
}

func call(_ client: TTRPCClient, _ widget: String) async throws {
    let bytes = try await client.call(service: service, method: "Get", payload: request(widget), metadata: metadata)
    _ = try bytes.withUnsafeReadableBytes { try ProtoWidgetSnapshot(serializedBytes: $0) }
}

func oneByOne(_ path: String, _ widget: String, calls: Int) async throws {
    let client = try await TTRPCClient.connect(path: path, group: MultiThreadedEventLoopGroup.singleton)
    let samples = try await withTaskExecutorPreference(client.executor) {
        var samples: [UInt64] = []
        for number in 0..<(calls / 10 + calls) {
            let start = nanoseconds()
            try await call(client, widget)
            if number >= calls / 10 { samples.append(nanoseconds() - start) }
        }
        return samples
    }
    report(samples)
}

func inFlight(_ path: String, _ widget: String, calls: Int) async throws {
    let client = try await TTRPCClient.connect(path: path, group: MultiThreadedEventLoopGroup.singleton)
    @Sendable func pump(_ calls: Int) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<64 {
                group.addTask(executorPreference: client.executor) { for _ in 0..<calls / 64 { try await call(client, widget) } }
            }
            try await group.waitForAll()
        }
    }
    try await pump(calls / 10)
    let start = nanoseconds()
    try await pump(calls)
    print("calls_per_second=\(Double(calls / 64 * 64) * 1e9 / Double(nanoseconds() - start))")
}

let arguments = CommandLine.arguments
guard arguments.count == 5, let calls = Int(arguments[4]), calls > 0 else {
    print("usage: WireBench nio|blocking|inflight SOCKET WIDGET CALLS")
    exit(64)
}
switch arguments[1] {
case "nio": try await oneByOne(arguments[2], arguments[3], calls: calls)
case "blocking": try blocking(arguments[2], arguments[3], calls: calls)
case "inflight": try await inFlight(arguments[2], arguments[3], calls: calls)
default:
    print("unknown mode \(arguments[1])")
    exit(64)
}
