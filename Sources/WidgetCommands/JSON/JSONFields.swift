import SwiftProtobuf
import Synchronization
import WidgetCore

/// The fields of a message as JSON has them. They are read from the generated code, so that no list of messages, fields or lists is kept by hand.
struct JSONFields: Sendable {
    /// A field.
    struct Field: Sendable, Equatable {
        let number: Int
        /// In lowerCamelCase.
        let name: String
        let isList: Bool
        /// It is a text that holds JSON, which stands in the output as the value that it is.
        let holdsJSON: Bool
    }

    /// By number.
    let all: [Field]
    /// Those of them that are lists.
    let lists: [Field]
    private let places: [Int: Int]

    subscript(number: Int) -> Field? { places[number].map { all[$0] } }

    /// Texts that hold JSON: `message.field`. proto has no type for them; its comments say so, and a test compares.
    static let texts: Set<String> = ["widgetd.v1.Activity.attributes", "widgetd.v1.ActivityContent.state"]
    /// Numbers that are looked for: more than any message of ours has, which a test compares.
    static let numbers = 1...255

    private static let known = Mutex<[ObjectIdentifier: JSONFields]>([:])

    /// The fields of messages of a type.
    static func of<M: Message>(_ type: M.Type) throws -> JSONFields {
        let id = ObjectIdentifier(type)
        if let fields = known.withLock({ $0[id] }) { return fields }
        let fields = try JSONFields(type)
        known.withLock { $0[id] = fields }
        return fields
    }

    private init<M: Message>(_ type: M.Type) throws {
        var probe = FieldProbe(Self.numbers, fills: false)
        var message = M()
        try message.decodeMessage(decoder: &probe)
        all = try probe.numbers.map { number in
            let name = try Self.name(of: number, in: type)
            return Field(
                number: number, name: name, isList: probe.lists.contains(number), holdsJSON: Self.texts.contains("\(M.protoMessageName).\(name)"))
        }
        lists = all.filter(\.isList)
        places = Dictionary(uniqueKeysWithValues: all.indices.map { [all] in (all[$0].number, $0) })
    }

    /// What the library calls a field, which has no other way to tell: a message of which only that field is set begins with its name.
    private static func name<M: Message>(of number: Int, in type: M.Type) throws -> String {
        var probe = FieldProbe(number...number, fills: true)
        var message = M()
        try message.decodeMessage(decoder: &probe)
        let parts = try message.jsonString().split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw WidgetError(.internal, "field \(number) of \(M.protoMessageName) has no name in JSON") }
        return String(parts[1])
    }
}
