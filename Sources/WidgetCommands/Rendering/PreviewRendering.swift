import WidgetAPI

/// `kinds --preview` and `provider run`: the picture, and what a user has to know about it.
enum PreviewRendering {
    static func text(_ preview: ProtoPreviewResponse, picture: [String], _ style: Style) -> String {
        var text = picture.reduce(into: "") { $0 += $1 + "\n" }
        let reason = preview.snapshotError.isEmpty ? "" : ": \(PlainText.line(preview.snapshotError))"
        switch preview.source {
        case .timeline: text += style(.yellow, "From its timeline, as there is no snapshot\(reason)") + "\n"
        case .placeholder: text += style(.yellow, "The placeholder, as there is no snapshot\(reason)") + "\n"
        default: break
        }
        return text
    }

    /// What a provider gave for one kind and family, with the family above it.
    static func sample(_ sample: ProtoCheckProviderResponse.Sample, picture: [String], _ style: Style) -> String {
        let heading = "\(PlainText.line(sample.kind)), \(Names.family(sample.family))"
        return picture.reduce(into: style(.dim, heading) + "\n") { $0 += $1 + "\n" }
    }
}
