import CFuzzer
import Glibc
import ReplicationTestSupport
import WidgetAPI
import WidgetCore

// A paired device says anything, in any order. A session takes it or refuses it, and never misuses its storage. It neither answers nor keeps anything without
// bound. The digests that it keeps up are those of its rows.
//
// An input is where the session stands (a byte), then messages, each after its length (two bytes, little-endian). `--seeds DIRECTORY` writes what an honest
// device says, to begin with.

if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--seeds" {
    try Seeds.write(to: CommandLine.arguments[2])
    exit(0)
}

var count = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
_ = LLVMFuzzerRunDriver(&count, &arguments) { start, count in
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let first = bytes.first else { return 0 }
    do {
        var victim = try Victim(Opening(byte: first))
        try victim.hear(Pieces.split(bytes.dropFirst()))
    } catch {
        preconditionFailure("a session threw: \(error)")
    }
    return 0
}
