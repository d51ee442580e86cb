import WidgetCore
import WidgetLayout

/// Effects around each other as the style of one element. CSS blurs the contents first, then fades them, then moves them.
struct EffectBox {
    private let steps: Int
    private var opacities: [Double] = []
    /// The first is the outermost.
    private var mappings: [[Projection]] = []
    private var blurs: [Double] = []
    /// An effect that stands alone in its element.
    private var other: (effect: DisplayEffect, frames: [DisplayNode])?

    /// - Parameters:
    ///   - frames: the node at each time; nil: it stands still.
    ///   - steps: the number of times.
    init(_ node: DisplayNode, _ frames: [DisplayNode]?, steps: Int) {
        self.steps = max(1, steps)
        if !add(node, frames), let effect = node.effect { other = (effect, frames ?? [node]) }
    }

    /// Adds the effect of the next node inside. False: it needs an element of its own.
    mutating func add(_ node: DisplayNode, _ frames: [DisplayNode]?) -> Bool {
        guard other == nil, blurs.isEmpty, node.content == nil, let effect = node.effect else { return false }
        let effects = frames?.map { $0.effect ?? effect } ?? Array(repeating: effect, count: steps)
        switch effect {
        case .opacity:
            let own = effects.map { if case .opacity(let opacity) = $0 { opacity } else { 1.0 } }
            opacities = opacities.isEmpty ? own : zip(opacities, own).map { $0 * $1 }
        case .transform, .rotation, .scale, .spatialRotation, .projection:
            mappings.append(effects.map { $0.mapping ?? Projection(.identity) })
        case .blur: blurs = effects.map { if case .blur(let radius) = $0 { radius } else { 0 } }
        default: return false
        }
        return true
    }

    private var matrices: [Projection] {
        guard let first = mappings.first else { return [] }
        return mappings.dropFirst().reduce(first) { outer, inner in zip(outer, inner).map { $1.then($0) } }
    }

    /// The properties over time.
    var series: [PropertySeries] {
        var series: [PropertySeries] = []
        if !opacities.isEmpty { series.append(.numbers("opacity", opacities)) }
        if !mappings.isEmpty { series.append(.mappings(matrices)) }
        if !blurs.isEmpty { series.append(.blurs(blurs)) }
        if let other { series += other.effect.series(of: other.frames) }
        return series
    }

    /// The element's look when all has arrived.
    func style(id: String) -> String {
        var style = series.compactMap { series in
            let value = series.css(series.values.count - 1)
            return PropertySeries.neutral[series.property] == value ? nil : "\(series.cssName):\(value)"
        }
        switch other?.effect {
        case .color: style.append("filter:url(#\(id)-f)")
        case .blend(let mode): style.append("mix-blend-mode:\(mode.css)")
        case .group: style.append("isolation:isolate")
        default: break
        }
        return style.joined(separator: ";")
    }

    /// What CSS can't say by itself: a filter of colours, and the blurred ground of a material.
    func before(id: String) -> String {
        switch other?.effect {
        case .color(let matrix):
            let values = matrix.numbers.map { NumberText.short($0, digits: 4) }.joined(separator: " ")
            return #"<svg width="0" height="0"><filter id="\#(id)-f" color-interpolation-filters="sRGB"><feColorMatrix values="\#(values)"/></filter></svg>"#
        case .material(let shape):
            let (blur, saturation) = (NumberText.short(DisplayEffect.materialBlur / 2), NumberText.short(DisplayEffect.materialSaturation))
            return #"<div style="backdrop-filter:blur(\#(blur)px) saturate(\#(saturation));clip-path:path('\#(shape.outline.svgPath)')"></div>"#
        default: return ""
        }
    }
}

extension DisplayEffect {
    /// The properties of an effect that stands alone.
    fileprivate func series(of frames: [DisplayNode]) -> [PropertySeries] {
        switch self {
        case .clip:
            let outlines = Outline.alike(frames.map { if case .clip(let shape) = $0.effect { shape.outline } else { Outline() } })
            return [PropertySeries(property: "clipPath", values: outlines.map(\.numbers)) { "path('\(outlines[$0].svgPath)')" }]
        case .shadow:
            let shadows = frames.map { node -> (color: ResolvedColor, radius: Double, offset: Point) in
                if case .shadow(let color, let radius, let offset) = node.effect { (color, radius, offset) } else { (.clear, 0, .zero) }
            }
            return [
                PropertySeries(property: "filter", values: shadows.map { $0.color.numbers + [$0.radius, $0.offset.x, $0.offset.y] }) { index in
                    let shadow = shadows[index]
                    let lengths = [shadow.offset.x, shadow.offset.y, shadow.radius / 2].map { NumberText.short($0) + "px" }
                    return "drop-shadow(\(lengths.joined(separator: " ")) \(shadow.color.css))"
                }
            ]
        default: return []
        }
    }
}
