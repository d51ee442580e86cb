import SwiftProtobuf
public import WidgetCore

/// The views of an activity as bytes: an encoded `ActivityArchive`.
public enum ActivityArchiveCodec {
    /// Checks and encodes views that were built in this process.
    /// - Throws: INVALID_ARGUMENT that names the presentation, the limit, the value and the node.
    public static func encode(_ views: [ActivityPresentation: ViewTree]) throws(WidgetError) -> [UInt8] {
        var archives: [ActivityPresentation: ViewArchive] = [:]
        for (presentation, view) in views { archives[presentation] = try naming(presentation) { () throws(WidgetError) in try view.archive() } }
        return try encode(archives)
    }

    /// Checks and encodes views that were laid flat in this process.
    /// - Throws: INVALID_ARGUMENT that names the presentation, the limit, the value and the node.
    public static func encode(_ views: [ActivityPresentation: ViewArchive]) throws(WidgetError) -> [UInt8] {
        var proto = ProtoActivityArchive()
        for (presentation, archive) in views.sorted(by: { $0.key < $1.key }) {
            let valid = try naming(presentation) { () throws(WidgetError) in
                let valid = try archive.validated(family: ActivityLimits.family)
                try refuse(pictures: (valid.images + valid.variants.flatMap(\.images)).count)
                return valid
            }
            proto.views.append(view(presentation, ProtoViewArchive(valid)))
        }
        return try encoded(proto)
    }

    /// Checks what a provider sent, and gives every node its identity. Presentations that this code doesn't know are left out.
    /// - Throws: INVALID_ARGUMENT that names the presentation, the limit, the value and the node.
    static func normalize(_ sent: ProtoActivityArchive) throws(WidgetError) -> [UInt8] {
        var proto = ProtoActivityArchive()
        var known: Set<ActivityPresentation> = []
        for sent in sent.views {
            guard let presentation = ActivityPresentation(rawValue: sent.presentation.rawValue) else { continue }
            guard known.insert(presentation).inserted else { throw .invalid("views", "\(presentation) is there twice") }
            let normalized = try naming(presentation) { () throws(WidgetError) in
                let normalized = try ArchiveCodec.normalized(sent.archive, family: ActivityLimits.family)
                try refuse(pictures: (normalized.images + normalized.variants.flatMap(\.images)).count)
                return normalized
            }
            proto.views.append(view(presentation, normalized))
        }
        guard known.contains(.lockScreen) else { throw .invalid("views", "needs lockScreen, which is shown in place of a missing presentation") }
        return try encoded(proto)
    }

    /// Whether some view is private. Views that can't be read count as private.
    public static func hasPrivateViews(_ bytes: [UInt8]) -> Bool {
        guard ArchiveCodec.mayHavePrivateViews(bytes) else { return false }
        return (try? decode(bytes).values.contains(where: \.hasPrivateViews)) ?? true
    }

    /// Encoded views without their private contents.
    /// - Returns: nil where no view is private.
    /// - Throws: DATA_LOSS where the bytes are no archive.
    public static func redacted(_ bytes: [UInt8]) throws(WidgetError) -> [UInt8]? {
        guard ArchiveCodec.mayHavePrivateViews(bytes) else { return nil }
        let views = try decode(bytes)
        guard views.values.contains(where: \.hasPrivateViews) else { return nil }
        var proto = ProtoActivityArchive()
        for (presentation, archive) in views.sorted(by: { $0.key < $1.key }) {
            proto.views.append(view(presentation, ProtoViewArchive(archive.redacted(.privateViews))))
        }
        do {
            return try proto.serializedBytes()
        } catch {
            throw WidgetError(.internal, "an activity's views can't be encoded", cause: "\(error)")
        }
    }

    /// Views are a part of the activity's row, which names no contents: a picture's bytes would be stored nowhere, and come to no other device.
    static func refuse(pictures count: Int) throws(WidgetError) {
        guard count == 0 else { throw .invalid("images", "\(count), and an activity's views have no pictures; name symbols instead") }
    }

    private static func view(_ presentation: ActivityPresentation, _ archive: ProtoViewArchive) -> ProtoActivityArchive.View {
        .with {
            $0.presentation = .init(rawValue: presentation.rawValue) ?? .unspecified
            $0.archive = archive
        }
    }

    static func naming<Result>(_ presentation: ActivityPresentation, _ body: () throws(WidgetError) -> Result) throws(WidgetError) -> Result {
        do throws(WidgetError) {
            return try body()
        } catch {
            throw WidgetError(error.code, "\(presentation): \(error.message)", cause: error.cause)
        }
    }

    /// The views that this code can draw.
    /// - Throws: DATA_LOSS where the bytes are no archive.
    public static func decode(_ bytes: [UInt8]) throws(WidgetError) -> [ActivityPresentation: ViewArchive] {
        do {
            return try views(try ProtoActivityArchive(serializedBytes: bytes))
        } catch {
            throw WidgetError(.dataLoss, "an activity's views of \(bytes.count) bytes can't be read", cause: "\(error)")
        }
    }

    /// The views that this code can draw.
    /// - Throws: INVALID_ARGUMENT that names the field.
    public static func views(_ proto: ProtoActivityArchive) throws(WidgetError) -> [ActivityPresentation: ViewArchive] {
        var views: [ActivityPresentation: ViewArchive] = [:]
        for view in proto.views {
            guard let presentation = ActivityPresentation(rawValue: view.presentation.rawValue) else { continue }
            let archive = try ViewArchive(view.archive)
            if archive.isReadable { views[presentation] = archive }
        }
        return views
    }

    private static func encoded(_ proto: ProtoActivityArchive) throws(WidgetError) -> [UInt8] {
        var options = BinaryEncodingOptions()
        options.useDeterministicOrdering = true
        let bytes: [UInt8]
        do {
            bytes = try proto.serializedBytes(partial: false, options: options)
        } catch {
            throw WidgetError(.internal, "an activity's views can't be encoded", cause: "\(error)")
        }
        try check(size: bytes.count)
        return bytes
    }

    static func check(size: Int) throws(WidgetError) {
        guard size <= ActivityLimits.archiveBytes else {
            throw .invalid("archive", "an activity's views have at most \(ActivityLimits.archiveBytes) bytes together, these \(size)")
        }
    }
}
