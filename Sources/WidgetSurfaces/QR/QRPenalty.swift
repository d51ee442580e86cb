/// How hard a code is to read, by the standard's four rules; the mask with the least is taken.
enum QRPenalty {
    static func of(_ code: QRCode) -> Int {
        let lines =
            (0..<code.size).map { line in (0..<code.size).map { code[$0, line] } } + (0..<code.size).map { line in (0..<code.size).map { code[line, $0] } }
        return lines.reduce(0) { $0 + runs($1) + finders($1) } + squares(code) + balance(code)
    }

    /// Five or more of one colour in a line.
    private static func runs(_ line: [Bool]) -> Int {
        var (penalty, length) = (0, 0)
        for (index, module) in line.enumerated() {
            length = index > 0 && line[index - 1] == module ? length + 1 : 1
            if length == 5 { penalty += 3 } else if length > 5 { penalty += 1 }
        }
        return penalty
    }

    private static let finder = [true, false, true, true, true, false, true]
    private static let patterns = [[Bool](repeating: false, count: 4) + finder, finder + [Bool](repeating: false, count: 4)]

    /// What looks like a finder with light beside it.
    private static func finders(_ line: [Bool]) -> Int {
        (0...line.count - 11).reduce(0) { penalty, start in patterns.contains(Array(line[start..<start + 11])) ? penalty + 40 : penalty }
    }

    /// Two by two of one colour.
    private static func squares(_ code: QRCode) -> Int {
        var penalty = 0
        for y in 0..<code.size - 1 {
            for x in 0..<code.size - 1 where code[x, y] == code[x + 1, y] && code[x, y] == code[x, y + 1] && code[x, y] == code[x + 1, y + 1] { penalty += 3 }
        }
        return penalty
    }

    /// More dark than light, or less.
    private static func balance(_ code: QRCode) -> Int {
        let dark = (0..<code.size).reduce(0) { count, y in count + (0..<code.size).count { code[$0, y] } }
        return abs(dark * 20 - code.size * code.size * 10) / (code.size * code.size) * 10
    }
}
