import Testing
import WidgetCore

@testable import WidgetLayout

/// Frames, paddings, ratios and what lies over and behind views.
@Suite struct FrameTests {
    @Test func aFrameCentersWhatIsSmaller() throws {
        let laid = try Laid(
            node(.shape(.rectangle), [], [.frame(ViewFrame(width: 20, height: 10)), .frame(ViewFrame(width: 60, height: 50, alignment: .bottomTrailing))]))
        expect(try laid.frame(0), 70, 25, 60, 50)
    }

    @Test(
        arguments: [
            // Least, ideal, most, offered, and what becomes of a view of 40 points.
            (nil, nil, 100, 200, 100), (nil, nil, Double.infinity, 200, 200), (60, nil, nil, 200, 60), (60, nil, nil, 50, 60), (10, nil, nil, 20, 20),
            (20, nil, 80, 50, 50), (20, nil, 80, 200, 80), (nil, nil, 30, 200, 30),
        ] as [(Double?, Double?, Double?, Double, Double)])
    func aFlexibleFrameStaysWithinItsBounds(_ least: Double?, _ ideal: Double?, _ most: Double?, _ offered: Double, _ width: Double) throws {
        var frame = ViewFrame(minimumWidth: least, maximumWidth: most)
        frame.idealWidth = ideal
        let laid = try Laid(node(.shape(.rectangle), [], [.frame(ViewFrame(width: 40, height: 10)), .frame(frame)]), in: Size(width: offered, height: 100))
        #expect(laid.size.width == width)
    }

    @Test func anIdealWidthIsTakenWhereNothingIsProposed() throws {
        var frame = ViewFrame(minimumWidth: 10, maximumWidth: 100)
        frame.idealWidth = 70
        let laid = try Laid(node(.shape(.rectangle), [], [.frame(frame), .fixedSize(horizontally: true, vertically: true)]))
        #expect(laid.size == Size(width: 70, height: 10))
    }

    @Test func aChildFillsTheFlexibleFrameThatItIsIn() throws {
        let laid = try Laid(zstack([flexible([.frame(ViewFrame(maximumWidth: 80, maximumHeight: 40))])]))
        expect(try laid.frame(1), 60, 30, 80, 40)
    }

    @Test func paddingTakesRoomFromTheOffer() throws {
        let laid = try Laid(flexible([.padding(ViewInsets(top: 1, leading: 2, bottom: 3, trailing: 4))]))
        #expect(laid.size == Size(width: 200, height: 100))
    }

    @Test(arguments: [(2.0, false, 200.0, 100.0), (1, false, 100, 100), (1, true, 200, 200), (4, false, 200, 50)])
    func ratiosFitOrFill(_ ratio: Double, _ fills: Bool, _ width: Double, _ height: Double) throws {
        let laid = try Laid(flexible([.aspectRatio(ratio, fills: fills)]))
        #expect(laid.size == Size(width: width, height: height))
    }

    @Test func aPictureKeepsItsSizeUnlessItIsResizable() throws {
        let image = ViewImage(source: .image(0), scale: 2)
        func archive(_ image: ViewImage, _ modifiers: [ViewModifier]) -> ViewArchive {
            ViewArchive(
                nodes: [ViewNode(parent: 0, content: .image(image), modifiers: modifiers)],
                images: [ImageReference(digest: ContentDigest(of: [1]), width: 80, height: 40)])
        }
        let presentation = Presentation(texts: TextCache(measurer: EvenMeasurer()))
        let traits = PresentationTraits(size: Size(width: 200, height: 100), now: Timestamp(milliseconds: 0))
        func size(_ archive: ViewArchive) -> Size { presentation.size(of: archive, width: 200, height: 100, traits: traits) }
        #expect(size(archive(image, [])) == Size(width: 40, height: 20))
        var resizable = image
        resizable.resizing = ViewImage.Resizing()
        #expect(size(archive(resizable, [])) == Size(width: 200, height: 100))
        #expect(size(archive(resizable, [.aspectRatio(nil, fills: false)])) == Size(width: 200, height: 100))
        #expect(size(archive(resizable, [.aspectRatio(nil, fills: false), .frame(ViewFrame(width: 50))])) == Size(width: 50, height: 25))
    }

