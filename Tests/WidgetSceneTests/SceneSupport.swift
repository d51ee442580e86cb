import Testing
import WidgetCore
import WidgetLayout
import WidgetScripts

@testable import WidgetScene

/// A font whose letters are all half as wide as it is high.
final class EvenMeasurer: TextMeasurer {
    func advances(of text: String, in font: DisplayFont) -> [Double] { text.map { _ in font.size / 2 } }
}

/// A scene of small widgets.
struct Stage {
    let scene: WidgetScene
    private let presentation = Presentation(texts: TextCache(measurer: EvenMeasurer()))

    init(_ options: WidgetScene.Options = WidgetScene.Options()) { scene = WidgetScene(options: options) }

    /// - Parameter drawing: changes what is drawn of the view.
    /// - Returns: the list without any motion.
    @discardableResult func show(
        _ view: String, at time: Double, now: Timestamp = Timestamp(milliseconds: 0), _ drawing: (inout DisplayList) -> Void = { _ in }
    ) throws -> DisplayList {
        let traits = PresentationTraits(family: .systemSmall, now: now)
        let archive = try ScriptTimeline.decode(Array(#"{"view": \#(view)}"#.utf8), family: .systemSmall, now: Timestamp(milliseconds: 0)).entries[0].archive
            .validated(family: .systemSmall)
        var list = presentation.displayList(of: archive, traits: traits)
        drawing(&list)
        scene.show(archive, list, at: time)
        return list
    }
}

extension DisplayList {
    /// The texts that are drawn, in their order.
    var texts: [String] { nodes.compactMap { if case .text(let text) = $0.content { text.plainText } else { nil } } }

    /// The symbols that are drawn, in their order.
    var symbols: [String] { nodes.compactMap { if case .shape(let shape) = $0.content, !shape.symbol.isEmpty { shape.symbol } else { nil } } }

    /// The factors by which views are scaled, in the order of drawing.
    var scales: [Double] { nodes.compactMap { if case .scale(let x, _, _) = $0.effect { x } else { nil } } }

    /// The opacities around a text, multiplied.
    func opacity(of text: String) -> Double? {
        var open: [(end: Int, opacity: Double)] = []
        for (index, node) in nodes.enumerated() {
            open.removeAll { $0.end <= index }
            if case .opacity(let opacity) = node.effect { open.append((node.end, opacity)) }
            if case .text(let own) = node.content, own.plainText == text { return open.reduce(1) { $0 * $1.opacity } }
        }
        return nil
    }

    /// The frame of a text.
    func frame(of text: String) -> Rect? { nodes.first { if case .text(let own) = $0.content { own.plainText == text } else { false } }?.frame }

    /// The upper edge of a text, as it is seen.
    func seen(_ text: String) -> Double? {
        guard let index = nodes.firstIndex(where: { if case .text(let own) = $0.content { own.plainText == text } else { false } }) else { return nil }
        var edge = nodes[index].frame.origin
        for node in nodes[..<index].reversed() where node.end > index { if case .transform(let transform) = node.effect { edge = transform.apply(edge) } }
        return edge.y
    }

    /// Each node ends within those around it.
    var isWhole: Bool {
        var open: [Int] = []
        for (index, node) in nodes.enumerated() {
            while let last = open.last, last <= index { open.removeLast() }
            guard node.end > index, node.end <= open.last ?? nodes.count else { return false }
            open.append(node.end)
        }
        return true
    }
}
