/// The context of a request for an entry.
public struct ProviderContext: Sendable, Hashable {
    /// For a gallery: sample data is fine.
    public var isPreview: Bool
    public var family: WidgetFamily
    /// The background that the widget is drawn on.
    public var colorScheme: ColorScheme
    /// The traits of surfaces for which views are wanted, beside ``colorScheme``; at most ``Limits/variantsPerArchive``.
    public var variants: [ViewTraits]
    /// Pixels per point, in ``Limits/displayScale``.
    public var displayScale: Double
    /// IANA name of the user's time zone.
    public var timeZone: String
    /// BCP 47 name of the user's locale.
    public var locale: String
    /// The date of the request.
    public var date: Timestamp
    /// False: the kind wants no margins around its content. A provider knows that of its kinds, and no request says it.
    public var hasMargins = true

    /// Points.
    public var displaySize: (width: Int, height: Int) { family.size }

    public init(
        isPreview: Bool = false, family: WidgetFamily, colorScheme: ColorScheme = .dark, variants: [ViewTraits] = [], displayScale: Double = 1,
        timeZone: String = "UTC", locale: String = "en", date: Timestamp
    ) {
        self.isPreview = isPreview
        self.family = family
        self.colorScheme = colorScheme
        self.variants = variants
        self.displayScale = displayScale
        self.timeZone = timeZone
        self.locale = locale
        self.date = date
    }
}

/// A request to a provider for an entry or a timeline.
public struct ProviderRequest: Sendable, Hashable {
    public var kind: String
    public var context: ProviderContext
    /// Every parameter of the kind that has a value or a default.
    public var parameters: Parameters
    /// The placed widget; nil for the gallery.
    public var widget: WidgetID?

    public init(kind: String, context: ProviderContext, parameters: Parameters = [:], widget: WidgetID? = nil) {
        self.kind = kind
        self.context = context
        self.parameters = parameters
        self.widget = widget
    }
}

/// An intent to perform in a provider.
public struct IntentRequest: Sendable, Hashable {
    /// The intent's type, such as `LogDrinkIntent`.
    public var name: String
    public var intentParameters: Parameters
    /// The widget's kind, or the Live Activity's type.
    public var kind: String
    /// The widget's own parameters.
    public var parameters: Parameters
    /// The widget's id, or the Live Activity's.
    public var widget: WidgetID
    /// The same for a retried request.
    public var idempotencyKey: String
    /// A toggle's new value.
    public var value: Bool?
    /// The background of widgets. Plugins find it in their environment, also for a command. Not on the wire.
    public var colorScheme: ColorScheme

    public init(
        name: String, intentParameters: Parameters = [:], kind: String, parameters: Parameters = [:], widget: WidgetID, idempotencyKey: String,
        value: Bool? = nil, colorScheme: ColorScheme = .dark
    ) {
        self.name = name
        self.intentParameters = intentParameters
        self.kind = kind
        self.parameters = parameters
        self.widget = widget
        self.idempotencyKey = idempotencyKey
        self.value = value
        self.colorScheme = colorScheme
    }
}
