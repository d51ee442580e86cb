package import WidgetCore

/// A symbol, or a picture.
nonisolated public struct Image: Equatable, Sendable {
    enum Source: Equatable, Sendable {
        case symbol(String, variableValue: Double?)
        /// An image set or a PNG among the provider's resources.
        case asset(String, bundlePath: String?)
        case png([UInt8], scale: Double)
    }

    /// How an image fills a place of another size.
    public enum ResizingMode: Sendable {
        case tile, stretch
    }

    /// The source of its colours.
    public enum TemplateRenderingMode: Sendable {
        case template, original
    }

    public enum Interpolation: Sendable {
        case none, low, medium, high
    }

    public enum Scale: Sendable, CaseIterable {
        case small, medium, large
    }

    public enum Orientation: UInt8, CaseIterable, Hashable, Sendable {
        case up, upMirrored, down, downMirrored, left, leftMirrored, right, rightMirrored
    }

    var source: Source
    /// The archive's options beside the source.
    var options = ViewImage(source: .image(0))
    var label: Text?
    var isDecorative = false
    var symbolRenderingMode: SymbolRenderingMode?

    private init(_ source: Source) { self.source = source }

    /// A symbol by name, such as `cup.and.saucer`.
    public init(systemName: String, variableValue: Double? = nil) { self.init(.symbol(systemName, variableValue: variableValue)) }

    /// An image set of an asset catalogue, or a PNG, among the provider's resources.
    public init(_ name: String, bundle: Bundle? = nil) { self.init(.asset(name, bundlePath: bundle?.bundlePath)) }
    public init(_ name: String, variableValue: Double?, bundle: Bundle? = nil) { self.init(name, bundle: bundle) }
    public init(_ name: String, bundle: Bundle? = nil, label: Text) {
        self.init(name, bundle: bundle)
        self.label = label
    }
    public init(decorative name: String, bundle: Bundle? = nil) {
        self.init(name, bundle: bundle)
        isDecorative = true
    }
    public init(_ resource: ImageResource) { self.init(.asset(resource.name, bundlePath: nil)) }

    /// A picture as a PNG.
    /// - Parameter scale: pixels per point.
    public init(png data: Data, scale: CGFloat = 1) { self.init(.png(Array(data), scale: scale)) }

    /// The picture of a ``UIImage``.
    public init(uiImage: UIImage) { self.init(png: uiImage.data, scale: uiImage.scale) }
    public init(nsImage: UIImage) { self.init(uiImage: nsImage) }

    public static func == (lhs: Image, rhs: Image) -> Bool { lhs.source == rhs.source && lhs.options == rhs.options && lhs.label == rhs.label }

    private func with(_ change: (inout Image) -> Void) -> Image {
        var copy = self
        change(&copy)
        return copy
    }

    public func resizable(capInsets: EdgeInsets = EdgeInsets(), resizingMode: ResizingMode = .stretch) -> Image {
        with { $0.options.resizing = ViewImage.Resizing(capInsets: ViewInsets(capInsets), isTiled: resizingMode == .tile) }
    }
    public func renderingMode(_ mode: TemplateRenderingMode?) -> Image {
        with { $0.options.renderingMode = mode.map { $0 == .template ? .template : .original } }
    }
    public func interpolation(_ interpolation: Interpolation) -> Image {
        with {
            $0.options.interpolation =
                switch interpolation {
                case .none: ViewImage.Interpolation.none
                case .low: .low
                case .medium: .medium
                case .high: .high
                }
        }
    }
    public func antialiased(_ isAntialiased: Bool) -> Image { self }
    public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> Image { with { $0.symbolRenderingMode = mode } }
    /// How the image is drawn where a widget has an accent.
    public func widgetAccentedRenderingMode(_ mode: WidgetAccentedRenderingMode?) -> Image {
        with { $0.options.accentedRenderingMode = mode?.archived }
    }

    /// The symbol's name; nil: it is a picture.
    var symbolName: String? {
        if case .symbol(let name, _) = source { name } else { nil }
    }
}

/// How an image is drawn where a widget has an accent.
nonisolated public struct WidgetAccentedRenderingMode: Sendable, Hashable {
    let archived: ViewImage.AccentedRenderingMode
    public static let accented = WidgetAccentedRenderingMode(archived: .accented)
    public static let desaturated = WidgetAccentedRenderingMode(archived: .desaturated)
    public static let accentedDesaturated = WidgetAccentedRenderingMode(archived: .accentedDesaturated)
    public static let fullColor = WidgetAccentedRenderingMode(archived: .fullColor)
}

