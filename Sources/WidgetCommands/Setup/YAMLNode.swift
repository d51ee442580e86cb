import CYAML
import WidgetCore

/// A value in a YAML file, with its line.
struct YAMLNode: Sendable {
    enum Content: Sendable {
        /// `~`, `null`, or nothing.
        case null
        case text(String)
        case list([YAMLNode])
        case map([Entry])
    }

    /// A key and its value. Each key is there once.
    struct Entry: Sendable {
        var key: String
        var value: YAMLNode
    }

    var content: Content
    /// From 1.
    var line: Int

    /// The error that names the node's line.
    func invalid(_ reason: String) -> WidgetError { .invalid("file", "line \(line): \(reason)") }

    /// The one document of a file.
    /// - Throws: INVALID_ARGUMENT that names the line: for what isn't YAML, and for what a setup doesn't need (anchors, tags, several documents).
    static func read(_ bytes: [UInt8]) throws(WidgetError) -> YAMLNode {
        guard bytes.count <= CommandLimits.setupBytes else {
            throw .invalid("file", "\(bytes.count) bytes, the limit is \(CommandLimits.setupBytes >> 10) KiB; make several files")
        }
        let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
        guard yaml_parser_initialize(parser) == 1 else { throw WidgetError(.resourceExhausted, "there is no memory to read the file") }
        defer {
            yaml_parser_delete(parser)
            parser.deallocate()
        }
        return try bytes.withUnsafeBufferPointer { input throws(WidgetError) in
            yaml_parser_set_input_string(parser, input.baseAddress, input.count)
            return try YAMLReader(parser: parser).document()
        }
    }
}

/// Builds nodes of the parser's events.
private struct YAMLReader {
    let parser: UnsafeMutablePointer<yaml_parser_t>

    /// An event without the parser's memory.
    private enum Event {
        case scalar(String, isPlain: Bool)
        case listStart, listEnd, mapStart, mapEnd, documentStart, end, other
    }

    func document() throws(WidgetError) -> YAMLNode {
        while true {
            let (event, line) = try next()
            switch event {
            case .documentStart:
                let (first, line) = try next()
                let node = try node(first, line, depth: 0)
                try expectEnd()
                return node
            case .end: return YAMLNode(content: .null, line: line)
            default: continue
            }
        }
    }

    private func expectEnd() throws(WidgetError) {
        while true {
            let (event, line) = try next()
            switch event {
            case .end: return
            case .documentStart: throw Self.invalid(line, "a second document begins; a file has one")
            default: continue
            }
        }
    }

    private func node(_ event: Event, _ line: Int, depth: Int) throws(WidgetError) -> YAMLNode {
        guard depth <= CommandLimits.setupDepth else { throw Self.invalid(line, "more than \(CommandLimits.setupDepth) levels") }
        switch event {
        case .scalar(let text, let isPlain):
            return YAMLNode(content: isPlain && ["", "~", "null", "Null", "NULL"].contains(text) ? .null : .text(text), line: line)
        case .listStart:
            var list: [YAMLNode] = []
            while true {
                let (event, line) = try next()
                if case .listEnd = event { break }
                list.append(try node(event, line, depth: depth + 1))
            }
            return YAMLNode(content: .list(list), line: line)
        case .mapStart:
            var (entries, keys): ([YAMLNode.Entry], Set<String>) = ([], [])
            while true {
                let (event, line) = try next()
                if case .mapEnd = event { break }
                guard case .scalar(let key, _) = event else { throw Self.invalid(line, "a key is one word or text") }
                guard keys.insert(key).inserted else { throw Self.invalid(line, "\(key.cut(toBytes: 64).quoted) is there twice") }
                let (value, valueLine) = try next()
                entries.append(.init(key: key, value: try node(value, valueLine, depth: depth + 1)))
            }
            return YAMLNode(content: .map(entries), line: line)
        case .listEnd, .mapEnd, .documentStart, .end, .other: throw Self.invalid(line, "a value is missing")
        }
    }

    private func next() throws(WidgetError) -> (Event, line: Int) {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw problem() }
        defer { yaml_event_delete(&event) }
        let line = Int(event.start_mark.line) + 1
        switch event.type {
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            try Self.check(scalar.anchor, scalar.tag, line)
            let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
            return (.scalar(text, isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE), line)
        case YAML_SEQUENCE_START_EVENT:
            let list = event.data.sequence_start
            try Self.check(list.anchor, list.tag, line)
            return (.listStart, line)
        case YAML_MAPPING_START_EVENT:
            let map = event.data.mapping_start
            try Self.check(map.anchor, map.tag, line)
            return (.mapStart, line)
        case YAML_ALIAS_EVENT: throw Self.invalid(line, "references to anchors aren't known here; write the value again")
        case YAML_SEQUENCE_END_EVENT: return (.listEnd, line)
        case YAML_MAPPING_END_EVENT: return (.mapEnd, line)
        case YAML_DOCUMENT_START_EVENT: return (.documentStart, line)
        case YAML_STREAM_END_EVENT: return (.end, line)
        default: return (.other, line)
        }
    }

    private static func check(_ anchor: UnsafeMutablePointer<UInt8>?, _ tag: UnsafeMutablePointer<UInt8>?, _ line: Int) throws(WidgetError) {
        if anchor != nil { throw invalid(line, "anchors aren't known here; write the value again") }
        if tag != nil { throw invalid(line, "tags aren't known here; leave it out") }
    }

    private func problem() -> WidgetError {
        let (isReading, mark) = (parser.pointee.error == YAML_READER_ERROR, parser.pointee.problem_mark)
        let reason = parser.pointee.problem.map { String(cString: $0) } ?? "it isn't YAML"
        if reason.contains("cannot start any token") {
            return Self.invalid(Int(mark.line) + 1, "\(reason); indent with spaces, and quote texts that begin with it")
        }
        return isReading ? .invalid("file", "it isn't text in UTF-8: \(reason)") : Self.invalid(Int(mark.line) + 1, reason)
    }

    private static func invalid(_ line: Int, _ reason: String) -> WidgetError { YAMLNode(content: .null, line: line).invalid(reason) }
}
