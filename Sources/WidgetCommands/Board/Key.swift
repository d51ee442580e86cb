/// A key that a user presses on the board, or something that they do with the mouse.
enum Key: Equatable {
    /// Tab and Shift-Tab.
    case next
    case previous
    case up
    case down
    case left
    case right
    /// Shift and an arrow: left or up, right or down.
    case earlier
    case later
    case home
    case end
    case pageUp
    case pageDown
    case enter
    /// 1 to 9.
    case digit(Int)
    case letter(Character)
    /// The left button was pressed on a cell, from 0.
    case click(column: Int, row: Int)
    /// The wheel was turned, down or up, over a cell, from 0.
    case wheel(isDown: Bool, column: Int, row: Int)
    /// The terminal's own background, as it answers when it is asked; each part 0 to 255.
    case background(red: UInt8, green: UInt8, blue: UInt8)
    /// Its answer to kitty's question: it takes such pictures, or not.
    case graphics(isTaken: Bool)
    /// Its attributes (DA1), as DEC numbers them.
    case attributes([Int])

    /// The terminal says it, not a user.
    var isAnswer: Bool {
        switch self {
        case .background, .graphics, .attributes: true
        default: false
        }
    }
}

/// Reads keys from what a terminal sends.
struct KeyDecoder {
    /// The beginning of a sequence whose end hasn't come.
    private var rest: [UInt8] = []

    private enum Outcome {
        /// Nil: a sequence that the board doesn't know.
        case key(Key?)
        case unfinished
    }

    /// The keys in what came. Sequences that aren't known are passed over, and one whose end is missing waits for it.
    mutating func keys(_ bytes: [UInt8]) -> [Key] {
        var keys: [Key] = []
        var input = (rest + bytes)[...]
        rest = []
        while let byte = input.first {
            guard byte == 0x1B else {
                input.removeFirst()
                if let key = Self.key(byte) { keys.append(key) }
                continue
            }
            let start = input
            guard case .key(let key) = Self.sequence(&input) else {
                // Longer input is no sequence of a terminal, and must not hold up what follows.
                if start.count <= BoardLimits.sequenceBytes { rest = Array(start) }
                return keys
            }
            if let key { keys.append(key) }
        }
        return keys
    }

    private static func key(_ byte: UInt8) -> Key? {
        switch byte {
        case 0x09: .next
        case 0x0D, 0x0A, 0x20: .enter
        case 0x31...0x39: .digit(Int(byte) - 0x30)
        case 0x61...0x7A, 0x41...0x5A: .letter(Character(UnicodeScalar(byte)))
        case _ where "?<>[]()".utf8.contains(byte): .letter(Character(UnicodeScalar(byte)))
        default: nil
        }
    }

    /// A sequence that begins with an escape. An escape before something else is a key of its own, which the board doesn't know.
    private static func sequence(_ input: inout ArraySlice<UInt8>) -> Outcome {
        input.removeFirst()
        switch input.first {
        case nil: return .unfinished
        case UInt8(ascii: "["):
            input.removeFirst()
            return control(&input)
        case UInt8(ascii: "O"):
            input.removeFirst()
            guard let byte = input.popFirst() else { return .unfinished }
            return .key(arrow(byte, isShifted: false))
        // Strings: of the system, of a device, of a program.
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"):
            let kind = input.removeFirst()
            guard let text = string(&input) else { return .unfinished }
            return .key(kind == UInt8(ascii: "]") ? background(text) : kind == UInt8(ascii: "_") ? graphics(text) : nil)
        default: return .key(nil)
        }
    }

    /// ECMA-48's control sequences: parameters, and a byte that ends them.
    private static func control(_ input: inout ArraySlice<UInt8>) -> Outcome {
        var parameters: [UInt8] = []
        while let byte = input.popFirst() {
            guard (0x40...0x7E).contains(byte) else {
                parameters.append(byte)
                continue
            }
            if byte == UInt8(ascii: "M"), parameters.isEmpty {
                // The old form of the mouse's: three bytes, each 32 more than what it says.
                guard input.count >= 3 else { return .unfinished }
                let values = input.prefix(3).map { Int($0) - 32 }
                input.removeFirst(3)
                return .key(mouse(values, isPress: values[0] & 3 != 3))
            }
            if parameters.first == UInt8(ascii: "<") {
                return .key(mouse(numbers(parameters.dropFirst()), isPress: byte == UInt8(ascii: "M")))
            }
            if byte == UInt8(ascii: "c"), parameters.first == UInt8(ascii: "?") { return .key(.attributes(numbers(parameters.dropFirst()))) }
            let numbers = numbers(parameters[...])
            if byte == UInt8(ascii: "~") { return .key(numbered(numbers.first ?? 0)) }
            // The second number is one more than Shift (1), Alt (2) and Control (4) together.
            return .key(arrow(byte, isShifted: numbers.count > 1 && (numbers[1] - 1) & 1 == 1))
        }
        return .unfinished
    }

    private static func numbers(_ bytes: ArraySlice<UInt8>) -> [Int] {
        bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
    }

    private static func arrow(_ byte: UInt8, isShifted: Bool) -> Key? {
        switch byte {
        case UInt8(ascii: "A"): isShifted ? .earlier : .up
        case UInt8(ascii: "B"): isShifted ? .later : .down
        case UInt8(ascii: "C"): isShifted ? .later : .right
        case UInt8(ascii: "D"): isShifted ? .earlier : .left
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "F"): .end
        case UInt8(ascii: "Z"): .previous
        default: nil
        }
    }

    private static func numbered(_ number: Int) -> Key? {
        switch number {
        case 1, 7: .home
        case 4, 8: .end
        case 5: .pageUp
        case 6: .pageDown
        default: nil
        }
    }

    /// - Parameter values: what happened, the column and the row, from 1.
    private static func mouse(_ values: [Int], isPress: Bool) -> Key? {
        guard values.count == 3, values[1] > 0, values[2] > 0, isPress else { return nil }
        // Shift, Alt and Control don't matter.
        switch values[0] & ~0b11100 {
        case 0: return .click(column: values[1] - 1, row: values[2] - 1)
        case 64, 65: return .wheel(isDown: values[0] & 1 == 1, column: values[1] - 1, row: values[2] - 1)
        default: return nil
        }
    }

    /// The text up to the end of the string; nil: the end hasn't come.
    private static func string(_ input: inout ArraySlice<UInt8>) -> String? {
        var text: [UInt8] = []
        while let byte = input.popFirst() {
            if byte == 0x07 { return String(decoding: text, as: UTF8.self) }
            if byte == 0x1B {
                guard let end = input.popFirst() else { return nil }
                if end == UInt8(ascii: "\\") { return String(decoding: text, as: UTF8.self) }
                continue
            }
            text.append(byte)
        }
        return nil
    }

    /// `Gi=31;OK`, or an error in the place of OK.
    private static func graphics(_ text: String) -> Key? { text.hasPrefix("G") ? .graphics(isTaken: text.hasSuffix(";OK")) : nil }

    /// `11;rgb:ffff/ffff/ffff`, with one to four digits for each part.
    private static func background(_ text: String) -> Key? {
        guard text.hasPrefix("11;rgb:") else { return nil }
        let parts = text.dropFirst(7).split(separator: "/").map { part -> UInt8? in
            guard let value = Int(part, radix: 16), (1...4).contains(part.count) else { return nil }
            return UInt8(clamping: value * 255 / ((1 << (4 * part.count)) - 1))
        }
        guard parts.count == 3, let red = parts[0], let green = parts[1], let blue = parts[2] else { return nil }
        return .background(red: red, green: green, blue: blue)
    }
}
