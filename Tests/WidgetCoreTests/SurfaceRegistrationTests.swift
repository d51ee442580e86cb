import Testing
import WidgetCore

struct SurfaceRegistrationTests {
    @Test func aStackAboveItsLimitIsNamedWithItsFirstWidgets() throws {
        let ids = (0..<15).map { WidgetID(high: 1, low: $0) }
        var surface = try SurfaceRegistration(name: "hall", kind: .wall, field: "surface")
        let texts = ids.map(\.description)
        surface.setPages([["@stack/work", "@stack"]], stacks: ["@stack/work": texts, "@stack": texts])
        let first = Array(ids.prefix(RelevanceLimits.stack))
        #expect(surface.pages == [[.namedStack("work", first), .stack]] && surface.stackWidgets == first)
    }
}
