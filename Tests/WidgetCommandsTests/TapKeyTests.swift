import Testing

@testable import WidgetCommands

@Suite("Idempotency keys on the command line")
struct TapKeyTests {
    private func refusal(_ key: String) -> String? {
        do {
            _ = try TapCommand.parse(["lamp", "on", "--key", key])
            return nil
        } catch {
            return TapCommand.message(for: error)
        }
    }

    @Test("one that is empty, as of a variable that isn't set, isn't taken for none; one that is too long is refused before anything is asked")
    func limits() {
        #expect(refusal("")?.contains("a key has 1 to 128 bytes, and this one 0; without --key each call has its own") == true)
        #expect(refusal(String(repeating: "k", count: 129))?.contains("this one 129") == true)
        #expect(refusal(String(repeating: "k", count: 128)) == nil)
    }
}
