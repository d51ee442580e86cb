import Glibc
import Synchronization
import Testing
import WidgetAPI

@testable import CommandRendering
@testable import WidgetCommands

let deskID = "DESKAAA-BBBBBBB-CCCCCCC-DDDDDDD-EEEEEEE-FFFFFFF-GGGGGGG-HHHHHHH"
let laptopID = "LAPTOPA-BBBBBBB-CCCCCCC-DDDDDDD-EEEEEEE-FFFFFFF-GGGGGGG-HHHHHHH"
let phoneID = "PHONEAA-BBBBBBB-CCCCCCC-DDDDDDD-EEEEEEE-FFFFFFF-GGGGGGG-HHHHHHH"

func device(_ id: String, _ name: String, _ state: ProtoDeviceInfo.State, _ change: (inout ProtoDeviceInfo) -> Void = { _ in }) -> ProtoDeviceInfo {
    var device = ProtoDeviceInfo()
    (device.id, device.name, device.state) = (id, name, state)
    device.addedAt = date(-86_400)
    change(&device)
    return device
}

let desk = device(deskID, "desk", .self_)

/// Takes a command's output and questions, in place of a terminal.
final class Desk {
    private let output: Int32
    private let errors: Int32

    init() {
        (output, errors) = (Self.temporary(), Self.temporary())
    }

    deinit {
        close(output)
        close(errors)
    }

    /// A session with the daemon at `place`.
    ///
    /// - Parameters:
    ///   - columns: of the terminal that is pretended; nil: the output isn't one.
    ///   - input: where answers come from; without it there are none.
    func session(_ place: SocketPlace, json: Bool = false, columns: Int? = nil, input: Int32? = nil) -> Session {
        var session = Session(socket: place.path, timeout: nil, json: json)
        session.output = OutputFile(descriptor: output)
        session.errors = OutputFile(descriptor: errors)
        session.input = InputFile(descriptor: input ?? output)
        session.terminal = TerminalTraits(isTerminal: columns != nil, columns: columns ?? 80, rows: 24, color: .none, isUnicode: true)
        return session
    }

    /// The output.
    var printed: String { Self.text(output) }
    /// The questions, and the messages beside the output.
    var asked: String { Self.text(errors) }

    private static func temporary() -> Int32 {
        var template = Array("/tmp/widgetctl-test-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        unlink(template)
        return descriptor
    }

    private static func text(_ descriptor: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}

/// A user at a real terminal who has typed something.
final class Typist {
    /// The terminal's end of a program.
    let terminal: Int32
    private let keyboard: Int32
    /// TIOCSPTLCK and TIOCGPTPEER of ioctl_tty(2), which Swift doesn't import.
    private static let (lock, openPeer): (UInt, UInt) = (0x4004_5431, 0x5441)

    init(_ text: String) throws {
        keyboard = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var locked: Int32 = 0
        terminal = ioctl(keyboard, Self.lock, &locked) == 0 ? ioctl(keyboard, Self.openPeer, O_RDWR | O_NOCTTY | O_CLOEXEC) : -1
        try #require(terminal >= 0)
        try OutputFile(descriptor: keyboard).write(text)
    }

    deinit {
        close(terminal)
        close(keyboard)
    }
}

/// A pipe with some bytes and an end.
func pipe(with text: String) throws -> Int32 {
    var ends: [Int32] = [0, 0]
    try #require(Glibc.pipe(&ends) == 0)
    try OutputFile(descriptor: ends[1]).write(text)
    close(ends[1])
    return ends[0]
}

/// The calls that a server got.
final class Calls: Sendable {
    private let list = Mutex<[String]>([])

    var all: [String] { list.withLock { $0 } }

    /// - Returns: how often this one came, with this one.
    @discardableResult func note(_ call: String) -> Int {
        list.withLock {
            $0.append(call)
            return $0.count { $0 == call }
        }
    }
}
