/// A view as people write it: nested, with its modifiers, before it is laid flat as a ``ViewArchive``.
///
/// Scripts, adapted bar plugins and the kit for providers in Swift all build this tree, and ``archive()`` alone turns it into an archive.
public struct ViewTree: Sendable, Hashable {
    /// What the view is.
    public enum Content: Sendable, Hashable {
        /// Whatever needs no table of the archive. Contents that refer to an action or an image by index have cases of their own here.
        case view(ViewContent)
        /// A picture; the archive names each one once.
        case picture(ImageReference, accentedRenderingMode: ViewImage.AccentedRenderingMode?)
        case button(Action)
        /// The first child is shown when it is off, the second when it is on.
        case toggle(Action, isOn: Bool, title: String)
    }

    /// What a button or toggle does.
    public struct Action: Sendable, Hashable {
        /// `[a-zA-Z0-9_.-]{1,64}`; nil: named after what it does, such as `LogDrink`, with `-2` and so on where that name is taken.
        public var id: String?
        /// Without an ``id``: what stands on it, to be named after.
        public var title: String?
        public var effect: ViewAction.Effect

        public init(id: String? = nil, title: String? = nil, effect: ViewAction.Effect) {
            self.id = id
            self.title = title
            self.effect = effect
        }
    }

    public var content: Content
    public var children: [ViewTree]
    /// The first is applied first.
    public var modifiers: [ViewModifier]
    public var accessibilityLabel: String
    public var isPrivacySensitive: Bool
    public var isInvalidatable: Bool
    /// Shown by a reader that doesn't know the content.
    public var fallback: String
    public var mustUnderstand: Bool
    /// The digest of the value given to `.id()`; empty for none.
    public var explicitID: [UInt8]
    /// The widget's background, at most one in a tree: views behind everything, each over the one before.
    public var containerBackground: [ViewTree]?
    /// Opened where the widget is tapped outside of its buttons, toggles and links. Of a tree with several, the outermost counts.
    public var widgetURL: String?

    public init(_ content: Content, children: [ViewTree] = []) {
        self.content = content
        self.children = children
        modifiers = []
        accessibilityLabel = ""
        isPrivacySensitive = false
        isInvalidatable = false
        fallback = ""
        mustUnderstand = false
        explicitID = []
        containerBackground = nil
    }
}
