import CWayland
import Logging
import WidgetCore
import WidgetDrawing
import WidgetLayout
import WidgetScene
import WidgetSettings

/// The parts that all surfaces share.
final class SurfaceContext {
    let connection: WaylandConnection
    let renderer: CairoRenderer
    let presentation: Presentation
    let log: Logger
    let localTime: LocalTime
    /// The session is locked: what is private isn't shown.
    var isLocked = false

    init(_ connection: WaylandConnection, pictures: any PictureSource, log: Logger, localTime: LocalTime) {
        self.connection = connection
        let text = PangoText()
        renderer = CairoRenderer(text: text, pictures: pictures)
        // As `widgetctl render` draws them: each letter at its exact place.
        renderer.drawsTextAsPaths = true
        presentation = Presentation(texts: TextCache(measurer: text))
        self.log = log
        self.localTime = localTime
    }

    /// When a surface is dimmed, in this machine's time; nil: never.
    func hours(of surface: WallSurface) -> DimmingHours? {
        surface.dimming.map { DimmingHours(dimming: $0) { [localTime] in localTime.zoneOffset("", $0) ?? 0 } }
    }

    /// Draws a part of a frame anew.
    /// - Parameter scale: pixels per point.
    func draw(_ frame: SurfaceFrame, on surface: Surface, _ rect: PixelRect, scale: Double) {
        let part = rect.rect(scale: scale)
        for (number, layer) in frame.layers.enumerated() where number == 0 || !layer.frame.intersection(part).isEmpty {
            let own = layer.frame
            let inner = Rect(
                x: (part.minX - own.minX) / layer.scale, y: (part.minY - own.minY) / layer.scale, width: part.size.width / layer.scale,
                height: part.size.height / layer.scale)
            renderer.draw(
                layer.list, on: surface, scale: scale * layer.scale, at: Point(x: own.minX / layer.scale, y: own.minY / layer.scale), within: inner,
                clears: number == 0)
        }
    }
}

/// The configuration of a surface in the terms of the layout and of the compositor.
extension WallSurface {
    /// All that a widget's picture depends on.
    /// - Parameter scale: pixels per point of the display.
    func presentation(
        of family: WidgetFamily, size: Size, isDimmed: Bool, isLocked: Bool, scale: Double, at date: Timestamp,
        localTime: LocalTime
    ) -> PresentationTraits {
        let pixels = min(4, max(0.5, scale * place.zoom))
        var traits = PresentationTraits(family: family, views: traits(isDimmed: isDimmed), scale: pixels, theme: theme, now: date)
        traits.size = size
        traits.hidesPrivate = isLocked
        traits.localTime = localTime
        return traits
    }

    private var theme: Theme {
        var theme = Theme()
        let tint = look.tint.map { ResolvedColor($0, look.colorScheme) }
        switch look.theme {
        case .glass: theme.background = .glass
        case .tinted: theme.background = .tinted(tint ?? ResolvedColor(.blue, look.colorScheme))
        case .solid: theme.background = .solid(tint ?? ResolvedColor(rgb: 0x1C1C1E))
        case .fullColor, .vibrant: break
        }
        return theme
    }

    /// The ground behind the widgets; nil: whatever lies below the surface.
    func ground(in size: Size) -> Paint? {
        let colors = look.background.map { ResolvedColor($0, look.colorScheme) }
        switch colors.count {
        case 0: return kind == .wall || kind == .window ? .color(.black) : nil
        case 1: return .color(colors[0])
        default:
            let stops = colors.enumerated().map { Paint.Stop(location: Double($0) / Double(colors.count - 1), color: $1) }
            return .linear(stops: stops, start: .zero, end: Point(x: 0, y: size.height))
        }
    }

    /// Nothing that lies below is seen through the surface.
    var isOpaque: Bool {
        if look.background.isEmpty { return kind == .wall || kind == .window }
        return look.background.allSatisfy { ResolvedColor($0, look.colorScheme).alpha >= 1 }
    }

    /// How its widgets move.
    func motion(isDimmed: Bool) -> WidgetScene.Options {
        var options = WidgetScene.Options()
        options.isAlwaysOn = isDimmed
        options.reducesMotion = look.reducesMotion
        return options
    }

    /// Where the compositor puts it.
    /// - Parameter size: that of its contents with the margins within, in the compositor's points.
    func layerPlace(_ size: Size) -> LayerRole.Place {
        let (width, height) = (Int32(size.width), Int32(size.height))
        let (top, bottom, left, right) = (
            ZWLR_LAYER_SURFACE_V1_ANCHOR_TOP.rawValue, ZWLR_LAYER_SURFACE_V1_ANCHOR_BOTTOM.rawValue, ZWLR_LAYER_SURFACE_V1_ANCHOR_LEFT.rawValue,
            ZWLR_LAYER_SURFACE_V1_ANCHOR_RIGHT.rawValue
        )
        let clicked = ZWLR_LAYER_SURFACE_V1_KEYBOARD_INTERACTIVITY_ON_DEMAND.rawValue
        let outside = Int32((place.margin * place.zoom).rounded())
        switch kind {
        case .desktop, .window:
            let anchor =
                switch place.anchor {
                case .topLeft: top | left
                case .top: top
                case .topRight: top | right
                case .left: left
                case .center: UInt32(0)
                case .right: right
                case .bottomLeft: bottom | left
                case .bottom: bottom
                case .bottomRight: bottom | right
                }
            return .init(layer: layer, anchor: anchor, margin: outside, width: width, height: height, exclusive: 0, keyboard: clicked)
        case .panel:
            let isVertical = isVertical
            let anchor =
                switch place.edge {
                case .top: top | left | right
                case .bottom: bottom | left | right
                case .left: left | top | bottom
                case .right: right | top | bottom
                }
            return .init(
                layer: layer, anchor: anchor, margin: 0, width: isVertical ? width : 0, height: isVertical ? 0 : height,
                exclusive: isVertical ? width : height, keyboard: clicked)
        case .wall:
            return .init(
                layer: layer, anchor: top | bottom | left | right, margin: 0, width: 0, height: 0, exclusive: -1,
                keyboard: ZWLR_LAYER_SURFACE_V1_KEYBOARD_INTERACTIVITY_EXCLUSIVE.rawValue)
        }
    }

    /// A panel on the left or right.
    var isVertical: Bool { kind == .panel && (place.edge == .left || place.edge == .right) }
}
