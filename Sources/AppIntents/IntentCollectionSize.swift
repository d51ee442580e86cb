/// How many entities people choose.
public struct IntentCollectionSize: Hashable, Sendable, ExpressibleByIntegerLiteral {
    let range: ClosedRange<Int>

    public init(exactly count: Int) { range = max(0, count)...max(0, count) }
    public init(min: Int, max: Int) { range = Swift.max(0, min)...Swift.max(0, min, max) }
    public init(integerLiteral value: Int) { self.init(exactly: value) }
}

/// The family of a widget, for parameters that depend on it.
public enum IntentWidgetFamily: Hashable, Sendable, CaseIterable {
    case systemSmall, systemMedium, systemLarge, systemExtraLarge, accessoryCorner, accessoryCircular, accessoryRectangular, accessoryInline
}

extension IntentParameter {
    /// - Parameter size: isn't held against the value: people say how many they want.
    public convenience init<Query: EntityQuery>(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Value? = nil, size: IntentCollectionSize,
        inputConnectionBehavior: InputConnectionBehavior = .default, query: Query
    ) { self.init(title: title, description: description, default: defaultValue, query: query) }

    public convenience init(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Value? = nil, size: IntentCollectionSize,
        inputConnectionBehavior: InputConnectionBehavior = .default
    ) { self.init(title: title, description: description, default: defaultValue) }

    public convenience init(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Value? = nil,
        size: [IntentWidgetFamily: IntentCollectionSize], inputConnectionBehavior: InputConnectionBehavior = .default
    ) { self.init(title: title, description: description, default: defaultValue) }

    public convenience init<Query: EntityQuery>(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Value? = nil,
        size: [IntentWidgetFamily: IntentCollectionSize], inputConnectionBehavior: InputConnectionBehavior = .default, query: Query
    ) { self.init(title: title, description: description, default: defaultValue, query: query) }
}
