import Testing
import WidgetCore

@testable import WidgetLayout

@Suite struct AccessibilityTests {
    private func words(_ tree: ViewTree) throws -> [DisplayAccessibility] {
        var traits = PresentationTraits(family: .systemSmall, now: Timestamp(milliseconds: 0))
        traits.hasChrome = false
        return Presentation(texts: TextCache(measurer: EvenMeasurer())).displayList(of: try tree.archive(), traits: traits).nodes.compactMap(\.accessibility)
    }

    @Test func aLabelStandsBeforeTheViewsThatItNames() throws {
        var image = node(.image(ViewImage(source: .systemName("star"))))
        image.accessibilityLabel = "Favourite"
        let words = try words(image)
        #expect(words.map(\.label) == ["Favourite", "star"])
        #expect(words.map(\.role) == [.group, .image])
    }

    @Test func aToggleSaysHowItStands() throws {
        let off = ViewTree.text("off"), on = ViewTree.text("on")
        let toggle = try words(ViewTree.toggle("Light", isOn: true, intent: "Switch", off: off, on: on))
        #expect(toggle.first?.role == .toggle && toggle.first?.isOn == true)
        #expect(toggle.contains { $0.role == .text && $0.label == "on" })
    }

    @Test func aButtonAndItsWords() throws {
        let words = try words(.button(intent: "Add", [.text("Add one")]))
        #expect(words.map(\.role) == [.button, .text])
    }
}
