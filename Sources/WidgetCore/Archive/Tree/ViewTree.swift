/// A view as people write it: nested, with its modifiers, before it is laid flat as a ``ViewArchive``.
///
/// Scripts, adapted bar plugins and SwiftUI's views all build this tree, and ``archive()`` alone turns it into an archive.
public struct ViewTree: Sendable, Hashable {
    /// The content of a view.
    public enum Content: Sendable, Hashable {
        /// A content that needs no table of the archive. Contents that refer to an action or an image by index have cases of their own.
        case view(ViewContent)
        /// A picture, drawn as the image says; its source is the archive's to set. The archive names each picture once.
        case picture(ImageReference, ViewImage)
        case button(Action)
        /// The first child is shown when it is off, the second when it is on.
        case toggle(Action, isOn: Bool, title: String)
    }

    /// The action of a button or toggle.
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
    /// The view's identity; nil: found from its place.
    public var id: NodeID?
    /// The widget's background, at most one in a tree: views behind everything, each over the one before.
    public var containerBackground: [ViewTree]?
    /// Opened where the widget is tapped outside of its buttons, toggles and links. In a tree with several, the outermost counts.
    public var widgetURL: String?
    /// The traits of surfaces for which the tree was made, as ``ViewArchive/traits``; the root's count.
    public var traits: [ViewTraits] = []
    /// The tree as it is for other traits; the root's count.
    public var variants: [ViewTree] = []

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

extension ViewTree {
    /// Whether it was made for surfaces with these traits.
    package func isMade(for surface: ViewTraits) -> Bool { traits.isEmpty || traits.contains { $0.fits(surface) } }

    /// The tree alone.
    package var withoutVariants: ViewTree {
        var tree = self
        tree.variants = []
        return tree
    }

    /// Whether it looks like another, whatever surfaces the two were made for.
    package func looksLike(_ other: ViewTree) -> Bool {
        var (own, other) = (self, other)
        (own.traits, other.traits) = ([], [])
        return own == other
    }

    /// The tree laid flat: nodes in preorder, actions and images each once, the container background as the root's last child.
    ///
    /// ``ViewArchive/validated(family:)`` checks the result. This fails only for a tree that can't be laid flat at all.
    /// - Throws: INVALID_ARGUMENT over ``Limits/nodesPerArchive`` or ``Limits/nodeDepth``, for two container backgrounds and for two different actions of
    ///   the same id.
    public func archive() throws(WidgetError) -> ViewArchive {
        var effects: [String: ViewAction.Effect] = [:]
        var archive = try flat(besides: &effects)
        for variant in variants { archive.variants.append(try variant.flat(besides: &effects)) }
        return archive
    }

    /// - Parameter effects: the effects of the archive's other variants, by the ids of their actions. This variant's effects are added.
    private func flat(besides effects: inout [String: ViewAction.Effect]) throws(WidgetError) -> ViewArchive {
        var builder = FlatArchive()
        builder.actions = ActionTable(besides: effects)
        try builder.append(self, parent: 0, depth: 1)
        if let background = builder.background {
            try builder.append(ViewTree(.view(.containerBackground), children: background), parent: 0, depth: 2)
        }
        // Last, when every button has its action: the whole view's action is the one that no view carries.
        if let url = builder.widgetURL { builder.actions.add(widgetURL: url) }
        let format = builder.nodes.reduce(1) { max($0, $1.content?.format ?? 1) }
        for action in builder.actions.list { effects[action.id] = action.effect }
        return ViewArchive(
            format: format, minimumReader: format, nodes: builder.nodes, actions: builder.actions.list, images: builder.images, traits: traits)
    }
}

/// The archive while it grows.
private struct FlatArchive {
    var nodes: [ViewNode] = []
    var actions = ActionTable()
    var images: [ImageReference] = []
    private var imageIndices: [ImageReference: Int] = [:]
    private(set) var background: [ViewTree]?
    private(set) var widgetURL: String?

