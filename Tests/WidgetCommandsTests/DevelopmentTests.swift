import Testing
import WidgetAPI

@testable import WidgetCommands

@Suite("provider dev")
struct DevelopmentTests {
    private func finding(_ message: String, _ severity: ProtoCheckProviderResponse.Finding.Severity = .error) -> ProtoCheckProviderResponse.Finding {
        .with { ($0.kind, $0.message, $0.severity) = ("mine", message, severity) }
    }

    @Test("One mistake is told once, with how often, and another one beside it")
    func together() {
        let reason = "is wrong: view: no such key"
        let told = DevelopmentRendering.together([
            finding("systemSmall: placeholder: provider mine: what it printed for placeholder \(reason)"),
            finding("systemSmall: snapshot: provider mine: what it printed for snapshot \(reason)"),
            finding("systemMedium: timeline: provider mine: what it printed for timeline \(reason)"),
            finding("systemMedium: timeline: provider mine: exit status 1"), finding("systemSmall: the timeline has one entry and the policy atEnd", .warning),
        ])
        #expect(told.count == 3)
        #expect(told[0].message.hasPrefix("systemSmall: placeholder: ") && told[0].message.hasSuffix("no such key (3 times, by other families and questions)"))
        #expect(told[1].message.hasSuffix("exit status 1") && told[2].severity == .warning)
    }
}
