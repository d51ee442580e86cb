import Testing
import WidgetCore

@testable import WidgetLayout

/// Gauges and progress are drawn as Apple's systems draw them.
@Suite struct GaugeTests {
    private func list(_ content: ViewContent, _ modifiers: [ViewModifier] = []) throws -> DisplayList {
        var view = ViewTree(.view(content))
        view.modifiers = modifiers
        var traits = PresentationTraits(size: Size(width: 58, height: 58), scale: 2, now: Timestamp(milliseconds: 0))
        traits.hasChrome = false
        return Presentation(texts: TextCache(measurer: EvenMeasurer())).displayList(of: try view.archive(), traits: traits)
    }

    private func shapes(_ list: DisplayList) -> [DisplayShape] {
        list.nodes.compactMap { node in if case .shape(let shape) = node.content { shape } else { nil } }
    }

    private func gauge(_ value: Double) -> Gauge { Gauge(value: value, minimumLabel: "0", maximumLabel: "9", style: .accessoryCircular) }

    @Test func theBoundsStandBetweenTheEndsOfTheRing() throws {
        let list = try list(.gauge(gauge(0.5)))
        let labels = list.nodes.filter { if case .text = $0.content { true } else { false } }.map(\.frame)
        let rings = shapes(list).map(\.outline.bounds)
        #expect(labels.count == 2 && rings.count == 3)
        // The ends are round: each begins three points to the left or to the right of its middle.
        #expect(labels.allSatisfy { $0.minX > 13.6 && $0.maxX < 44.4 && $0.maxY <= 58.5 })
        #expect(labels[0].maxX < labels[1].minX)
    }

    @Test(arguments: [0, 0.02, 0.5, 0.98, 1]) func theMarkHasAGapAround(_ value: Double) throws {
        let shapes = shapes(try list(.gauge(gauge(value))))
        let mark = try #require(shapes.last?.outline.bounds)
        let center = Point(x: mark.midX, y: mark.midY)
        for part in shapes.dropLast() {
            for element in part.outline.elements {
                guard case .curve(let to, _, _) = element else { continue }
                let distance = ((to.x - center.x) * (to.x - center.x) + (to.y - center.y) * (to.y - center.y)).squareRoot()
                #expect(distance >= mark.size.width / 2 + 2)
            }
        }
    }

    @Test func aGradientFollowsTheRing() throws {
        let gradient = ViewGradient(
            .linear(start: ViewPoint(x: 0.5, y: 0), end: ViewPoint(x: 0.5, y: 1)),
            stops: [.init(.named(.green), location: 0), .init(.named(.red), location: 1)])
        for shape in shapes(try list(.gauge(gauge(0.5)), [.tintStyle(.gradient(gradient))])) {
            guard case .angular(let stops, let center, let start, let end) = shape.paint else { return #expect(Bool(false), "it isn't along the ring") }
            #expect(isNear(center.x, 29) && isNear(center.y, 29) && start < 0.75 * .pi && end > 2.25 * .pi && end - start < 2 * .pi)
            #expect(stops.count == 2)
        }
    }

    @Test func unknownProgressIsAWheelOfEightSpokesThatFade() throws {
        let list = try list(.progress(.indeterminate, label: ""))
        let alphas = shapes(list).map(\.paint).map { paint -> Double in
            guard case .color(let color) = paint else { return 0 }
            return color.alpha
        }
        #expect(alphas.count == 8 && alphas == alphas.sorted(by: >) && Set(alphas).count == 8)
        #expect(list.nodes.contains { $0.accessibility?.role == .progress && $0.accessibility?.value.isEmpty == true })
    }

    @Test func anUnknownBarIsEmpty() throws {
        let list = try list(.progress(.indeterminate, label: ""), [.progressStyle(.linear)])
        #expect(shapes(list).map(\.outline.isEmpty) == [false, true])
        #expect(list.nodes.contains { $0.accessibility?.role == .progress && $0.accessibility?.value.isEmpty == true })
    }
}
