public import WidgetCore

// The model's types that a provider's code names, so that `import WidgetProviderKit` is all it needs.

/// A view, built with SwiftUI's names.
public typealias ViewTree = WidgetCore.ViewTree
public typealias ViewColor = WidgetCore.ViewColor
public typealias Gauge = WidgetCore.Gauge
/// A date in whole milliseconds.
public typealias Timestamp = WidgetCore.Timestamp
/// An interval in whole milliseconds.
public typealias Milliseconds = WidgetCore.Milliseconds
public typealias WidgetFamily = WidgetCore.WidgetFamily
/// A widget's or an intent's parameters by name.
public typealias Parameters = WidgetCore.Parameters
public typealias ParameterValue = WidgetCore.ParameterValue
public typealias ParameterDefinition = WidgetCore.ParameterDefinition
/// For whom an entry is: family, preview, date, time zone, locale.
public typealias TimelineProviderContext = WidgetCore.ProviderContext
/// When to ask for the next timeline at the earliest: `.atEnd`, `.after(date)` or `.never`.
public typealias TimelineReloadPolicy = WidgetCore.ReloadPolicy
/// How relevant an entry is, compared within this provider.
public typealias TimelineEntryRelevance = WidgetCore.EntryRelevance
/// The error to throw: what kind of failure, and a sentence for people that says what to do.
public typealias WidgetError = WidgetCore.WidgetError
/// A picture's bytes with what names it in a view.
public typealias ProvidedImage = WidgetCore.ProvidedImage
