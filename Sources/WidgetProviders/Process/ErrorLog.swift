/// Splits a program's standard error into lines for the log. It escapes control characters, cuts long lines, and limits the number of lines a second.
///
/// It reads no clock: the caller passes the time with the bytes.
struct ErrorLog {
    private var line: [UInt8] = []
    private var isCut = false
    private var tokens = Double(ProviderLimits.logLineBurst)
    private var lastRefill: ContinuousClock.Instant?
    private var dropped = 0

    /// The last line that isn't blank, logged or not.
    private(set) var lastLine = ""
    /// The last line with Swift's reason for a crash. A backtrace follows such a line.
    private(set) var fatalError: String?

    /// The lines to log after `bytes`.
    mutating func push(_ bytes: some Sequence<UInt8>, at now: ContinuousClock.Instant) -> [String] {
        var lines: [String] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                finishLine(at: now, into: &lines)
            } else if line.count < ProviderLimits.logLineBytes {
                line.append(byte)
            } else {
                isCut = true
            }
        }
        return lines
    }

    /// The lines to log at the program's end: a last line without a newline, and the number of lines that were left out.
    mutating func finish(at now: ContinuousClock.Instant) -> [String] {
        var lines: [String] = []
        if !line.isEmpty { finishLine(at: now, into: &lines) }
        reportDropped(into: &lines)
        return lines
    }

    private mutating func finishLine(at now: ContinuousClock.Instant, into lines: inout [String]) {
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        let text = Self.escaped(line) + (isCut ? "…" : "")
        line.removeAll(keepingCapacity: true)
        isCut = false
        guard text.contains(where: { !$0.isWhitespace }) else { return }
        lastLine = text
        if text.contains("Fatal error: ") { fatalError = text }
        guard takeToken(at: now) else {
            dropped += 1
            return
        }
        reportDropped(into: &lines)
        lines.append(text)
    }

    private mutating func reportDropped(into lines: inout [String]) {
        guard dropped > 0 else { return }
        lines.append("(\(dropped) lines left out: more than \(ProviderLimits.logLinesPerSecond) a second)")
        dropped = 0
    }

    private mutating func takeToken(at now: ContinuousClock.Instant) -> Bool {
        if let lastRefill {
            let elapsed = lastRefill.duration(to: now) / Duration.seconds(1)
            tokens = min(Double(ProviderLimits.logLineBurst), tokens + max(0, elapsed) * Double(ProviderLimits.logLinesPerSecond))
        }
        lastRefill = now
        guard tokens >= 1 else { return false }
        tokens -= 1
        return true
    }

    /// The bytes as text with visible control characters. So no program can forge a log line, move a terminal's cursor or change the text's direction.
    private static func escaped(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self).unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar.value {
            case 0x00...0x08, 0x0A...0x1F, 0x7F...0x9F, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069:
                text += "\\u{\(String(scalar.value, radix: 16))}"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
