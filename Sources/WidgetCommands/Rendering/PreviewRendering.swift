import WidgetAPI

/// `kinds --preview` and `provider run`: the picture, and what a person has to know about it.
enum PreviewRendering {
    static func text(_ preview: ProtoPreviewResponse, picture: [String], _ style: Style) -> String {
        var text = picture.reduce(into: "") { $0 += $1 + "\n" }
        switch preview.source {
        case .timeline: text += style(.dim, "The entry that is due: the provider gives no snapshot.") + "\n"
        case .placeholder: text += style(.dim, "The placeholder: the provider gives no snapshot.") + "\n"
        default: break
        }
        if !preview.snapshotError.isEmpty { text += style(.yellow, "The snapshot failed: \(PlainText.line(preview.snapshotError))") + "\n" }
        return text
    }

    /// What a provider gave for one kind and family, with the family above it.
    static func sample(_ sample: ProtoCheckProviderResponse.Sample, picture: [String], _ style: Style) -> String {
        let heading = "\(PlainText.line(sample.kind)), \(Names.family(sample.family))"
        return picture.reduce(into: style(.dim, heading) + "\n") { $0 += $1 + "\n" }
    }
}
