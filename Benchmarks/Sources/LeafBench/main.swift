// Leaves of a hub: each with an identity, a TLS link and the watches of its own, as a display's daemon has them, in one process.
//
//   LeafBench SOCKET WIDGET LEAVES EDITS [EDITOR]     SOCKET is the hub's, and WIDGET one of its widgets, which is renamed EDITS times, at the hub or at the
//                                                     daemon with the socket EDITOR
//   LeafBench SOCKET WIDGET LEAVES reconnect     until all leaves are level again after the hub was ended and started by somebody else
//
// It prints what it measures; then, after a line on its standard input, it ends.

import Glibc
import Logging
import NIOCore
import NIOPosix
import Synchronization
import TTRPC
import WidgetAPI
import WidgetCore
import WidgetPeers

func now() -> Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
}

func microseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
}

/// When each leaf has seen each name.
final class Sightings: Sendable {
    private struct State {
        var name = ""
        var seen: [Int64] = []
        var level = 0
    }

    private let state = Mutex(State())

    func begin(_ name: String) { state.withLock { ($0.name, $0.seen) = (name, []) } }
    func note(_ name: String) { let at = microseconds(); state.withLock { if $0.name == name { $0.seen.append(at) } } }
    func noteLevel(_ change: Int) { state.withLock { $0.level += change } }
    var seen: [Int64] { state.withLock { $0.seen } }
    var level: Int { state.withLock { $0.level } }
}

/// Watches the hub's widgets, as a leaf's daemon does.
struct Watcher: HubLink.Observer {
    let sightings: Sightings

    func connected(_ connection: HubLink.Connection) {
        Task {
            var isLevel = false
            defer { if isLevel { sightings.noteLevel(-1) } }
            guard let stream = try? await connection.client.stream(service: "widgetd.v1.Widgets", method: "Watch", sendsMore: true) else { return }
            func grant(_ events: UInt32) throws { stream.post(try ProtoWatchRequest.with { $0.creditMessages = events }.serializedBytes()) }
            try grant(64)
            var taken: UInt32 = 0
            for try await message in stream {
                let event = try ProtoWatchEvent(serializedBytes: Array(message.readableBytesView))
                if event.widget.hasWidget { sightings.note(event.widget.widget.name) }
                if event.initialStateSent {
                    isLevel = true
                    sightings.noteLevel(1)
                }
                taken += 1
                guard taken == 32 else { continue }
                try grant(taken)
                taken = 0
            }
        }
    }

    func disconnected(_ error: WidgetError) {}
    func hubsChanged(_ hubs: [PairedDevice]) {}
}

/// A line, at once: whoever reads it waits for it.
func say(_ line: String) {
    print(line)
    fflush(nil)
}

func wait(_ what: String, until isRight: () -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(120)
    while !isRight() {
        guard ContinuousClock.now < end else { throw WidgetError(.deadlineExceeded, "not yet: \(what)") }
        try await Task.sleep(for: .microseconds(200))
    }
}

let arguments = CommandLine.arguments
guard arguments.count >= 5, let count = Int(arguments[3]) else {
    print("usage: LeafBench SOCKET WIDGET LEAVES EDITS [EDITOR] | reconnect")
    exit(64)
}
var logger = Logger(label: "leaf")
logger.logLevel = .critical
let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)
let sightings = Sightings()
let hub = WidgetClient(location: try SocketLocation(explicit: arguments[1], environment: { _ in nil }, uid: getuid()))
let editor =
    try arguments.count > 5
    ? WidgetClient(location: SocketLocation(explicit: arguments[5], environment: { _ in nil }, uid: getuid())) : hub
for number in 0..<count {
    let identity = try DeviceIdentity.make()
    let code = try InvitationCode(hub.invite(asLeaf: true).code)
    let trusted = code.device
    let endpoint = try PeerEndpoint(identity: identity, trust: TrustPolicy { $0 == trusted ? .member : .refused }, group: group, logger: logger)
    let welcome = try await PairingClient(endpoint: endpoint).join(code, as: "leaf \(number)", addresses: [], now: now())
    var inviter = welcome.inviter
    inviter.addresses = code.addresses
    let link = HubLink(hubs: [inviter], endpoint: endpoint, clock: ContinuousClock(), logger: logger)
    Task { await link.run(Watcher(sightings: sightings)) }
}
try await wait("all leaves are level") { sightings.level == count }
say("level=\(count)")
if arguments[4] == "reconnect" {
    // The hub is ended and started by whoever runs this.
    try await wait("the hub is gone") { sightings.level == 0 }
    let gone = microseconds()
    try await wait("all leaves are level again") { sightings.level == count }
    say("reconnected_ms=\(Double(microseconds() - gone) / 1_000)")
} else {
    var delays: [Double] = []
    var last: [Double] = []
    for edit in 0..<(Int(arguments[4]) ?? 0) {
        let name = "edit \(edit)"
        sightings.begin(name)
        let began = microseconds()
        _ = try editor.configure(.with { ($0.widget, $0.name) = (arguments[2], name) })
        try await wait("all leaves show \(name)") { sightings.seen.count == count }
        let found = sightings.seen.map { Double($0 - began) / 1_000 }
        delays += found
        last.append(found.max() ?? 0)
        try await Task.sleep(for: .milliseconds(50))
    }
    delays.sort()
    last.sort()
    say("p50_ms=\(delays[delays.count / 2])")
    say("p99_ms=\(delays[min(delays.count * 99 / 100, delays.count - 1)])")
    say("last_p50_ms=\(last[last.count / 2])")
}
say("done=1")
_ = readLine()
exit(0)
