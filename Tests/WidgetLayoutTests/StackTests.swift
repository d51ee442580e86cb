import Testing
import WidgetCore

@testable import WidgetLayout

/// The rules by which stacks share their length. The numbers were worked out by hand from SwiftUI's rules.
@Suite struct StackTests {
    @Test func aStackIsAsLongAsItsChildrenAndTheirSpacing() throws {
        let laid = try Laid(hstack([box(20, 10), box(30, 40)], spacing: 5))
        expect(try laid.place(0), 0, 0, 55, 40)
        expect(try laid.place(1), 0, 15, 20, 10)
        expect(try laid.place(2), 25, 0, 30, 40)
    }

    @Test func flexibleChildrenShareWhatFixedOnesLeave() throws {
        let laid = try Laid(hstack([flexible(), box(50, 10), flexible()]))
        expect(try laid.place(1), 0, 0, 75, 100)
        expect(try laid.place(2), 75, 45, 50, 10)
        expect(try laid.place(3), 125, 0, 75, 100)
    }

    @Test func theLeastFlexibleChildIsAskedFirst() throws {
        // Offered 100, the first takes 40 of it; what is left goes to the other.
        let laid = try Laid(hstack([flexible(), flexible([.frame(ViewFrame(minimumWidth: 10, maximumWidth: 40))])]))
        expect(try laid.place(1), 0, 0, 160, 100)
        expect(try laid.place(2), 160, 0, 40, 100)
    }

    @Test func higherPrioritiesComeFirstAndLeaveTheOthersTheirLeast() throws {
        let laid = try Laid(
            hstack([flexible([.frame(ViewFrame(minimumWidth: 30)), .layoutPriority(0)]), flexible([.layoutPriority(1)])]))
        expect(try laid.place(1), 0, 0, 30, 100)
        expect(try laid.place(2), 30, 0, 170, 100)
    }

    @Test func ofEndlesslyFlexibleChildrenThatWithTheLargerLeastIsAskedFirst() throws {
        // Asked in the order of the list, the second would get its least of 150 after the first had 100.
        let laid = try Laid(hstack([flexible(), flexible([.frame(ViewFrame(minimumWidth: 150, maximumWidth: .infinity))])]))
        expect(try laid.place(1), 0, 0, 50, 100)
        expect(try laid.place(2), 50, 0, 150, 100)
    }

    @Test(.timeLimit(.minutes(1))) func stacksOfBaselinesWithinEachOtherAskEachTextOnce() throws {
        var view = text("a", size: 20)
        for _ in 0..<60 { view = hstack([view], .leadingFirstTextBaseline) }
        #expect(try Laid(view).size.width == 10)
    }

    @Test func aLayersGuideMeetsThatOfTheViewUnderIt() throws {
        let laid = try Laid(node(.layered(.overlay, alignment: .leadingFirstTextBaseline), [text("a", size: 20), box(10, 2)]))
        let (own, layer) = (try laid.frame(1), try laid.frame(2))
        // The ascent of the default font is 0.952 of its size.
        #expect(isNear(layer.maxY - own.minY, 0.952 * 20, within: 1), "\(layer) in \(own)")
    }

    @Test func whereNothingIsProposedAcrossChildrenArePlacedInTheStacksOwnSize() throws {
        // The shape would be 10 high by itself; placed, it is as high as the box beside it.
        let laid = try Laid(
            node(.stack(axis: .horizontal, alignment: nil, spacing: 0), [flexible(), box(20, 60)], [.fixedSize(horizontally: false, vertically: true)]))
        expect(try laid.frame(1), 0, 20, 180, 60)
        #expect(laid.size.height == 60)
    }

    @Test func aDividerIsAsLongAsItsStackIsHigh() throws {
        let laid = try Laid(
            node(
                .stack(axis: .horizontal, alignment: nil, spacing: 0), [box(20, 40), node(.divider), box(20, 30)],
                [.fixedSize(horizontally: false, vertically: true)]))
        expect(try laid.place(2), 20, 0, 1 / 3, 40)
    }

