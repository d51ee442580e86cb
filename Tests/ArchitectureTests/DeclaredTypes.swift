/// A type of the sources, as a scan of its text finds it: how much state it has, and how much it wants to be made.
struct DeclaredType {
    let name: String
    /// Stored properties that can change: each `var` without a body that gets it.
    private(set) var variables = 0
    /// The most parameters of any of its initializers.
    private(set) var parameters = 0

    /// Adds what another file says of the same type.
    mutating func join(_ other: DeclaredType) {
        variables = max(variables, other.variables)
        parameters = max(parameters, other.parameters)
    }

    /// The types of a file; what an extension adds counts for the type that it extends.
    static func all(in code: SwiftCode) -> [DeclaredType] {
        var scan = Scan(code: code)
        scan.members(of: nil, from: 0, to: code.bytes.count)
        return scan.types.values.sorted { $0.name < $1.name }
    }

    private struct Scan {
        let code: SwiftCode
        var types: [String: DeclaredType] = [:]

        /// Goes through the members of a type, or through a file's top level. Bodies of functions are left out.
        mutating func members(of owner: String?, from start: Int, to end: Int) {
            var place = start
            var words: [String] = []
            while place < end {
                let byte = code.bytes[place]
                if SwiftCode.isOfName(byte) {
                    let word = code.bytes[place..<end].prefix(while: SwiftCode.isOfName)
                    place += word.count
                    words.append(String(decoding: word, as: UTF8.self))
                    if let owner, words.last == "var" {
                        let stored = isOfType(words.dropLast()) ? 0 : variables(at: place, end)
                        types[owner]?.variables += stored
                        words = []
                    } else if let owner, words.last == "init", code.bytes[place - 5] != UInt8(ascii: "."),
                        let list = code.bytes[place..<end].firstIndex(of: UInt8(ascii: "(")), list - place < 60
                    {
                        let most = max(types[owner]?.parameters ?? 0, parameters(at: list))
                        types[owner]?.parameters = most
                    }
                } else if byte == UInt8(ascii: "{") {
                    let close = code.end(of: place)
                    if let own = declared(words) {
                        let name = owner.map { "\($0).\(own)" } ?? own
                        types[name] = types[name] ?? DeclaredType(name: name)
                        members(of: name, from: place + 1, to: close - 1)
                    }
                    (place, words) = (close, [])
                } else if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") {
                    place = code.end(of: place)
                } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "=") || byte == UInt8(ascii: ";") {
                    (place, words) = (place + 1, [])
                } else {
                    place += 1
                }
            }
        }

        /// Whether a `var` with these words before it belongs to the type and not to its instances.
        func isOfType(_ words: [String].SubSequence) -> Bool {
            let others: Set = ["private", "fileprivate", "package", "public", "internal", "final", "override", "nonisolated", "lazy", "weak", "unowned"]
            return words.last { !others.contains($0) }.map { $0 == "static" || $0 == "class" } ?? false
        }

        /// The name of the type whose body begins behind these words.
        func declared(_ words: [String]) -> String? {
            guard let keyword = words.lastIndex(where: { ["struct", "class", "actor", "enum", "extension"].contains($0) }), keyword + 1 < words.count
            else { return nil }
            guard !words[keyword...].contains("func"), !words[keyword...].contains("var") else { return nil }
            return words[keyword + 1]
        }

        /// How many properties are stored by the `var` before this place: none where a body gets it.
        func variables(at start: Int, _ end: Int) -> Int {
            var place = start
            var names = 1
            var hasValue = false
            var angles = 0
            while place < end {
                let byte = code.bytes[place]
                if byte == UInt8(ascii: "\n"), isOver(from: start, to: place) { return names }
                if byte == UInt8(ascii: "=") { hasValue = true }
                if byte == UInt8(ascii: "<") { angles += 1 }
                if byte == UInt8(ascii: ">"), code.bytes[place - 1] != UInt8(ascii: "-") { angles -= 1 }
                if byte == UInt8(ascii: ","), angles == 0 { names += 1 }
                if byte == UInt8(ascii: "{"), !hasValue {
                    let body = String(decoding: code.bytes[place..<code.end(of: place)], as: UTF8.self)
                    return body.contains("didSet") || body.contains("willSet") ? names : 0
                }
                place = "([{".utf8.contains(byte) ? code.end(of: place) : place + 1
            }
            return names
        }

        /// Whether a declaration ends at a line's end: not behind a comma or a sign that joins.
        func isOver(from start: Int, to place: Int) -> Bool {
            let last = code.bytes[start..<place].last { $0 != UInt8(ascii: " ") }
            return last.map { !",=:&|+-".utf8.contains($0) } ?? false
        }

        func parameters(at list: Int) -> Int {
            let inside = list + 1..<code.end(of: list) - 1
            guard code.bytes[inside].contains(UInt8(ascii: ":")) else { return 0 }
            var count = 1
            var angles = 0
            var place = inside.lowerBound
            while place < inside.upperBound {
                switch code.bytes[place] {
                case UInt8(ascii: "<"): angles += 1
                case UInt8(ascii: ">") where code.bytes[place - 1] != UInt8(ascii: "-"): angles -= 1
                case UInt8(ascii: ",") where angles == 0: count += 1
                default: break
                }
                place = "([{".utf8.contains(code.bytes[place]) ? code.end(of: place) : place + 1
            }
            return count
        }
    }
}
