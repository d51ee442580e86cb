// The model's types (ViewTree, Timestamp, WidgetFamily, Parameters) come with the kit, so that `import WidgetProviderKit` is all that a provider needs.
// Where both have a name (Timeline, TimelineEntry), the kit's is meant.
@_exported public import WidgetCore

/// For whom an entry is: family, preview, date, colour scheme, display scale, time zone, locale.
public typealias TimelineProviderContext = ProviderContext
/// When to ask for the next timeline at the earliest: `.atEnd`, `.after(date)` or `.never`.
public typealias TimelineReloadPolicy = ReloadPolicy
/// How relevant an entry is, compared within this provider.
public typealias TimelineEntryRelevance = EntryRelevance
