import WidgetCore

/// The attributes of SwiftUI's that an `AttributedString` may have.
extension AttributeScopes {
    nonisolated public struct SwiftUIAttributes: AttributeScope {
        public let font: FontAttribute
        public let foregroundColor: ForegroundColorAttribute
        public let backgroundColor: BackgroundColorAttribute
        public let strikethroughStyle: StrikethroughStyleAttribute
        public let underlineStyle: UnderlineStyleAttribute
        public let kern: KerningAttribute
        public let tracking: TrackingAttribute
        public let baselineOffset: BaselineOffsetAttribute
        public let foundation: AttributeScopes.FoundationAttributes
    }

    nonisolated public enum FontAttribute: AttributedStringKey { public typealias Value = Font; public static var name: String { "SwiftUI.Font" } }
    nonisolated public enum ForegroundColorAttribute: AttributedStringKey {
        public typealias Value = Color
        public static var name: String { "SwiftUI.ForegroundColor" }
    }
    nonisolated public enum BackgroundColorAttribute: AttributedStringKey {
        public typealias Value = Color
        public static var name: String { "SwiftUI.BackgroundColor" }
    }
    nonisolated public enum StrikethroughStyleAttribute: AttributedStringKey {
        public typealias Value = Text.LineStyle
        public static var name: String { "SwiftUI.StrikethroughStyle" }
    }
    nonisolated public enum UnderlineStyleAttribute: AttributedStringKey {
        public typealias Value = Text.LineStyle
        public static var name: String { "SwiftUI.UnderlineStyle" }
    }
    nonisolated public enum KerningAttribute: AttributedStringKey { public typealias Value = CGFloat; public static var name: String { "SwiftUI.Kern" } }
    nonisolated public enum TrackingAttribute: AttributedStringKey { public typealias Value = CGFloat; public static var name: String { "SwiftUI.Tracking" } }
    nonisolated public enum BaselineOffsetAttribute: AttributedStringKey {
        public typealias Value = CGFloat
        public static var name: String { "SwiftUI.BaselineOffset" }
    }

    public var swiftUI: SwiftUIAttributes.Type { SwiftUIAttributes.self }
}

extension AttributeDynamicLookup {
    public subscript<T: AttributedStringKey>(dynamicMember keyPath: KeyPath<AttributeScopes.SwiftUIAttributes, T>) -> T { self[T.self] }
}

extension AttributedString {
    @MainActor func spans(in inputs: _ViewInputs) -> [ViewTextSpan] {
        let environment = inputs.environment
        return runs.map { run in
            var modifiers: [WidgetCore.ViewModifier] = []
            if let font = run[AttributeScopes.FontAttribute.self] { modifiers.append(.font(font.archived)) }
            if let color = run[AttributeScopes.ForegroundColorAttribute.self] { modifiers.append(.foreground(color.archived(in: environment))) }
            if run[AttributeScopes.StrikethroughStyleAttribute.self] != nil { modifiers.append(.strikethrough(ViewTextLine())) }
            if run[AttributeScopes.UnderlineStyleAttribute.self] != nil { modifiers.append(.underline(ViewTextLine())) }
            if let kern = run[AttributeScopes.KerningAttribute.self] { modifiers.append(.kerning(kern)) }
            if let tracking = run[AttributeScopes.TrackingAttribute.self] { modifiers.append(.tracking(tracking)) }
            if let offset = run[AttributeScopes.BaselineOffsetAttribute.self] { modifiers.append(.baselineOffset(offset)) }
            return ViewTextSpan(.text(String(characters[run.range])), modifiers: modifiers)
        }
    }
}