    @Test func spacersComeLastAndHaveEightPointsAtLeast() throws {
        let laid = try Laid(hstack([box(50, 10), spacer(), box(50, 10)], spacing: nil))
        expect(try laid.place(2), 50, 5, 100, 0)
        let tight = try Laid(hstack([box(100, 10), spacer(), box(100, 10)], spacing: nil))
        #expect(tight.size.width == 208)
    }

    @Test func childrenAreAlignedByTheirGuides() throws {
        let laid = try Laid(vstack([box(20, 10), box(60, 10)], .trailing))
        expect(try laid.place(1), 40, 0, 20, 10)
        let moved = try Laid(
            vstack([node(.shape(.rectangle), [], [.frame(ViewFrame(width: 20, height: 10)), .alignmentGuide(.trailing, 0)]), box(60, 10)], .trailing))
        expect(try moved.place(1), 60, 0, 20, 10)
        #expect(moved.size.width == 80)
    }

    @Test func baselinesOfTextsOfDifferentSizesLieOnOneLine() throws {
        let laid = try Laid(hstack([text("Ag", size: 34), text("Ag", size: 17)], .firstTextBaseline))
        let (large, small) = (try laid.place(1), try laid.place(2))
        // 0.952 of the size, to a third of a point.
        #expect(isNear(large.minY + 32.333, small.minY + 16.333, within: 0.34))
        #expect(large.minY == 0)
    }

    @Test func negativeSpacingOverlaps() throws {
        let laid = try Laid(hstack([box(40, 10), box(40, 10)], spacing: -10))
        expect(try laid.place(2), 30, 0, 40, 10)
        #expect(laid.size.width == 70)
    }

    // MARK: Spacing that views choose

    @Test func viewsKeepEightPointsFromEachOther() throws {
        let laid = try Laid(vstack([box(10, 10), box(10, 10)], spacing: nil))
        expect(try laid.place(2), 0, 18, 10, 10)
    }

    @Test func textsFollowEachOtherWithoutSpacing() throws {
        let laid = try Laid(vstack([text("A"), text("B")], spacing: nil))
        expect(try laid.place(2), 0, 20.333, 8.667, 20.333)
    }

    @Test func aViewKeepsItsDistanceFromATextByTheTextsLetters() throws {
        // Size 17: line 20.281, a tenth of it up to a pixel 2.333, descent 4.097, capitals 11.985.
        let below = try Laid(vstack([text("A"), box(10, 10)], spacing: nil))
        expect(try below.place(2), 0, 20.333 + 20.281 + 2.333 - 11.985, 10, 10)
        let above = try Laid(vstack([box(10, 10), text("A")], spacing: nil))
        expect(try above.place(2), 0.667, 10 + 2.333 + 4.097, 8.667, 20.333)
    }

    @Test func aPaddedTextKeepsEightPoints() throws {
        let laid = try Laid(
            vstack(
                [node(.text("A"), [], [.font(ViewFont(size: 17)), .padding(ViewInsets(top: 1, leading: 1, bottom: 1, trailing: 1))]), box(10, 10)], spacing: nil
            ))
        expect(try laid.place(2), 0.333, 22.333 + 8, 10, 10)
    }

    @Test func aRowAlignsByTheCentreThatAViewSaysItself() throws {
        let raised = node(.shape(.rectangle), [], [.frame(ViewFrame(width: 10, height: 10)), .alignmentGuide(.center, 10)])
        let laid = try Laid(hstack([box(10, 20), raised]))
        #expect(try laid.frame(2).minY == laid.frame(1).minY)
    }

    @Test(arguments: [ViewLayer.background, .overlay]) func aViewWithLayersKeepsItsPriority(_ layer: ViewLayer) throws {
        let first = node(.layered(layer, alignment: nil), [flexible([.layoutPriority(1)]), flexible()])
        let laid = try Laid(hstack([first, flexible()]))
        #expect(try laid.frame(1).size.width == 200)
    }
}
