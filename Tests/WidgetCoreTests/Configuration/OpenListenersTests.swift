import Synchronization
import Testing
import WidgetCore

/// Listeners go over to other addresses.
@Suite("Listeners that change") struct OpenListenersTests {
    private typealias Listeners = OpenListeners<String, Int>

    /// Opens and closes nothing but notes it. A listener is its own number.
    private final class Sockets: Sendable {
        struct State {
            var events: [String] = []
            var open: [Int: String] = [:]
            var opened = 0
        }

        let state = Mutex(State())
        /// Addresses that somebody else has.
        let taken: Set<String>

        init(taken: Set<String> = []) { self.taken = taken }

        var handling: Listeners.Handling {
            Listeners.Handling(
                open: { [self] address throws(WidgetError) in
                    let number = state.withLock { state -> Int? in
                        state.events.append("open \(address)")
                        // One port can't be had twice.
                        guard !taken.contains(address), !state.open.values.contains(where: { $0.last == address.last }) else { return nil }
                        state.opened += 1
                        state.open[state.opened] = address
                        return state.opened
                    }
                    guard let number else { throw WidgetError(.unavailable, "\(address) is taken") }
                    return number
                },
                close: { [self] number in
                    state.withLock { state in state.events.append("close \(state.open.removeValue(forKey: number) ?? "nothing")") }
                },
                exclude: { $0.last == $1.last })
        }

        var events: [String] { state.withLock { $0.events } }
        var open: Set<String> { state.withLock { Set($0.open.values) } }

        /// Forgets the events so far.
        func clear() { state.withLock { $0.events = [] } }
    }

    private func start(_ addresses: [String], _ sockets: Sockets) async -> Listeners {
        let listeners = await Listeners().changed(to: addresses, by: sockets.handling).listeners
        sockets.clear()
        return listeners
    }

    @Test("The new one is open before the old one is closed, and what stays isn't touched")
    func order() async {
        let sockets = Sockets()
        let before = await start(["a1", "a2"], sockets)
        let (after, failure) = await before.changed(to: ["a3", "a2"], by: sockets.handling)
        #expect(failure == nil && sockets.events == ["open a3", "close a1"])
        #expect(after.entries.map(\.address) == ["a3", "a2"] && after.entries[1].listener == before.entries[1].listener)
    }

    @Test("Where one of the new ones can't be had, all is as before")
    func taken() async {
        let sockets = Sockets(taken: ["a4"])
        let before = await start(["a1"], sockets)
        let (after, failure) = await before.changed(to: ["a3", "a4"], by: sockets.handling)
        #expect(failure?.message == "a4 is taken" && sockets.open == ["a1"])
        #expect(after.entries.map(\.listener) == before.entries.map(\.listener))
    }

    @Test("One of its own that is in the way is closed first")
    func givesWay() async {
        let sockets = Sockets()
        let before = await start(["all1", "a2"], sockets)
        let (after, failure) = await before.changed(to: ["one1"], by: sockets.handling)
        #expect(failure == nil && sockets.open == ["one1"] && after.entries.map(\.address) == ["one1"])
    }

    @Test("One that has given way comes back where the new one can't be had all the same")
    func comesBack() async {
        let sockets = Sockets(taken: ["one1"])
        let before = await start(["all1", "a2"], sockets)
        let (after, failure) = await before.changed(to: ["one1"], by: sockets.handling)
        #expect(failure != nil && sockets.open == ["all1", "a2"] && after.entries.map(\.address) == ["all1", "a2"])
    }

    @Test("Without addresses nothing listens")
    func none() async {
        let sockets = Sockets()
        let before = await start(["a1"], sockets)
        let (after, failure) = await before.changed(to: [], by: sockets.handling)
        #expect(failure == nil && sockets.open.isEmpty && after.entries.isEmpty)
    }
}
