import Testing
import WidgetAPI
import WidgetCore

@testable import WidgetCommands

@Suite("Actions under a key", .timeLimit(.minutes(5)))
struct PerformingTests {
    @Test("Where no answer comes to an action the error names the key to ask again with; where nothing was asked it doesn't")
    func unanswered() throws {
        let place = try SocketPlace()
        try place.serve(connections: 2) { _, _ in throw SocketPlace.HangUp() }
        func perform(at path: String) -> WidgetError? {
            let session = Session(socket: path, timeout: nil, json: false)
            session.client.patience = .zero
            return #expect(throws: WidgetError.self) {
                try session.perform(key: "k1") { () throws(WidgetError) in
                    try session.client.perform(.with { ($0.widget, $0.action, $0.idempotencyKey) = ("w", "a", "k1") })
                }
            }
        }
        let error = perform(at: place.path)
        #expect(error?.code == .unavailable && error?.message.contains("--key k1") == true, "\(error?.message ?? "")")
        let none = perform(at: place.path + "-nowhere")
        #expect(none?.code == .unavailable && none?.message.contains("--key") == false, "\(none?.message ?? "")")
    }
}