/// How the layers of a symbol are coloured.
nonisolated public struct SymbolRenderingMode: Sendable, Hashable {
    let archived: ViewSymbolRenderingMode
    public static let monochrome = SymbolRenderingMode(archived: .monochrome)
    public static let hierarchical = SymbolRenderingMode(archived: .hierarchical)
    public static let palette = SymbolRenderingMode(archived: .palette)
    public static let multicolor = SymbolRenderingMode(archived: .multicolor)
}

/// Another form of a symbol.
nonisolated public struct SymbolVariants: Hashable, Sendable {
    let archived: ViewSymbolVariants
    public static let none = SymbolVariants(archived: [])
    public static let fill = SymbolVariants(archived: .fill)
    public static let slash = SymbolVariants(archived: .slash)
    public static let circle = SymbolVariants(archived: .circle)
    public static let square = SymbolVariants(archived: .square)
    public static let rectangle = SymbolVariants(archived: .rectangle)
    public var fill: SymbolVariants { SymbolVariants(archived: archived.union(.fill)) }
    public var slash: SymbolVariants { SymbolVariants(archived: archived.union(.slash)) }
    public var circle: SymbolVariants { SymbolVariants(archived: archived.union(.circle)) }
    public var square: SymbolVariants { SymbolVariants(archived: archived.union(.square)) }
    public var rectangle: SymbolVariants { SymbolVariants(archived: archived.union(.rectangle)) }
    public func contains(_ other: SymbolVariants) -> Bool { archived.isSuperset(of: other.archived) }
}

/// An image set of an asset catalogue. Xcode generates a constant for each one. Here, declare yours in an `extension ImageResource`.
nonisolated public struct ImageResource: Hashable, Sendable {
    let name: String
    public init(name: String, bundle: Bundle) { self.name = name }
}

/// A picture, with as much of UIKit's `UIImage` as a widget needs: it is read from a PNG, and shown with `Image(uiImage:)`.
nonisolated public final class UIImage: Sendable {
    package let data: Data
    /// Pixels per point.
    public let scale: CGFloat
    /// Points.
    public let size: CGSize

    /// A picture from a PNG. Nil: the data isn't a PNG, or `scale` isn't above 0.
    public init?(data: Data, scale: CGFloat = 1) {
        guard let header = try? PNGHeader(Array(data.prefix(64))), scale > 0 else { return nil }
        self.data = data
        self.scale = scale
        size = CGSize(width: CGFloat(header.width) / scale, height: CGFloat(header.height) / scale)
    }

    public convenience init?(contentsOfFile path: String) {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        self.init(data: data)
    }

    /// An image of the provider's resources.
    public convenience init?(named name: String) {
        guard let picture = AssetCatalog.picture(name, isDark: false, bundle: .main) else { return nil }
        self.init(data: Data(picture.data), scale: picture.scale)
    }

    public func pngData() -> Data? { data }
}

extension Image: View, PrimitiveView {
    @MainActor public func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {
        guard var tree = inputs.resolution.within("Image", { tree(in: inputs) }) else { return }
        tree.id = inputs.id
        if let mode = symbolRenderingMode { tree.modifiers.append(.symbolRenderingMode(mode.archived)) }
        if isDecorative { tree.modifiers.append(.accessibility(ViewAccessibility(isHidden: true))) }
        if let label { tree.accessibilityLabel = label.plain(in: inputs) }
        outputs.trees.append(tree)
    }

    @MainActor private func tree(in inputs: _ViewInputs) -> ViewTree? {
        var image = options
        switch source {
        case .symbol(let name, let value):
            image.source = .systemName(name)
            image.variableValue = value.map { min(1, max(0, $0)) }
            return ViewTree(.view(.image(image)))
        case .asset(let name, let bundlePath):
            let bundle = bundlePath.flatMap { Bundle(path: $0) } ?? .main
            guard let picture = AssetCatalog.picture(name, isDark: inputs.environment.colorScheme == .dark, bundle: bundle) else {
                inputs.resolution.fail("there is no image \"\(name)\" among the provider's resources: an image set of an asset catalogue, or \(name).png")
                return nil
            }
            if picture.isTemplate, image.renderingMode == nil { image.renderingMode = .template }
            image.scale = picture.scale
            return self.picture(picture.data, image, name: name, inputs)
        case .png(let data, let scale):
            image.scale = min(Limits.imageScale.upperBound, max(Limits.imageScale.lowerBound, scale))
            return picture(data, image, name: "a picture", inputs)
        }
    }

    @MainActor private func picture(_ data: [UInt8], _ image: ViewImage, name: String, _ inputs: _ViewInputs) -> ViewTree? {
        do {
            return ViewTree(.picture(try inputs.resolution.images.add(data), image))
        } catch {
            inputs.resolution.fail("\(name): \(error.message)")
            return nil
        }
    }
}

extension ViewInsets {
    package init(_ insets: EdgeInsets) { self.init(top: insets.top, leading: insets.leading, bottom: insets.bottom, trailing: insets.trailing) }
}
