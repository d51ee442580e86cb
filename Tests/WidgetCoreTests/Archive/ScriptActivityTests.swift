import Testing
import WidgetCore
import WidgetScripts

@Suite("What a script prints for an activity becomes views")
struct ScriptActivityTests {
    private func decode(_ text: String) throws(WidgetError) -> ScriptActivity { try ScriptActivity.decode(Array(text.utf8)) }

    @Test("The example of the document")
    func documented() throws {
        let example = try #require(try ScriptFormTests.examples("activity").first)
        guard case .views(let views) = try decode(example) else { throw WidgetError(.internal, "the example is refused") }
        #expect(Set(views.keys) == [.lockScreen, .compactLeading, .compactTrailing, .small])
        #expect(views[.lockScreen]?.actions.map(\.id) == ["ring"])
        #expect(views.values.allSatisfy { $0.nodes.allSatisfy { $0.id != nil } })
    }

    @Test("A refusal has its reason")
    func refusal() throws { #expect(try decode(#"{"refused":"stops is missing"}"#) == .refused(reason: "stops is missing")) }

    @Test(
        "What is wrong is named by its place",
        arguments: [
            (#"{"views":{"minimal":"3"}}"#, "views: needs \"lockScreen\""),
            (#"{"views":{"lockScreen":{"vstack":[{"txt":"3"}]}}}"#, "views.lockScreen.vstack[0]"),
            (#"{"views":{"lockScreen":"3","minimum":"3"}}"#, "views.minimum: no such key"), (#"{"view":"3"}"#, "needs \"views\""),
            (#"{"views":{"lockScreen":{"vstack":["3",{"image":{"png":"iVBO"}}]}}}"#, "lockScreen.vstack[1].image.png: an activity's views have no pictures"),
            (#"{"refused":"no","views":{"lockScreen":"3"}}"#, "views: no such key in a refusal"),
        ])
    func wrong(_ text: String, _ reason: String) {
        let error = #expect(throws: WidgetError.self) { try decode(text) }
        #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
    }
}
