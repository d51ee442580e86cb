// Leaves of a hub, each with an identity of its own.
//
//   LeafBench enrol SOCKET LEAVES DIRECTORY     makes that many leaves of the hub, and puts the identity of each into DIRECTORY/NUMBER
//   LeafBench reconnect SOCKET LEAVES           leaves with links and watches as a display's daemon has them, in one process, until all are level again after
//                                               the hub was ended and started by somebody else; it ends after a line on its standard input

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

/// How many leaves are level with the hub.
final class Level: Sendable {
    private let level = Mutex(0)

    func note(_ change: Int) { level.withLock { $0 += change } }
    var count: Int { level.withLock { $0 } }
}

/// Watches the hub's widgets, as a leaf's daemon does.
struct Watcher: HubLink.Observer {
    let level: Level

    func connected(_ connection: HubLink.Connection) {
        Task {
            var isLevel = false
            defer { if isLevel { level.note(-1) } }
            guard let stream = try? await connection.client.stream(service: "widgetd.v1.Widgets", method: "Watch", sendsMore: true) else { return }
            func grant(_ events: UInt32) throws { stream.post(try ProtoWatchRequest.with { $0.creditMessages = events }.serializedBytes()) }
            try grant(64)
            var taken: UInt32 = 0
            for try await message in stream {
                let event = try ProtoWatchEvent(serializedBytes: Array(message.readableBytesView))
                if event.initialStateSent {
                    isLevel = true
                    level.note(1)
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
guard arguments.count >= 4, let count = Int(arguments[3]), arguments[1] == "reconnect" || arguments[1] == "enrol" && arguments.count == 5 else {
    print("usage: LeafBench enrol SOCKET LEAVES DIRECTORY | LeafBench reconnect SOCKET LEAVES")
    exit(64)
}
var logger = Logger(label: "leaf")
logger.logLevel = .critical
let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)
let level = Level()
let hub = try WidgetClient(location: SocketLocation(explicit: arguments[2], environment: { _ in nil }, uid: getuid()))

/// Makes a leaf of the hub.
@MainActor func join(_ identity: DeviceIdentity, _ number: Int) async throws -> HubLink {
    let code = try InvitationCode(hub.invite(asLeaf: true).code)
    let trusted = code.device
    let endpoint = try PeerEndpoint(identity: identity, trust: TrustPolicy { $0 == trusted ? .member : .refused }, group: group, logger: logger)
    let welcome = try await PairingClient(endpoint: endpoint).join(code, as: "leaf \(number)", addresses: [], now: now())
    var inviter = welcome.inviter
    inviter.addresses = code.addresses
    return HubLink(hubs: [inviter], endpoint: endpoint, clock: ContinuousClock(), logger: logger)
}

if arguments[1] == "enrol" {
    for number in 0..<count {
        let directory = "\(arguments[4])/\(number)"
        guard mkdir(directory, 0o700) == 0 else { throw WidgetError(.internal, "mkdir \(directory): errno \(errno)") }
        _ = try await join(DeviceIdentity.open(stateDirectory: directory, environment: [:]), number)
    }
    exit(0)
}
for number in 0..<count {
    let link = try await join(DeviceIdentity.make(), number)
    Task { await link.run(Watcher(level: level)) }
}
try await wait("all leaves are level") { level.count == count }
say("level=\(count)")
try await wait("the hub is gone") { level.count == 0 }
let gone = microseconds()
try await wait("all leaves are level again") { level.count == count }
say("reconnected_ms=\(Double(microseconds() - gone) / 1_000)")
_ = readLine()
exit(0)
