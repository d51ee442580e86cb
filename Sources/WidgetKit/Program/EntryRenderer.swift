import WidgetAPI
import WidgetCore

/// Turns entries' views into archives, for one question of the daemon's.
@MainActor struct EntryRenderer {
    let context: ProviderContext
    /// The view is generic, and shown redacted.
    var isPlaceholder = false
    private let collection = ImageCollection()
    /// The pictures that the views show, each once.
    var images: [ProvidedImage] { collection.images }

    init(context: ProviderContext) { self.context = context }

    /// The archive of an entry's view.
    /// - Throws: INVALID_ARGUMENT that names the view's path, the limit and the value.
    func archive(date: Date, _ content: () -> some View) throws -> ArchiveCodec.Encoded {
        let size = CGSize(width: context.displaySize.width, height: context.displaySize.height)
        return try ArchiveCodec.encode(try tree(date: date, size: size, content).archive(), family: context.family)
    }

    func tree(date: Date, size: CGSize, _ content: () -> some View) throws(WidgetError) -> ViewTree {
        try ViewRenderer.tree(of: content(), environment: environment(date: date), size: size, images: collection)
    }

    func environment(date: Date) -> EnvironmentValues {
        var environment = EnvironmentValues()
        environment.colorScheme = context.colorScheme == .dark ? .dark : .light
        environment.displayScale = context.displayScale
        environment.locale = Locale(identifier: context.locale)
        environment.timeZone = TimeZone(identifier: context.timeZone) ?? .current
        environment.renderingDate = date
        environment.widgetFamily = WidgetFamily(context.family)
        if isPlaceholder { environment.redactionReasons = .placeholder }
        return environment
    }
}
