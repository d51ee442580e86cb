public import WidgetCore

extension ViewTraits {
    /// - Parameter field: what errors name.
    /// - Throws: INVALID_ARGUMENT for an unknown size of text, and for a locale that is too long or has other characters. A value that only a newer version
    ///   knows counts as none.
    public init(_ proto: ProtoViewTraits, field: String) throws(WidgetError) {
        let size = try DynamicTypeSize?(limit: proto.dynamicTypeSize, field: "\(field).dynamic_type_size")
        guard proto.locale.isEmpty || ViewTraits.isLocale(proto.locale) else {
            throw .invalid("\(field).locale", "is no locale such as \"de-AT\", of at most \(Limits.localeBytes) bytes")
        }
        self.init(
            colorScheme: ColorScheme(rawValue: proto.colorScheme.rawValue), renderingMode: RenderingMode(rawValue: proto.renderingMode.rawValue),
            showsBackground: proto.hasShowsBackground ? proto.showsBackground : nil, levelOfDetail: LevelOfDetail(rawValue: proto.levelOfDetail.rawValue),
            isLuminanceReduced: proto.hasLuminanceReduced ? proto.luminanceReduced : nil,
            dynamicTypeSize: size, locale: proto.locale.isEmpty ? nil : proto.locale)
    }

    /// Traits of a list, such as those that are wanted.
    /// - Throws: as ``init(_:field:)``, and INVALID_ARGUMENT for more than `limit`.
    static func list(_ protos: [ProtoViewTraits], limit: Int, field: String) throws(WidgetError) -> [ViewTraits] {
        guard protos.count <= limit else { throw .invalid(field, "at most \(limit), not \(protos.count)") }
        var traits: [ViewTraits] = []
        for (index, proto) in protos.enumerated() { traits.append(try ViewTraits(proto, field: "\(field)[\(index)]")) }
        return traits
    }
}

extension Optional<ViewTraits.DynamicTypeSize> {
    /// A size on the wire, where 0 is none.
    /// - Throws: INVALID_ARGUMENT for an unknown size.
    init(limit number: UInt32, field: String) throws(WidgetError) {
        self = Wrapped(rawValue: Int(number))
        guard number == 0 || self != nil else { throw .invalid(field, "is 1 to \(Wrapped.allCases.count), or 0 for any, not \(number)") }
    }
}

extension ProtoViewTraits {
    /// The traits as on the wire.
    public init(_ traits: ViewTraits) {
        self.init()
        if let value = traits.colorScheme { colorScheme = value == .light ? .light : .dark }
        if let value = traits.renderingMode { renderingMode = .init(rawValue: value.rawValue) ?? .unspecified }
        if let value = traits.showsBackground { showsBackground = value }
        if let value = traits.levelOfDetail { levelOfDetail = .init(rawValue: value.rawValue) ?? .unspecified }
        if let value = traits.isLuminanceReduced { luminanceReduced = value }
        if let value = traits.dynamicTypeSize { dynamicTypeSize = UInt32(value.rawValue) }
        if let value = traits.locale { locale = value }
    }
}

extension ProtoViewArchive {
    /// Keeps the view that a surface with these traits shows (``ViewArchive/adapted(to:)``). Traits that can't be read count as none.
    mutating func adapt(to surface: ViewTraits) {
        guard !variants.isEmpty else { return }
        func traits(_ archive: ProtoViewArchive) -> [ViewTraits] { archive.traits.compactMap { try? ViewTraits($0, field: "traits") } }
        guard let best = ViewTraits.best(of: [traits(self)] + variants.map(traits), for: surface), best > 0 else { return variants = [] }
        self = variants[best - 1]
    }
}

extension ProtoWidgetSnapshot {
    mutating func adapt(to surface: ViewTraits) { if hasArchive { archive.adapt(to: surface) } }
}

extension ProtoActivitySnapshot {
    mutating func adapt(to surface: ViewTraits) {
        for index in archive.views.indices { archive.views[index].archive.adapt(to: surface) }
    }
}

extension ProtoStackState {
    mutating func adapt(to surface: ViewTraits) {
        for index in cards.indices where cards[index].hasArchive { cards[index].archive.adapt(to: surface) }
    }
}
