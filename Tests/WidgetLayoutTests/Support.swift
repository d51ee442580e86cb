import Foundation
import Testing
import WidgetCore

@testable import WidgetLayout

/// Views as tests write them.
func node(_ content: ViewContent, _ children: [ViewTree] = [], _ modifiers: [ViewModifier] = []) -> ViewTree {
    var tree = ViewTree(.view(content), children: children)
    tree.modifiers = modifiers
    return tree
}
func hstack(_ children: [ViewTree], _ alignment: ViewAlignment? = nil, spacing: Double? = 0) -> ViewTree {
    node(.stack(axis: .horizontal, alignment: alignment, spacing: spacing), children)
}
func vstack(_ children: [ViewTree], _ alignment: ViewAlignment? = nil, spacing: Double? = 0) -> ViewTree {
    node(.stack(axis: .vertical, alignment: alignment, spacing: spacing), children)
}
func zstack(_ children: [ViewTree], _ alignment: ViewAlignment? = nil) -> ViewTree { node(.stack(axis: .depth, alignment: alignment, spacing: nil), children) }
func box(_ width: Double, _ height: Double) -> ViewTree { node(.shape(.rectangle), [], [.frame(ViewFrame(width: width, height: height))]) }
func flexible(_ modifiers: [ViewModifier] = []) -> ViewTree { node(.shape(.rectangle), [], modifiers) }
func text(_ text: String, size: Double = 17) -> ViewTree { node(.text(text), [], [.font(ViewFont(size: size))]) }
func spacer(_ minimum: Double? = nil) -> ViewTree { node(.spacer(minimumLength: minimum)) }

/// A font whose letters are all half as wide as it is high.
final class EvenMeasurer: TextMeasurer {
    func advances(of text: String, in font: DisplayFont) -> [Double] { text.map { _ in font.size / 2 - font.builtInTracking } }
}

/// The layout of one view in a room.
struct Laid {
    let frames: [NodeID: Rect]
    let archive: ViewArchive
    let size: Size

    init(_ tree: ViewTree, in room: Size = Size(width: 200, height: 100), measurer: any TextMeasurer = EvenMeasurer(), scale: Double = 3) throws {
        archive = try tree.archive()
        var traits = PresentationTraits(size: room, scale: scale, now: Timestamp(milliseconds: 0))
        traits.hasChrome = false
        let presentation = Presentation(texts: TextCache(measurer: measurer))
        frames = presentation.frames(of: archive, traits: traits)
        size = presentation.size(of: archive, width: room.width, height: room.height, traits: traits)
    }

    /// The frame of the view at a place of the archive's list, with its modifiers.
    func frame(_ index: Int) throws -> Rect {
        let id = archive.nodes[index].id ?? NodeID(high: 0, low: UInt64(index))
        let frame = try #require(frames[id], "node \(index)")
        return frame
    }

    /// Relative to the root view's corner.
    func place(_ index: Int) throws -> Rect {
        let (root, frame) = (try frame(0), try frame(index))
        return Rect(origin: frame.origin - root.origin, size: frame.size)
    }
}

func isNear(_ a: Double, _ b: Double, within error: Double = 0.01) -> Bool { (a - b).magnitude <= error }

func expect(_ rect: Rect, _ x: Double, _ y: Double, _ width: Double, _ height: Double, sourceLocation: SourceLocation = #_sourceLocation) {
    let isSame = isNear(rect.minX, x) && isNear(rect.minY, y) && isNear(rect.size.width, width) && isNear(rect.size.height, height)
    #expect(isSame, "\(rect.minX) \(rect.minY) \(rect.size.width)x\(rect.size.height), not \(x) \(y) \(width)x\(height)", sourceLocation: sourceLocation)
}
