import SwiftUI
import Testing
import WidgetCore

extension EnvironmentValues {
    @Entry var drinkLimit: Int = 400
    @Entry var drinkName: String?
    @Entry fileprivate var drinkFactor = 0.5
}

@MainActor @Suite struct MacroTests {
    private struct Reader: View {
        @Environment(\.drinkLimit) private var limit
        @Environment(\.drinkName) private var name
        @Environment(\.drinkFactor) private var factor
        var body: some View { Text(verbatim: "\(name ?? "none") \(limit) \(factor)") }
    }

    @Test func anEntryHasItsDefaultAndTakesAValue() throws {
        let view = VStack {
            Reader()
            Reader().environment(\.drinkLimit, 3).environment(\.drinkName, "tea")
        }
        #expect(Array(try archive(of: view).textIDs.keys).sorted() == ["none 400 0.5", "tea 3 0.5"])
    }
}
