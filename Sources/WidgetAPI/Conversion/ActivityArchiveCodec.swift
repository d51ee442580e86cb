import SwiftProtobuf
public import WidgetCore

/// The views of an activity as bytes: an encoded `ActivityArchive`.
public enum ActivityArchiveCodec {
    /// The family whose points bound an activity's pictures: what a lock screen gives it.
    static let family = WidgetFamily.systemMedium

    /// Checks and encodes views that were built in this process.
    /// - Throws: INVALID_ARGUMENT that names the presentation, the limit, the value and the node.
    public static func encode(_ views: [ActivityPresentation: ViewTree]) throws(WidgetError) -> [UInt8] {
        var proto = ProtoActivityArchive()
        for (presentation, view) in views.sorted(by: { $0.key < $1.key }) {
            do throws(WidgetError) {
                let archive = try view.archive().validated(family: family)
                proto.views.append(
                    .with {
                        $0.presentation = .init(rawValue: presentation.rawValue) ?? .unspecified
                        $0.archive = ProtoViewArchive(archive)
                    })
            } catch {
                throw WidgetError(error.code, "\(presentation): \(error.message)", cause: error.cause)
            }
        }
        return try encoded(proto)
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
        guard bytes.count <= ActivityLimits.archiveBytes else {
            throw .invalid("archive", "an activity's views have at most \(ActivityLimits.archiveBytes) bytes together, these \(bytes.count)")
        }
        return bytes
    }
}
