import Foundation
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// Kinds may be named as types are in Swift, and case counts.
@Suite(.timeLimit(.minutes(10))) struct KindNameTests {
    @Test func kindsThatDifferInCaseAreTwo() throws {
        let fixture = try DaemonFixture()
        try fixture.addProvider("forecast", script: Scripts.text("big"), kind: "LocationForecast", kindExtra: #","aliases":["locationForecast.2"]"#)
        try fixture.addProvider("small", script: Scripts.text("small"), kind: "locationforecast")
        try fixture.start()
        for (kind, text) in [("LocationForecast", "big"), ("locationforecast", "small")] {
            #expect(try fixture.widgetctl("place", kind).status == 0)
            let id = try #require(try fixture.client().widgets().widgets.last?.widget.id)
            _ = try fixture.wait(for: id) { $0.archive.nodes.contains { $0.text.literal == text } }
            #expect(try fixture.widgetctl("show", kind).output.contains(text))
            #expect(try fixture.client().reload(.kind(kind)).receipts.map(\.widgetID) == [id])
        }
        let other = try fixture.widgetctl("place", "LOCATIONFORECAST")
        #expect(other.status == 66 && other.errors.contains("did you mean LocationForecast?"), "\(other)")
        // Its earlier id stands for it.
        #expect(try fixture.client().place(.with { $0.kind = "locationForecast.2" }).widget.kind == "LocationForecast")
    }

    @Test func soMayKindsOfControlsAndTheirTokens() throws {
        let fixture = try DaemonFixture()
        try fixture.addProvider(
            "lamp", script: #"case $(cat) in *'"call":"value"'*) printf '{"on":true}' ;; *) printf '{"view":"on"}' ;; esac"#, kind: "LampState",
            kindExtra: #","push_handler":true}],"controls":[{"id":"LampSwitch","type":"toggle","symbol":"lightbulb","push_handler":true"#)
        try fixture.start()
        #expect(try fixture.widgetctl("control", "add", "LampSwitch").status == 0)
        #expect(try fixture.client().place(.with { $0.kind = "LampState" }).placed)
        #expect(try fixture.widgetctl("control", "show", "LampSwitch").status == 0)
        #expect(try fixture.widgetctl("push", "token", "lamp").status == 0)
    }
}
