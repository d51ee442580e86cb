import Foundation

/// `@Entry`: the key of a value of the environment or of a transaction, and the property's accessors.
enum EntryMacro {
    static func expansion(of use: MacroRequest.Attached) throws -> String {
        let property = try Property(use.declSyntax.source)
        let key = "__Key_\(property.name)"
        guard use.macroRole == "peer" else { return "{ get { self[\(key).self] } set { self[\(key).self] = newValue } }" }
        let around = use.lexicalContext?.first?.source ?? ""
        let proto = around.contains("Transaction") ? "TransactionKey" : "EnvironmentKey"
        let value = property.type.map { "var defaultValue: \($0) { \(property.value) }" } ?? "let defaultValue = \(property.value)"
        return "private struct \(key): SwiftUI.\(proto) { static \(value) }"
    }

    /// The parts of `var name: Type = value`.
    private struct Property {
        var name: String
        var type: String?
        var value: String

        init(_ source: String) throws {
            guard let keyword = source.range(of: "var ") else { throw MacroFault(description: "put @Entry before a property: @Entry var name = value") }
            let rest = source[keyword.upperBound...]
            let end = rest.firstIndex { ":=".contains($0) || $0.isWhitespace } ?? rest.endIndex
            name = String(rest[..<end])
            var type = rest[end...].drop(while: \.isWhitespace)
            var value: Substring?
            if let equals = Self.assignment(in: type) {
                value = type[type.index(after: equals)...]
                type = type[..<equals]
            }
            self.type = type.first == ":" ? Self.trimmed(type.dropFirst()) : nil
            if let value {
                self.value = Self.trimmed(value)
            } else if let type = self.type, type.hasSuffix("?") {
                self.value = "nil"
            } else {
                throw MacroFault(description: "@Entry var \(name) needs a default value: @Entry var \(name) = value")
            }
        }

        /// The first `=` that isn't part of another operator.
        private static func assignment(in text: Substring) -> Substring.Index? {
            var before: Character = " "
            for index in text.indices {
                let next = text.index(after: index)
                if text[index] == "=", !"=<>!".contains(before), next == text.endIndex || !"=>".contains(text[next]) { return index }
                before = text[index]
            }
            return nil
        }

        private static func trimmed(_ text: Substring) -> String {
            let start = text.drop(while: \.isWhitespace)
            return String(start.prefix((start.lastIndex { !$0.isWhitespace }.map { start.distance(from: start.startIndex, to: $0) + 1 }) ?? 0))
        }
    }
}
