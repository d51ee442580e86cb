import Foundation

/// The messages of proto/, read from its text. The program's own descriptions can be compared with it.
public struct ProtoDefinitions {
    public struct Field {
        public let name: String
        public let type: String
        public let number: Int
        public let isList: Bool
        public let isMap: Bool

        /// In lowerCamelCase, as JSON has it.
        public var jsonName: String { ProtoDefinitions.camelCase(name) }
    }

    /// By full name, as `widgetd.v1.Activity`.
    public private(set) var messages: [String: [Field]] = [:]
    /// Names of values, by full name, as `widgetd.v1.Activity.State`.
    public private(set) var enums: [String: [String]] = [:]
    /// By the service's full name, as `widgetd.v1.Widgets`: its methods' names, and whether each is a stream.
    public private(set) var services: [String: [String: Bool]] = [:]
    /// Fields whose comment says that they hold JSON: `widgetd.v1.Activity.attributes`.
    public private(set) var texts: Set<String> = []

    /// Reads all files of proto/.
    public init() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../proto/widgetd/v1").standardized
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) where file.pathExtension == "proto" {
            read(try String(contentsOf: file, encoding: .utf8))
        }
    }

    private mutating func read(_ text: String) {
        var blocks: [(kind: Substring, name: String)] = []
        var scope: String { (["widgetd", "v1"] + blocks.filter { $0.kind != "oneof" }.map(\.name)).joined(separator: ".") }
        var comment = ""
        for line in text.split(separator: "\n") {
            let line = line.trimmingPrefix { $0 == " " }
            if line.hasPrefix("//") {
                comment += line.dropFirst(2)
                continue
            }
            let code = line.prefix { $0 != "/" }
            if let block = code.firstMatch(of: /^(message|enum|oneof|service) (\w+) \{/) {
                blocks.append((block.1, String(block.2)))
                if block.1 == "message" { messages[scope] = [] }
                if block.1 == "service" { services[scope] = [:] }
                if block.1 == "enum" { enums[scope] = [] }
                if code.contains("}") { blocks.removeLast() }
            } else if code.hasPrefix("}") {
                if !blocks.isEmpty { blocks.removeLast() }
            } else if blocks.last?.kind == "enum", let value = code.firstMatch(of: /^(\w+) = \d+/) {
                enums[scope]?.append(String(value.1))
            } else if let method = code.firstMatch(of: /^rpc (\w+)\(.*\) returns \((stream )?/) {
                services[scope]?[String(method.1)] = method.2 != nil
            } else if let field = code.firstMatch(of: /^(repeated |optional )?(map<\w+, ?([\w.]+)>|[\w.]+) (\w+) = (\d+)/), blocks.last?.kind != "service" {
                let name = String(field.4)
                messages[scope]?.append(
                    Field(name: name, type: String(field.3 ?? field.2), number: Int(field.5) ?? 0, isList: field.1 == "repeated ", isMap: field.3 != nil))
                if field.2 == "string", comment.contains("JSON object") { texts.insert("\(scope).\(name)") }
            }
            comment = ""
        }
    }

    static func camelCase(_ name: some StringProtocol) -> String {
        let words = name.split(separator: "_")
        return words.enumerated().map { $0.offset == 0 ? $0.element.lowercased() : $0.element.prefix(1).uppercased() + $0.element.dropFirst().lowercased() }
            .joined()
    }

    /// The names of an enumeration's values as `--json` prints them.
    public func jsonNames(_ name: String) -> [String] {
        let values = enums[name] ?? []
        let own = name.split(separator: ".").last.map(String.init) ?? ""
        let prefix = own.replacing(/([a-z])([A-Z])/) { "\($0.1)_\($0.2)" }.uppercased() + "_"
        let hasPrefix = values.allSatisfy { $0.hasPrefix(prefix) }
        return values.map { Self.camelCase(hasPrefix ? String($0.dropFirst(prefix.count)) : $0) }
    }

    /// The full name of a type that is named within a message.
    private func resolve(_ type: String, in message: String) -> String {
        var scope = message.split(separator: ".")
        while !scope.isEmpty {
            let name = (scope + [Substring(type)]).joined(separator: ".")
            if messages[name] != nil || enums[name] != nil { return name }
            scope.removeLast()
        }
        return type
    }

    /// The faults of an object that should be a message as `--json` prints it.
    /// - Parameter extra: fields that the message doesn't have, such as `format`.
    public func problems(_ object: Any, as message: String, extra: Set<String> = [], at path: String = "") -> [String] {
        guard let object = object as? [String: Any] else { return ["\(path): it is no object"] }
        guard let fields = messages[message] else { return ["\(path): proto has no message \(message)"] }
        var problems = Set(object.keys).subtracting(fields.map(\.jsonName)).subtracting(extra).map { "\(path).\($0): \(message) has no such field" }
        for field in fields {
            let place = "\(path).\(field.jsonName)"
            guard let value = object[field.jsonName] else {
                if field.isList { problems.append("\(place): the list is missing") }
                continue
            }
            if field.isMap {
                guard let entries = value as? [String: Any] else { problems.append("\(place): it is no map"); continue }
                for (key, value) in entries { problems += self.problems(value, of: field, in: message, at: "\(place).\(key)") }
            } else if field.isList {
                guard let values = value as? [Any] else { problems.append("\(place): it is no list"); continue }
                for value in values { problems += self.problems(value, of: field, in: message, at: "\(place)[]") }
            } else {
                problems += self.problems(value, of: field, in: message, at: place)
            }
        }
        return problems
    }

    private func problems(_ value: Any, of field: Field, in message: String, at path: String) -> [String] {
        func check(_ isRight: Bool, _ what: String) -> [String] { isRight ? [] : ["\(path): \(value) is no \(what)"] }
        if texts.contains("\(message).\(field.name)") { return check(value is [String: Any], "object") }
        switch field.type {
        case "string", "bytes", "google.protobuf.Timestamp", "google.protobuf.Duration": return check(value is String, "string")
        case "bool": return check(value is Bool, "boolean")
        case "int64", "uint64", "sint64", "fixed64": return check((value as? String).flatMap(Int128.init) != nil, "number in a string")
        case "int32", "uint32", "sint32", "fixed32", "double", "float": return check(value is NSNumber, "number")
        case let type:
            let name = resolve(type, in: message)
            if enums[name] != nil { return check((value as? String).map(jsonNames(name).contains) == true, "value of \(name)") }
            return problems(value, as: name, at: path)
        }
    }
}
