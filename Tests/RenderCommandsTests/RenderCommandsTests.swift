import ArgumentParser
import Testing
import WidgetAPI
import WidgetCore
import WidgetLayout

@testable import RenderCommands

private var presentation: Presentation { Presentation(texts: TextCache(measurer: InterMeasurer())) }
private let traits = PresentationTraits(family: .systemSmall, now: Timestamp(milliseconds: 0))

/// A view of one size.
private func box(_ width: Double?, _ height: Double) throws -> ViewArchive {
    var tree = ViewTree(.view(.shape(ViewShape(.rectangle, style: .color(.named(.red))))))
    tree.modifiers = [.frame(ViewFrame(width: width, height: height))]
    return try tree.archive()
}

@Suite("The Smart Stack shows the card in front, and a dot for each card")
struct StackPictureTests {
    private let front: DisplayList

    init() throws { front = presentation.displayList(of: try box(40, 40), traits: traits) }

    private func dots(_ picture: StackPicture) -> [Rect] {
        picture.list.nodes.compactMap { node in
            guard case .shape = node.content, node.frame.size == Size(width: 6, height: 6) else { return nil }
            return node.frame
        }
    }

    @Test func theDotsStandBesideTheTrailingEdge() {
        let picture = StackPicture(front: front, cards: 3, color: .named(.white), presentation, traits)
        #expect(picture.list.size == Size(width: 158 + 8 + 6, height: 158))
        let dots = dots(picture)
        #expect(dots.count == 3)
        #expect(Set(dots.map(\.minX)).count == 1 && dots.map(\.midY).sorted()[1] == 79, "in the middle of the card's height")
        // The first one is not pale.
        let pale = picture.list.nodes.compactMap { if case .opacity(let opacity) = $0.effect { opacity } else { nil } }
        #expect(pale.filter { $0 < 1 }.count == 2)
    }

    @Test func fromTheRightToTheLeftTheDotsAreLeft() {
        var mirrored = traits
        mirrored.isRightToLeft = true
        let picture = StackPicture(front: front, cards: 2, color: .named(.white), presentation, mirrored)
        let moves = picture.list.nodes.compactMap { if case .transform(let transform) = $0.effect { transform.tx } else { nil } }
        #expect(moves.contains(14) && moves.contains(0))
    }

    @Test func oneCardHasNoDots() {
        #expect(StackPicture(front: front, cards: 1, color: .named(.white), presentation, traits).list == front)
    }

    @Test func thereAreNoMoreDotsThanStandBesideTheCard() {
        #expect(dots(StackPicture(front: front, cards: 100, color: .named(.white), presentation, traits)).count == 13)
    }
}

@Suite("The Dynamic Island is as large as its views, within the heights that an iPhone has")
struct DynamicIslandPictureTests {
    private let island = DynamicIslandPicture(presentation, traits)

    /// Where the lists in it lie, without the black ground.
    private func places(_ list: DisplayList) -> [Rect] { list.children(of: nil).map { list.nodes[$0].frame }.filter { $0.size != list.size } }

    @Test(arguments: [(10.0, 84.0), (90, 122), (500, 160)]) func theBottomRegionSaysTheHeight(_ view: Double, _ height: Double) throws {
        let list = island.expanded([.expandedBottom: try box(nil, view)])
        #expect(list.size == Size(width: 371, height: height))
        let place = try #require(places(list).first)
        #expect(place.minY >= 16 && place.maxY <= height - 16 + 1e-9)
        #expect(abs(place.midY - height / 2) < 1e-9, "nothing stands beside the camera, so that it lies in the middle")
    }

    @Test func regionsLieBesideAndBelowEachOther() throws {
        let list = island.expanded([
            .expandedLeading: try box(30, 30), .expandedTrailing: try box(50, 20), .expandedCenter: try box(60, 24), .expandedBottom: try box(nil, 40),
        ])
        #expect(list.size.height == 16 + 30 + 8 + 40 + 16)
        let places = places(list)
        #expect(places.count == 4)
        for (number, place) in places.enumerated() {
            for other in places[(number + 1)...] { #expect(place.intersection(other).isEmpty) }
        }
    }

    @Test func theCompactViewsStandOnBothSidesOfTheCamera() throws {
        let places = places(island.compact([try box(20, 20), try box(30, 20)]))
        #expect(places.count == 2 && places[1].minX - places[0].maxX == 110)
        #expect(island.minimal(try box(20, 20)).size == Size(width: 36.67, height: 36.67))
    }
}

@Suite("Options that don't fit each other are refused with what to do")
struct RenderOptionsTests {
    private func error(_ arguments: String...) -> String {
        do {
            _ = try RenderRootCommand.parse(arguments)
            return ""
        } catch {
            return RenderRootCommand.message(for: error)
        }
    }

    @Test func onlyTheStackHasCards() {
        #expect(error("system", "--every-card").contains("leave --every-card out"))
        #expect(error("stack", "--every-card").isEmpty && error("stack", "--family", "medium").isEmpty)
        #expect(error("system", "--family", "medium").contains("leave --family out"))
    }

    @Test func eInkHasASheetOfItsOwn() { #expect(error("system", "--all", "--ink", "1").isEmpty) }

    @Test(arguments: ["--right-to-left", "--no-right-to-left"]) func theDirectionIsTheUsers(_ option: String) throws {
        let command = try #require(try RenderRootCommand.parseAsRoot(["system", option]) as? RenderRootCommand)
        var traits = traits
        traits.views.locale = "he"
        command.look.apply(to: &traits, isOnPaper: false)
        #expect(traits.isRightToLeft == (option == "--right-to-left"))
    }
}