    @Test func anOverlayIsOfferedTheViewsSize() throws {
        let laid = try Laid(node(.layered(.overlay, alignment: .topTrailing), [box(60, 40), box(10, 10)]))
        expect(try laid.frame(2), 120, 30, 10, 10)
        #expect(laid.size == Size(width: 60, height: 40))
    }

    @Test func anOffsetMovesTheViewAndNotItsPlace() throws {
        let laid = try Laid(hstack([node(.shape(.rectangle), [], [.frame(ViewFrame(width: 20, height: 20)), .offset(x: 5, y: -5)]), box(20, 20)]))
        expect(try laid.place(2), 20, 0, 20, 20)
    }

    @Test func theFirstViewThatFitsIsShown() throws {
        let wide = node(.firstThatFits(horizontally: true, vertically: true), [box(300, 20), box(150, 20), box(50, 20)])
        let laid = try Laid(wide)
        #expect(laid.size.width == 150)
        #expect(laid.archive.nodes[1].id.flatMap { laid.frames[$0] } == nil)
        #expect(try Laid(wide, in: Size(width: 20, height: 20)).size.width == 50)
    }

    @Test func columnsOfAGridAreAsWideAsTheirWidestCell() throws {
        let grid = node(
            .grid(alignment: .leading, horizontalSpacing: 4, verticalSpacing: 2),
            [node(.gridRow(alignment: nil), [box(20, 10), box(10, 10)]), node(.gridRow(alignment: nil), [box(40, 10), box(30, 20)]), box(60, 5)])
        let laid = try Laid(grid)
        #expect(laid.size == Size(width: 74, height: 39))
        let first = try laid.frame(2)
        let second = try laid.frame(3)
        #expect(second.minX - first.minX == 44)
    }

    @Test(arguments: zip([nil, ViewAlignment.top, .bottom], [15.0, 0, 30])) func aRowsAlignmentGoesBeforeThatOfItsGrid(_ alignment: ViewAlignment?, top: Double)
        throws
    {
        let row = node(.gridRow(alignment: alignment), [box(10, 40), box(10, 10)])
        let laid = try Laid(node(.grid(alignment: .center, horizontalSpacing: 0, verticalSpacing: 0), [row]))
        #expect(try laid.frame(3).minY - laid.frame(2).minY == top)
    }

    @Test func lettersOfARowStandOnOneLine() throws {
        let row = node(.gridRow(alignment: .firstTextBaseline), [text("a", size: 40), text("a", size: 10)])
        let laid = try Laid(node(.grid(alignment: .center, horizontalSpacing: 0, verticalSpacing: 0), [row]))
        let (large, small) = (try laid.frame(2), try laid.frame(3))
        // The ascent of the default font is 0.952 of its size.
        #expect(isNear(small.minY - large.minY, 0.952 * 30, within: 1), "\(large), \(small)")
        #expect(small.maxY < large.maxY && laid.size.height == large.size.height)
    }

    @Test func aCellMaySpanColumns() throws {
        let wide = node(.shape(.rectangle), [], [.frame(ViewFrame(width: 100, height: 10)), .gridCell(ViewGridCell(columns: 2))])
        let laid = try Laid(
            node(
                .grid(alignment: nil, horizontalSpacing: 0, verticalSpacing: 0),
                [node(.gridRow(alignment: nil), [box(20, 10), box(20, 10)]), node(.gridRow(alignment: nil), [wide])]))
        #expect(laid.size == Size(width: 100, height: 20))
    }

    @Test func adaptiveColumnsAreAsManyAsFit() throws {
        let cells = (0..<5).map { _ in flexible([.frame(ViewFrame(height: 10))]) }
        let grid = LazyGrid(axis: .vertical, items: [LazyGrid.Item(.adaptive(minimum: 60, maximum: .infinity), spacing: 10)], spacing: 5)
        let laid = try Laid(node(.lazyGrid(grid), cells))
        // Three columns of 60 and the gaps fit in 200, and share it.
        #expect(laid.size == Size(width: 200, height: 25))
        #expect(try laid.frame(1).size.width == 60)
    }
}
