public import WidgetCore

/// A script's answer to the call `activity`: the views of a Live Activity (docs/script-form.md).
public enum ScriptActivity: Sendable, Hashable {
    /// Within every limit, every node with its identity; the lock screen's is always there.
    case views([ActivityPresentation: ViewArchive])
    /// The script refuses the attributes or the state, for this reason.
    case refused(reason: String)

    /// Decodes `{"views":{"lockScreen":…,"compactLeading":…}}`, or `{"refused":"…"}`. Nothing is guessed: one wrong key, type or value fails the whole
    /// answer.
    /// - Throws: INVALID_ARGUMENT that names the place, `views.lockScreen.vstack[1].font`, and what is allowed there.
    public static func decode(_ bytes: [UInt8]) throws(WidgetError) -> ScriptActivity {
        let document = try JSONValue(parsing: bytes)
        var reader = try JSONObjectReader(document, at: .root, expecting: "an object with \"views\"")
        if let reason = try reader.optional("refused", JSONField.text) {
            try reader.finish("a refusal")
            return .refused(reason: reason)
        }
        let views = try reader.required("views", "an object with a view for each presentation, \"lockScreen\" at least", views)
        try reader.finish("an answer to activity")
        return .views(views)
    }

    private static func views(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> [ActivityPresentation: ViewArchive] {
        var reader = try JSONObjectReader(value, at: path, expecting: "an object with a view for each presentation")
        var views: [ActivityPresentation: ViewArchive] = [:]
        for presentation in ActivityPresentation.allCases {
            views[presentation] = try reader.optional("\(presentation)") { (value, path) throws(WidgetError) in
                var images = ScriptImages()
                images.areAllowed = false
                return try ScriptVariants(value, at: path).archive(family: ActivityLimits.family, images: &images)
            }
        }
        try reader.finish("an activity's views")
        guard views[.lockScreen] != nil else { throw .invalid("\(path)", "needs \"lockScreen\", which is shown in place of a missing presentation") }
        return views
    }
}
