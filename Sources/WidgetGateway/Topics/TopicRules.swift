package import WidgetCore

/// The rules of a post to `/<topic>`, whose headers have ntfy's names. They turn a request into a post or a refusal, and use no socket and no clock.
package struct TopicRules {
    let port: any PushPort

    package init(port: any PushPort) { self.port = port }

    /// Whether a request is for a topic: its path has one part, and it isn't APNs'.
    package static func isTopic(_ request: PushRequest) -> Bool {
        let path = path(request)
        return path.hasPrefix("/") && path.count > 1 && !path.dropFirst().contains("/") && request.headers[.topic] == nil && request.headers[.pushType] == nil
    }

    /// The path without its query.
    private static func path(_ request: PushRequest) -> Substring { request.path.prefix { $0 != "?" } }

    /// Checks the method, the topic's name and the token, before any other part of the post is read.
    /// - Returns: the topic's name.
    package func authorize(_ request: PushRequest) throws(TopicRefusal) -> String {
        guard request.method == "POST" || request.method == "PUT" else {
            throw TopicRefusal(405, "a post is sent with POST or PUT, as by curl -d; what is shown is seen with widgetctl")
        }
        let topic = String(Self.path(request).dropFirst())
        guard ActivityTopic.isName(topic) else {
            throw TopicRefusal(404, "a topic's name has 1 to \(PushLimits.topicBytes) letters, digits, - and _")
        }
        guard let authorization = request.headers[.authorization] else { throw .noToken }
        let words = authorization.split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bearer" else { throw .noToken }
        guard let bytes = Hexadecimal.bytes(of: words[1]), let token = PushToken(bytes: bytes), port.topic(of: token) == topic else { throw .badToken(topic) }
        return topic
    }

    /// Reads the post.
    /// - Parameter topic: the topic that ``authorize(_:)`` returned.
    package func post(_ request: PushRequest, to topic: String) throws(TopicRefusal) -> TopicPost {
        guard request.body.count <= PushLimits.postBytes else { throw .tooLong }
        let headers = request.headers
        if let header = headers.duplicate { throw TopicRefusal(400, "the header '\(header.rawValue)' is sent twice; send it once") }
        var post = TopicPost(topic: topic)
        post.title = try Self.text(headers[.title], "Title", limit: Limits.titleBytes)
        post.symbol = try Self.text(headers[.symbol], "Symbol", limit: Limits.symbolNameBytes) ?? Self.symbol(ofTags: headers[.tags])
        post.detail = try detail(request)
        post.progress = try Self.progress(headers[.progress])
        post.status = try Self.status(headers[.status])
        post.priority = try Self.priority(headers[.webPriority])
        return post
    }

    // MARK: Its parts

    /// One line; nil where there is none.
    private static func text(_ text: String?, _ name: String, limit: Int) throws(TopicRefusal) -> String? {
        guard let text else { return nil }
        let line = line(text)
        guard line.utf8.count <= limit else { throw .field(name, "has \(line.utf8.count) bytes; the limit is \(limit)") }
        return line.isEmpty ? nil : line
    }

    /// The body, or the `Message` header where the body is empty.
    private func detail(_ request: PushRequest) throws(TopicRefusal) -> String? {
        guard let body = String(validating: request.body, as: UTF8.self) else { throw TopicRefusal(400, "the body isn't text in UTF-8") }
        let line = Self.line(body.isEmpty ? request.headers[.message] ?? "" : body)
        return line.isEmpty ? nil : line.cut(toBytes: Limits.descriptionBytes)
    }

    /// The text with spaces for line breaks and other control characters, and without spaces at its ends.
    private static func line(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
        var line = String(String.UnicodeScalarView(scalars))[...]
        while line.first == " " { line.removeFirst() }
        while line.last == " " { line.removeLast() }
        return String(line)
    }

    /// `40` or `40%`, as a fraction.
    private static func progress(_ text: String?) throws(TopicRefusal) -> Double? {
        guard let text else { return nil }
        guard let percent = Double(text.hasSuffix("%") ? text.dropLast() : text[...]), (0...100).contains(percent) else {
            throw .field("Progress", "is 0 to 100, such as 40 or 40%, and not \"\(text.cut(toBytes: 32))\"")
        }
        return percent / 100
    }

    private static func status(_ text: String?) throws(TopicRefusal) -> TopicPost.Status {
        guard let text else { return .running }
        guard let status = TopicPost.Status(rawValue: text.lowercased()) else {
            throw .field("Status", "is running, done or failed, and not \"\(text.cut(toBytes: 32))\"")
        }
        return status
    }

    /// ntfy's numbers and names. HTTP has a header of the same name (RFC 9218), which some clients send by themselves.
    private static func priority(_ text: String?) throws(TopicRefusal) -> Int {
        switch text?.lowercased() {
        case nil: return TopicPost.defaultPriority
        case "1", "min": return 1
        case "2", "low": return 2
        case "3", "default": return 3
        case "4", "high": return 4
        case "5", "max", "urgent": return 5
        case let text?:
            if text.hasPrefix("u=") || text == "i" { return TopicPost.defaultPriority }
            throw .field("Priority", "is 1 to 5, or min, low, default, high or max, and not \"\(text.cut(toBytes: 32))\"")
        }
    }

    /// The symbol of the first of ntfy's tags that has one here.
    private static func symbol(ofTags tags: String?) -> String? {
        guard let tags else { return nil }
        return tags.cut(toBytes: Limits.descriptionBytes).split(separator: ",").lazy.compactMap { tag in symbols[line(String(tag)).lowercased()] }.first
    }

    /// Symbols for those of ntfy's emoji names that are common in scripts.
    private static let symbols: [String: String] = [
        "warning": "exclamationmark.triangle", "rotating_light": "exclamationmark.triangle", "skull": "xmark", "x": "xmark", "no_entry": "xmark",
        "white_check_mark": "checkmark", "heavy_check_mark": "checkmark", "+1": "hand.thumbsup", "-1": "hand.thumbsdown", "tada": "sparkles",
        "partying_face": "sparkles", "computer": "desktopcomputer", "cd": "opticaldisc", "floppy_disk": "externaldrive", "package": "archivebox",
        "hammer": "hammer", "wrench": "wrench", "gear": "gearshape", "rocket": "airplane", "hourglass": "hourglass", "clock": "clock",
        "calendar": "calendar", "email": "envelope", "bell": "bell", "house": "house", "fire": "flame", "zap": "bolt", "lock": "lock", "key": "key",
        "thermometer": "thermometer", "snowflake": "snowflake", "coffee": "cup.and.saucer", "link": "link", "mag": "magnifyingglass",
    ]
}