    mutating func append(_ tree: ViewTree, parent: Int, depth: Int) throws(WidgetError) {
        guard depth <= Limits.nodeDepth else { throw .invalid("view", "views nest at most \(Limits.nodeDepth) deep") }
        guard nodes.count < Limits.nodesPerArchive else { throw .invalid("view", "a view has at most \(Limits.nodesPerArchive) nodes") }
        if let views = tree.containerBackground {
            guard background == nil else { throw .invalid("view", "a widget has one container background, and this tree has two") }
            background = views
        }
        widgetURL = widgetURL ?? tree.widgetURL
        let index = nodes.count
        nodes.append(
            ViewNode(
                parent: parent, id: tree.id, content: try content(of: tree), modifiers: tree.modifiers, accessibilityLabel: tree.accessibilityLabel,
                isPrivacySensitive: tree.isPrivacySensitive, isInvalidatable: tree.isInvalidatable, fallback: tree.fallback,
                mustUnderstand: tree.mustUnderstand, explicitID: tree.explicitID))
        for child in tree.children { try append(child, parent: index, depth: depth + 1) }
    }

    private mutating func content(of tree: ViewTree) throws(WidgetError) -> ViewContent {
        switch tree.content {
        case .view(let content): return content
        case .button(let action): return .button(action: try actions.index(of: action))
        case .toggle(let action, let isOn, let title): return .toggle(action: try actions.index(of: action), isOn: isOn, title: title)
        case .picture(let reference, var image):
            image.source = .image(index(of: reference))
            return .image(image)
        }
    }

    private mutating func index(of image: ImageReference) -> Int {
        if let index = imageIndices[image] { return index }
        imageIndices[image] = images.count
        images.append(image)
        return images.count - 1
    }
}

/// An archive's actions while it grows: each once, each with an id.
private struct ActionTable {
    private(set) var list: [ViewAction] = []
    private var indices: [String: Int] = [:]
    /// The actions of other variants, whose ids mean the same here.
    private let others: [String: ViewAction.Effect]

    init(besides others: [String: ViewAction.Effect] = [:]) { self.others = others }

    /// The index of `action`, which is added where it is new. Buttons that do the same share an action.
    mutating func index(of action: ViewTree.Action) throws(WidgetError) -> Int {
        if let id = action.id {
            guard isFree(id, for: action.effect) else {
                throw .invalid("action \(JSONText.quoted(id))", "two actions that do different things have this id; give each its own")
            }
            return indices[id] ?? add(ViewAction(id: id, effect: action.effect))
        }
        let name = action.title.map { ViewAction.name(from: $0, or: Self.name(of: action.effect)) } ?? Self.name(of: action.effect)
        var candidate = name
        var number = 1
        while !isFree(candidate, for: action.effect) {
            number += 1
            let suffix = "-\(number)"
            candidate = String(name.prefix(Limits.identifierBytes - suffix.utf8.count)) + suffix
        }
        return indices[candidate] ?? add(ViewAction(id: candidate, effect: action.effect))
    }

    /// Whether an id is free, or that of an action that does the same.
    private func isFree(_ id: String, for effect: ViewAction.Effect) -> Bool {
        if let index = indices[id] { return list[index].effect == effect }
        return others[id].map { $0 == effect } ?? true
    }

    /// Adds the address that the whole view opens, which no button shares.
    mutating func add(widgetURL url: String) {
        let taken = Set(indices.keys).union(others.filter { $0.value != .openURL(url) }.keys)
        _ = add(ViewAction(id: ViewAction.name(from: "open", or: "open", besides: taken), effect: .openURL(url)))
    }

    private mutating func add(_ action: ViewAction) -> Int {
        indices[action.id] = list.count
        list.append(action)
        return list.count - 1
    }

    /// A valid id that says what the effect is: an intent's name with hyphens for what an id can't hold.
    private static func name(of effect: ViewAction.Effect) -> String {
        switch effect {
        case .reload: return "reload"
        case .openURL: return "open"
        case .intent(let name, _):
            let bytes = name.utf8.prefix(Limits.identifierBytes).map { ViewAction.isIdentifierByte($0) ? $0 : UInt8(ascii: "-") }
            return bytes.isEmpty ? "intent" : String(decoding: bytes, as: UTF8.self)
        }
    }
}
