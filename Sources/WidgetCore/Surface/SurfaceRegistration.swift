/// A place where widgets are shown, as its program says it to the daemon.
public struct SurfaceRegistration: Sendable, Hashable {
    /// Raw values are those of the wire.
    public enum Kind: Int, Sendable, Hashable, CaseIterable {
        case terminal = 1
        case bar, notifications
        /// A group of widgets on a desktop's background.
        case desktop
        /// A strip on an edge.
        case panel
        /// A whole display.
        case wall
        case window, web
    }

    /// Whether somebody can see the surface. Raw values are those of the wire.
    public enum Visibility: Int, Sendable, Hashable, CaseIterable {
        case visible = 1
        /// Something lies over it, or nobody looks.
        case covered
        /// The session is locked.
        case locked
    }

    /// Something that stands on a page.
    public enum Item: Sendable, Hashable {
        case widget(WidgetID)
        case control(ControlID)
        /// The Smart Stack.
        case stack
        /// A stack that a user has made, with the widgets among its cards.
        case namedStack(String, [WidgetID])
    }

    /// Letters, digits, `-` and `_`, at most 64; no other surface of the device has it.
    public let name: String
    public let kind: Kind
    /// The families that it can show. Empty: it shows no widgets.
    public var families: [WidgetFamily] = []
    /// Pixels per point; 0: it has no pixels.
    public var scale = 0.0
    /// Points; 0: not known.
    public var width = 0
    public var height = 0
    public var traits = ViewTraits()
    /// The items of each page; nil: all widgets of the board.
    public var pages: [[Item]]?
    /// The widgets among the cards of the Smart Stack, for a page that has it.
    public var stackWidgets: [WidgetID] = []
    /// The pages that are turned to the user, from 1.
    public var visiblePages: [Int] = [1]
    public var visibility = Visibility.visible
    /// The settings that it understands, in its order.
    public var settings: [SurfaceSetting] = []
    /// It is forgotten when its program ends.
    public var isEphemeral = false

    /// - Throws: INVALID_ARGUMENT that names the field.
    public init(name: String, kind: Kind, field: String) throws(WidgetError) {
        guard Identifier.isPlain(name) else {
            throw .invalid("\(field).name", "\(name.cut(toBytes: 80).quoted) isn't 1 to \(Limits.identifierBytes) letters, digits, - and _")
        }
        (self.name, self.kind) = (name, kind)
    }

    /// Says what stands on the pages; where that is more than a surface may name, it shows the board.
    /// - Parameters:
    ///   - words: the ids of widgets, and the words of stacks and controls (``PageWord``).
    ///   - stacks: the ids of the widgets in each stack, by its word. The first ``RelevanceLimits/stack`` count.
    public mutating func setPages(_ words: [[String]], stacks: [String: [String]]) {
        (pages, stackWidgets) = (nil, [])
        guard words.reduce(0, { $0 + $1.count }) <= SurfaceLimits.items, words.count <= Limits.boardPages else { return }
        // Devices that add widgets at the same time, and imports, may fill a stack above its limit.
        func cards(_ word: String) -> [WidgetID] { Array((stacks[word] ?? []).lazy.compactMap { WidgetID($0) }.prefix(RelevanceLimits.stack)) }
        pages = words.map { page in
            page.compactMap { word in
                switch PageWord(word) {
                case .widget(let id): WidgetID(id).map(Item.widget)
                case .control(let id): ControlID(id).map(Item.control)
                case .stack(""): .stack
                case .stack(let name): .namedStack(name, cards(word))
                }
            }
        }
        stackWidgets = cards(PageWord.stack("").text)
    }

    /// The widgets that somebody can see; nil: all of the board.
    public var visibleWidgets: Set<WidgetID>? {
        guard visibility == .visible, !visiblePages.isEmpty, !families.isEmpty else { return [] }
        guard let pages else { return nil }
        var widgets: Set<WidgetID> = []
        for page in visiblePages where pages.indices.contains(page - 1) {
            for item in pages[page - 1] {
                switch item {
                case .widget(let id): widgets.insert(id)
                case .stack: widgets.formUnion(stackWidgets)
                case .namedStack(_, let cards): widgets.formUnion(cards)
                case .control: break
                }
            }
        }
        return widgets
    }
}

/// A setting of a surface, and its value now.
public struct SurfaceSetting: Sendable, Hashable {
    public var name: String
    /// JSON; empty: as usual.
    public var value: String

    public init(_ name: String, _ value: String = "") { (self.name, self.value) = (name, value) }
}

/// A change of one setting of a surface.
public struct SurfaceEdit: Sendable, Hashable {
    public enum Change: Sendable, Hashable {
        /// JSON, or any other text for a string.
        case set(String)
        /// Back to the usual value.
        case reset
        /// Adds a name to a list.
        case add(String)
        /// Takes a name off a list.
        case remove(String)
    }

    /// The setting's name.
    public var name: String
    public var change: Change

    public init(_ name: String, _ change: Change) { (self.name, self.change) = (name, change) }
}

extension [SurfaceEdit] {
    /// Adds changes that come later. A new value makes the earlier changes of the setting needless.
    public mutating func append(later edits: [SurfaceEdit]) {
        for edit in edits {
            switch edit.change {
            case .set, .reset: removeAll { $0.name == edit.name }
            case .add, .remove: break
            }
            append(edit)
        }
    }
}

/// A surface of a device, as the device keeps it.
public struct SurfaceRecord: Sendable, Hashable {
    public var registration: SurfaceRegistration
    /// Its program is there.
    public var isConnected: Bool
    /// When it was there last.
    public var seenAt: Timestamp
    /// Changes that wait for its program.
    public var waiting: [SurfaceEdit] = []
    /// Why the program didn't make the last change that waited; empty: it did.
    public var refused = ""

    public init(_ registration: SurfaceRegistration, isConnected: Bool, seenAt: Timestamp) {
        (self.registration, self.isConnected, self.seenAt) = (registration, isConnected, seenAt)
    }
}

/// The bounds of what surfaces say, each with its reason.
public enum SurfaceLimits {
    /// Surfaces of a device: those of a large desk, and the terminals on it.
    public static let perDevice = 64
    /// Items on all pages of a surface: those on some screens.
    public static let items = 256
    /// Settings of a surface.
    public static let settings = 32
    /// Bytes of all values of a surface's settings.
    public static let settingsBytes = 32 << 10
    /// Bytes of one value that a user sets.
    public static let valueBytes = 16 << 10
    /// Changes of settings in one request, and those that wait for a surface.
    public static let edits = 32
    /// Pixels per point.
    public static let scale = 0.1...16.0
    /// Points of a side.
    public static let size = 100_000
}
