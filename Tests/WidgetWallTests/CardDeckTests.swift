import Testing
import WidgetAPI
import WidgetCore

@testable import WidgetWall

@Suite("The Smart Stack on a surface") struct CardDeckTests {
    private func card(_ id: String, _ family: ProtoWidgetFamily = .systemSmall) -> ProtoStackCard { .with { ($0.widgetID, $0.family) = (id, family) } }

    private func deck(_ ids: String...) -> CardDeck {
        var deck = CardDeck()
        deck.update(ids.map { card($0) })
        return deck
    }

    @Test("The first card is seen, and the others follow in a circle")
    func turning() {
        var deck = deck("a", "b", "c")
        #expect(deck.card?.widgetID == "a" && deck.snapshot?.widget.id == "a")
        deck.turn(by: 1)
        #expect(deck.card?.widgetID == "b")
        deck.turn(by: -2)
        #expect(deck.card?.widgetID == "c")
        deck.turn(by: 1)
        #expect(deck.card?.widgetID == "a")
        var alone = self.deck("a")
        alone.turn(by: 1)
        #expect(alone.card?.widgetID == "a")
        #expect(self.deck().card == nil)
    }

    @Test("The card that a user has turned to stays, until another one becomes the first")
    func updates() {
        var deck = deck("a", "b", "c")
        deck.turn(by: 2)
        deck.update([card("a"), card("c"), card("d")])
        #expect(deck.card?.widgetID == "c")
        deck.update([card("d"), card("a"), card("c")])
        #expect(deck.card?.widgetID == "d", "it is of most use now")
        deck.turn(by: 1)
        deck.update([card("d"), card("c")])
        #expect(deck.card?.widgetID == "d", "the card that was seen is gone")
    }

    @Test("Cards of a relevance kind differ by their parameters")
    func relevanceCards() {
        func meeting(_ title: String) -> ProtoStackCard {
            .with {
                $0.kind = "meeting"
                $0.parameters = ["title": .with { $0.text = title }]
            }
        }
        var deck = CardDeck()
        deck.update([meeting("one"), meeting("two")])
        deck.turn(by: 1)
        deck.update([meeting("one"), meeting("three"), meeting("two")])
        #expect(deck.card?.parameters["title"]?.text == "two")
    }

    @Test("Its place is as large as the largest card")
    func family() {
        var deck = CardDeck()
        deck.update([card("a"), card("b", .systemLarge), card("c", .systemMedium)])
        #expect(deck.family == .systemLarge)
    }
}
