/// Says what some displays show. A display (``Leaf``) is in one group, or in none, and then it shows everything.
public struct DisplayGroup: Sendable, Hashable {
    /// 1 to ``Limits/identifierBytes`` letters, digits, `-` and `_`.
    public var name: String
    /// The pages of the board whose widgets are shown, ascending: 1 to ``Limits/boardPages``.
    public var pages: [Int]
    /// Whether Live Activities are shown.
    public var showsActivities: Bool
    /// Whether controls are shown.
    public var showsControls: Bool
    /// Whether taps are performed.
    public var acts: Bool

    /// The id of a group with this name, the same on all devices.
    public static func id(of name: String) -> ContentDigest { ContentDigest(of: Array(name.utf8)) }

    public init(name: String, pages: [Int], showsActivities: Bool = false, showsControls: Bool = false, acts: Bool = true) {
        self.name = name
        self.pages = pages
        self.showsActivities = showsActivities
        self.showsControls = showsControls
        self.acts = acts
    }

    /// The group, with its pages in order.
    /// - Throws: INVALID_ARGUMENT that names the field and the limit.
    public func validated() throws(WidgetError) -> DisplayGroup {
        _ = try Self.validated(name: name)
        if let page = pages.first(where: { !(1...Limits.boardPages).contains($0) }) {
            throw .invalid("pages", "\(page) isn't from 1 to \(Limits.boardPages)")
        }
        guard !pages.isEmpty || showsActivities || showsControls else {
            throw .invalid("pages", "none is given; name the pages of the board that the group shows, such as 2,3")
        }
        var group = self
        group.pages = Set(pages).sorted()
        return group
    }

    /// The name if a group can have it.
    /// - Throws: INVALID_ARGUMENT that says which names groups have.
    public static func validated(name: String) throws(WidgetError) -> String {
        guard Identifier.isPlain(name) else {
            throw .invalid("group", "\(name.cut(toBytes: 80).quoted) isn't 1 to \(Limits.identifierBytes) letters, digits, - and _")
        }
        return name
    }

    /// The pages as one text, such as `2,3`.
    public var pagesText: String { pages.map(String.init).joined(separator: ",") }

    /// The pages of a ``pagesText``. Other parts of the text are left out.
    public static func pages(of text: String) -> [Int] {
        Set(text.split(separator: ",").compactMap { Int($0) }.filter { (1...Limits.boardPages).contains($0) }).sorted()
    }
}

/// A code with which several devices join, by its secret's digest.
public struct Enrolment: Sendable, Hashable, Identifiable {
    /// The SHA-256 of the secret, and of the id of the device that made it.
    public var id: ContentDigest
    /// The part that its devices take.
    public var role: Role
    /// The name of the group that its displays are in. Empty: none. Members are in none.
    public var group: String
    /// How many devices may use it: 1 to ``Role/uses``. 0: it was ended.
    public var uses: Int
    public var createdAt: Timestamp
    public var expiresAt: Timestamp

    /// The parts that an enrolment gives. The raw value is stored.
    public enum Role: Int, Sendable, Hashable {
        /// A leaf: it looks, and acts where its group allows it.
        case viewer = 0
        /// A member: it changes everything, as every member does.
        case editor = 1

        /// The most devices that one enrolment lets in.
        public var uses: Int {
            switch self {
            case .viewer: Limits.enrolmentUses
            case .editor: Limits.editorEnrolmentUses
            }
        }

        /// The role of a device that joins with it.
        public var deviceRole: DeviceRole {
            switch self {
            case .viewer: .leaf
            case .editor: .member
            }
        }
    }

    public init(id: ContentDigest, role: Role = .viewer, group: String, uses: Int, createdAt: Timestamp, expiresAt: Timestamp) {
        self.id = id
        self.role = role
        self.group = group
        self.uses = uses
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }

    /// Whether it may be used at this date, if uses are left.
    public func isOpen(at date: Timestamp) -> Bool { date < expiresAt }
}
