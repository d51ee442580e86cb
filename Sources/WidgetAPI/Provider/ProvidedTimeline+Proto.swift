internal import SwiftProtobuf
internal import TTRPCWire
public import WidgetCore

extension ProvidedTimeline {
    /// As an encoded `TimelineResponse`.
    /// - Throws: INTERNAL for a message that can't be encoded.
    public func timelineResponseBytes() throws(WidgetError) -> [UInt8] {
        // Archives are bytes already: to read and write them once more would take as long as their views.
        var writer = ProtobufWriter(capacity: entries.reduce(64) { $0 + $1.archive.count + 48 })
        for entry in entries {
            var own = ProtoTimelineEntry()
            own.date = .init(entry.date)
            if let relevance = entry.relevance { own.relevance = ProtoEntryRelevance(relevance) }
            own.redrawn = entry.isRedrawn
            let head = try encoded(own, "an entry")
            writer.head(1, head.count + ProtobufSize.field(entry.archive.count))
            writer.append(head)
            writer.field(2, entry.archive)
        }
        var rest = ProtoTimelineResponse()
        rest.policy = ProtoReloadPolicy(policy)
        rest.images = images.map(ProtoImageBlob.init)
        rest.remarks = remarks
        writer.append(try encoded(rest, "a timeline"))
        return writer.bytes
    }

    /// The first entry as an encoded `EntryResponse`.
    /// - Throws: INTERNAL for a message that can't be encoded.
    public func entryResponseBytes() throws(WidgetError) -> [UInt8] {
        var proto = ProtoEntryResponse()
        if let entry = entries.first { proto.entry = try ProtoTimelineEntry(entry) }
        proto.images = images.map(ProtoImageBlob.init)
        return try encoded(proto, "an entry")
    }

    /// Decodes and checks a `TimelineResponse`: archives within the limits, identities for all nodes, dates rising, every image that a view names there.
    /// - Throws: INVALID_ARGUMENT that names the entry, the limit and the value.
    public init(timelineResponse bytes: [UInt8], family: WidgetFamily) throws(WidgetError) {
        let proto: ProtoTimelineResponse = try decoded(bytes, "TimelineResponse")
        try self.init(proto.entries, policy: try ReloadPolicy(proto.policy, field: "policy"), images: proto.images, family: family)
        remarks = proto.remarks.prefix(Limits.remarksPerTimeline).map { $0.cut(toBytes: Limits.remarkBytes) }
    }

    /// Decodes and checks an `EntryResponse`: a timeline of one entry.
    /// - Throws: as ``init(timelineResponse:family:)``.
    public init(entryResponse bytes: [UInt8], family: WidgetFamily) throws(WidgetError) {
        let proto: ProtoEntryResponse = try decoded(bytes, "EntryResponse")
        guard proto.hasEntry else { throw .invalid("entry", "is missing") }
        try self.init([proto.entry], policy: .atEnd, images: proto.images, family: family)
    }

    private init(_ entries: [ProtoTimelineEntry], policy: ReloadPolicy, images: [ProtoImageBlob], family: WidgetFamily) throws(WidgetError) {
        guard (1...Limits.entriesPerTimeline).contains(entries.count) else {
            throw .invalid("entries", "a timeline has 1 to \(Limits.entriesPerTimeline) entries, not \(entries.count)")
        }
        let pictures = try Self.images(images)
        let known = Dictionary(pictures.map { ($0.reference.digest, $0.reference) }) { first, _ in first }
        var checked: [ProvidedEntry] = []
        for (index, entry) in entries.enumerated() {
            let field = "entries[\(index)]"
            guard !entry.redrawn || index > 0 else { throw .invalid("\(field).redrawn", "the first entry shows no other one again: leave it out") }
            let entry = try ProvidedEntry(entry, images: known, family: family, field: field)
            if let last = checked.last, entry.date <= last.date {
                throw .invalid("\(field).date", "must be later than the entry before, \(last.date.rfc3339), and is \(entry.date.rfc3339)")
            }
            checked.append(entry)
        }
        self.init(entries: checked, policy: policy, images: pictures)
    }

    static func images(_ blobs: [ProtoImageBlob]) throws(WidgetError) -> [ProvidedImage] {
        var images: [ProvidedImage] = []
        var bytes = 0
        for (index, blob) in blobs.enumerated() {
            let field = "images[\(index)]"
            let reference: ImageReference
            do {
                // Made from the bytes themselves: the digest that was sent must be theirs.
                reference = try ImageReference(png: Array(blob.data))
            } catch {
                throw .invalid(field, error.message)
            }
            guard Array(blob.reference.sha256) == reference.digest.bytes else {
                throw .invalid("\(field).reference.sha256", "isn't the SHA-256 of its data, \(reference.digest)")
            }
            bytes += blob.data.count
            guard bytes <= Limits.imageBytesPerTimeline else {
                throw .invalid(field, "all images of a timeline have at most \(Limits.imageBytesPerTimeline) bytes, and with this one they have \(bytes)")
            }
            images.append(ProvidedImage(reference: reference, data: Array(blob.data)))
        }
        return images
    }
}

extension ProvidedEntry {
    /// Checks an entry: its archive within the limits, with identities for all nodes, and every image that a view names among `images`.
    init(_ entry: ProtoTimelineEntry, images: [ContentDigest: ImageReference], family: WidgetFamily, field: String) throws(WidgetError) {
        let date = try Timestamp(entry.date, field: "\(field).date")
        let archive: ArchiveCodec.Encoded
        do {
            archive = try ArchiveCodec.normalize(entry.archive, family: family)
        } catch {
            throw .invalid(field, error.message)
        }
        for image in archive.archive.images + archive.archive.variants.flatMap(\.images) {
            guard let sent = images[image.digest] else {
                throw .invalid("\(field).archive.images", "the image \(image.digest) isn't among the images sent along")
            }
            // The family's limit was checked for the size in the archive, so the image must have that size.
            guard image == sent else {
                throw .invalid(
                    "\(field).archive.images", "the image \(image.digest) has \(sent.width) by \(sent.height) pixels, not \(image.width) by \(image.height)")
            }
        }
        let relevance = entry.hasRelevance ? try EntryRelevance(entry.relevance, field: "\(field).relevance") : nil
        self.init(date: date, relevance: relevance, archive: archive.bytes, digest: archive.digest, isRedrawn: entry.redrawn)
    }
}

extension ProtoTimelineEntry {
    init(_ entry: ProvidedEntry) throws(WidgetError) {
        self.init()
        date = .init(entry.date)
        archive = try decoded(entry.archive, "ViewArchive")
        if let relevance = entry.relevance { self.relevance = ProtoEntryRelevance(relevance) }
        redrawn = entry.isRedrawn
    }
}

extension ProtoImageBlob {
    /// As the wire has it.
    public init(_ image: ProvidedImage) {
        self.init()
        reference.sha256 = .init(image.reference.digest.bytes)
        reference.width = UInt32(clamping: image.reference.width)
        reference.height = UInt32(clamping: image.reference.height)
        reference.mediaType = image.reference.mediaType
        data = .init(image.data)
    }
}
