import Glibc
import WidgetCore

/// Standard input, where a user answers and pastes.
struct InputFile {
    let descriptor: Int32

    static let standard = InputFile(descriptor: STDIN_FILENO)

    var isTerminal: Bool { isatty(descriptor) == 1 }

    /// One line, without its end; nil where the input is at its end.
    ///
    /// It takes no byte after the line, so that whoever reads next finds it.
    /// - Throws: INVALID_ARGUMENT for a line longer than ``CommandLimits/inputLineBytes``, or one that isn't UTF-8.
    func line() throws(WidgetError) -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            let count = read(descriptor, &byte, 1)
            if count < 0, errno == EINTR { continue }
            if count <= 0, bytes.isEmpty { return nil }
            if count <= 0 || byte == UInt8(ascii: "\n") { break }
            bytes.append(byte)
            guard bytes.count <= CommandLimits.inputLineBytes else {
                throw .invalid("standard input", "a line has more than \(CommandLimits.inputLineBytes) bytes")
            }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .invalid("standard input", "it isn't UTF-8") }
        return text
    }
}
