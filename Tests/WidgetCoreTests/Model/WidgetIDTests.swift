import Testing
import WidgetCore

/// Ids are UUIDs of version 7: they sort by time, and their text and bytes say the same.
@Suite struct WidgetIDTests {
    @Test func textAndBytesComeBackAsTheSameId() throws {
        var random = SplitMix64(seed: 7)
        for milliseconds in [0, 1, 1_795_253_765_000, 0xFFFF_FFFF_FFFF] as [Int64] {
            let id = WidgetID(date: Timestamp(milliseconds: milliseconds), using: &random)
            #expect(WidgetID(id.description) == id)
            #expect(WidgetID(id.description.uppercased()) == id)
            #expect(WidgetID(bytes: id.bytes) == id)
        }
    }

    @Test func idsSortByTheirTime() {
        var random = SplitMix64(seed: 7)
        let ids = (0..<100).map { WidgetID(date: Timestamp(milliseconds: 1_795_253_765_000 + $0), using: &random) }
        #expect(ids == ids.sorted())
        #expect(ids.map(\.description) == ids.map(\.description).sorted())
    }

    @Test func theVersionAndVariantAreThoseOfRFC9562() {
        var random = SplitMix64(seed: 7)
        let text = Array(WidgetID(date: Timestamp(milliseconds: 1_795_253_765_000), using: &random).description)
        #expect(text[14] == "7")
        #expect("89ab".contains(text[19]))
    }

    @Test(arguments: [
        "", "01a1fd44", "01a1fd44-b4c8-7984-b1c5-cce8f625436", "01a1fd44-b4c8-7984-b1c5-cce8f62543666", "01a1fd44b4c8-7984-b1c5-cce8f6254366-",
        "01a1fd44-b4c8-7984-b1c5-cce8f625436g", "01a1fd44 b4c8 7984 b1c5 cce8f6254366",
    ])
    func anythingElseIsNone(text: String) {
        #expect(WidgetID(text) == nil)
    }
}
