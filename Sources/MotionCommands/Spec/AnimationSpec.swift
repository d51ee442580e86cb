import Motion

/// An animation as it is written in code: `.snappy`, `spring(duration: 0.4, bounce: 0.2).delay(0.1)`.
struct AnimationSpec {
    /// The animation as it was written, in one line without needless spaces; printable ASCII.
    let text: String
    let animation: Animation

    /// - Throws: ``AnimationSpecError`` that says where something isn't known, and what is known there.
    init(_ text: String) throws {
        animation = try SpecType<Animation>.animation.value(of: SpecReader.chain(text))
        self.text = text.split { $0.isWhitespace }.joined(separator: " ")
    }

    /// Animations that need no parameters, as they are written.
    static let presets = SpecType<Animation>.animation.made.filter(\.isProperty).map { ".\($0.name)" }
}

/// An error in the text of an animation, and its position.
struct AnimationSpecError: Error, Equatable {
    /// The character, counted from 1.
    let position: Int
    /// The text that was found, and the names that are known there.
    let message: String

    /// One line for a user.
    var description: String { "at character \(position): \(message)" }

    init(_ position: Int, _ message: String) {
        self.position = position
        self.message = message
    }
}

/// Reads an animation's text as names with arguments; what they mean is ``SpecType``'s to say.
struct SpecReader {
    private let tokens: [SpecToken]
    private var index = 0
    private var depth = 0

    private var next: SpecToken { tokens[min(index, tokens.count - 1)] }

    private init(_ text: String) throws { tokens = try SpecToken.all(in: text) }

    /// The names that `text` strings together with dots.
    static func chain(_ text: String) throws -> [SpecCall] {
        var reader = try SpecReader(text)
        guard reader.next.kind != .end else { throw AnimationSpecError(1, "an animation is missing, such as .snappy") }
        let chain = try reader.chain()
        guard reader.next.kind == .end else {
            throw AnimationSpecError(reader.next.position, "\(reader.next.found) behind the animation; modifiers begin with a dot")
        }
        return chain
    }

    private mutating func take(_ kind: SpecToken.Kind) -> Bool {
        guard next.kind == kind else { return false }
        index += 1
        return true
    }

    /// The dot before the first name may be missing.
    private mutating func chain() throws -> [SpecCall] {
        _ = take(.dot)
        var calls: [SpecCall] = []
        repeat {
            guard next.kind == .name else { throw AnimationSpecError(next.position, "a name is missing before \(next.found)") }
            calls.append(try call())
        } while take(.dot)
        return calls
    }

    private mutating func call() throws -> SpecCall {
        let name = next
        index += 1
        guard take(.open) else { return SpecCall(name: name.text, shown: name.text, position: name.position, arguments: nil, end: next.position) }
        depth += 1
        guard depth <= PlotLimits.depth else { throw AnimationSpecError(name.position, "at most \(PlotLimits.depth) parentheses stand in each other") }
        defer { depth -= 1 }
        var arguments: [SpecArgument] = []
        if next.kind != .close {
            repeat { arguments.append(try argument()) } while take(.comma)
        }
        let end = next
        guard take(.close) else { throw AnimationSpecError(end.position, "a comma or \")\" is missing before \(end.found)") }
        return SpecCall(name: name.text, shown: name.text, position: name.position, arguments: arguments, end: end.position)
    }

    private mutating func argument() throws -> SpecArgument {
        let first = next
        var label: String?
        if first.kind == .name, tokens[index + 1].kind == .colon {
            label = first.text
            index += 2
        }
        let position = next.position
        switch next.kind {
        case .number(let number):
            index += 1
            return SpecArgument(label: label, position: label == nil ? position : first.position, value: .number(number))
        case .name where ["true", "false"].contains(next.text):
            let flag = next.text == "true"
            index += 1
            return SpecArgument(label: label, position: first.position, value: .flag(flag))
        case .name, .dot: return SpecArgument(label: label, position: first.position, value: .chain(try chain()))
        default:
            throw AnimationSpecError(position, "\(label.map { "\"\($0)\"" } ?? "the parameter") has no value before \(next.found)")
        }
    }
}

/// A name with what is in parentheses behind it: `spring(duration: 0.4)`.
struct SpecCall {
    var name: String
    /// The name as it is written.
    let shown: String
    let position: Int
    /// Nil: there are no parentheses.
    let arguments: [SpecArgument]?
    /// Where the parentheses end, or the name.
    let end: Int
}

/// A value in parentheses, between commas.
struct SpecArgument {
    let label: String?
    let position: Int
    let value: SpecValue
}

/// A value as it is written.
indirect enum SpecValue {
    case number(Double)
    case flag(Bool)
    /// `.easeIn`, `UnitPoint(x: 0, y: 1)`, `.easeIn.inverse`.
    case chain([SpecCall])

    /// How an error names it.
    var found: String {
        switch self {
        case .number(let number): PlotNumber.short(number)
        case .flag(let flag): "\(flag)"
        case .chain(let calls): "\"\(calls.first?.shown ?? "")\""
        }
    }
}
