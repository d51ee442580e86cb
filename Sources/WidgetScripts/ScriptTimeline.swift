public import WidgetCore

/// A timeline as a script prints it: nested, short JSON (docs/script-form.md), decoded and checked.
public struct ScriptTimeline: Sendable, Hashable {
    public struct Entry: Sendable, Hashable {
        public var date: Timestamp
        public var relevance: EntryRelevance?
        /// Within every limit, every node with its identity.
        public var archive: ViewArchive
    }

    /// 1 to ``Limits/entriesPerTimeline``, dates rising.
    public var entries: [Entry]
    public var policy: ReloadPolicy
    /// The pictures that the entries name, each once.
    public var images: [ProvidedImage]

    /// Decodes `{"entries":[{"date":…,"view":…}],"policy":…}`, or `{"view":…}` as one entry from `now` on.
    ///
    /// Nothing is guessed: one wrong key, type or value fails the whole timeline.
    /// - Throws: INVALID_ARGUMENT that names the place, `entries[0].view.vstack[1].font`, and what is allowed there.
    public static func decode(_ bytes: [UInt8], family: WidgetFamily, now: Timestamp) throws(WidgetError) -> ScriptTimeline {
        let document = try JSONValue(parsing: bytes)
        var reader = try JSONObjectReader(document, at: .root, expecting: "an object with \"entries\" or \"view\"")
        var images = ScriptImages()
        let entries: [Entry]
        switch (reader.take("entries"), reader.take("view")) {
        case (let list?, nil): entries = try self.entries(list, at: reader.path["entries"], family: family, images: &images)
        case (nil, let view?): entries = [Entry(date: now, archive: try ScriptVariants(view, &reader).archive(family: family, images: &images))]
        case (nil, nil): throw .invalid("$", "needs \"entries\", an array, or \"view\", one view to show from now on")
        case (_?, _?): throw .invalid("$", "has \"entries\" or \"view\", not both")
        }
        let policy = try reader.optional("policy", Self.policy) ?? .atEnd
        try reader.finish("a timeline")
        return ScriptTimeline(entries: entries, policy: policy, images: images.list)
    }

    private static func entries(
        _ value: JSONValue, at path: JSONPath, family: WidgetFamily, images: inout ScriptImages
    ) throws(WidgetError) -> [Entry] {
        guard case .array(let values) = value else { throw JSONField.wrongType(value, at: path, expected: "an array of entries") }
        guard (1...Limits.entriesPerTimeline).contains(values.count) else {
            throw .invalid("\(path)", "a timeline has 1 to \(Limits.entriesPerTimeline) entries, not \(values.count)")
        }
        var entries: [Entry] = []
        for (index, value) in values.enumerated() {
            var reader = try JSONObjectReader(value, at: path[index], expecting: "an entry, an object with \"date\" and \"view\"")
            let date = try reader.required("date", "from when it is shown", JSONField.date)
            if let last = entries.last, date <= last.date {
                throw .invalid("\(reader.path["date"])", "must be later than the entry before, \(last.date.rfc3339), and is \(date.rfc3339)")
            }
            let relevance = try reader.optional("relevance", relevance)
            guard let view = reader.take("view") else { throw .invalid("\(reader.path)", "needs \"view\", what it shows") }
            let variants = try ScriptVariants(view, &reader)
            try reader.finish("an entry")
            let archive = try variants.archive(family: family, images: &images)
            entries.append(Entry(date: date, relevance: relevance, archive: archive))
        }
        return entries
    }

    private static func relevance(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> EntryRelevance {
        guard case .object = value else { return EntryRelevance(score: try score(value, path)) }
        var reader = try JSONObjectReader(value, at: path, expecting: "a number or an object")
        let score = try reader.required("score", "a number", score)
        let seconds = try reader.optional("duration", JSONField.number) ?? 0
        // A year: longer than any timeline is relevant.
        guard (0...31_536_000).contains(seconds) else { throw .invalid("\(path["duration"])", "is 0 to 31536000 seconds, not \(seconds)") }
        try reader.finish("a relevance")
        return EntryRelevance(score: score, duration: .milliseconds(Int64(seconds * 1_000)))
    }

    private static func score(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> Float {
        let score = Float(try JSONField.number(value, path))
        guard score.isFinite else { throw .invalid("\(path)", "is too large for a score") }
        return score
    }

    private static func policy(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> ReloadPolicy {
        let form = "\"atEnd\", \"never\" or {\"after\": \"\(Timestamp.rfc3339Example)\"}"
        switch value {
        case .string("atEnd"): return .atEnd
        case .string("never"): return .never
        case .string(let text): throw .invalid("\(path)", "must be \(form), not \(JSONField.shown(text))")
        default:
            var reader = try JSONObjectReader(value, at: path, expecting: form)
            let date = try reader.required("after", "a date", JSONField.date)
            try reader.finish("a policy")
            return .after(date)
        }
    }
}

/// The pictures of one script's timeline, or of an activity's views, which have none.
struct ScriptImages {
    var areAllowed = true
    private(set) var list: [ProvidedImage] = []
    private var known: Set<ContentDigest> = []
    private var bytes = 0

    /// The picture that `base64` is; kept once.
    mutating func add(base64: String, at path: JSONPath) throws(WidgetError) -> ImageReference {
        guard areAllowed else { throw .invalid("\(path)", "an activity's views have no pictures; name a symbol instead, \"image\": \"star\"") }
        guard let data = Base64.decode(base64) else { throw .invalid("\(path)", "must be base64 with its padding") }
        let reference: ImageReference
        do {
            reference = try ImageReference(png: data)
        } catch {
            throw .invalid("\(path)", error.message)
        }
        if known.insert(reference.digest).inserted {
            bytes += data.count
            guard bytes <= Limits.imageBytesPerTimeline else {
                throw .invalid("\(path)", "all images of a timeline have at most \(Limits.imageBytesPerTimeline) bytes, and with this one they have \(bytes)")
            }
            list.append(ProvidedImage(reference: reference, data: data))
        }
        return reference
    }
}
