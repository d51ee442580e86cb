import Testing
import WidgetCore

/// Taps, results, cuts and restarts come in any order.
struct ControlOrderTests {
    static let kinds = ["lamp": ControlKind(id: "lamp", type: .toggle, symbol: "s"), "bell": ControlKind(id: "bell", type: .button, symbol: "s")]

    /// A device with three controls whose provider answers when it likes, or never.
    struct Device {
        var random: SplitMix64
        var now = Timestamp(milliseconds: 1_700_000_000_000)
        var machine = ControlStateMachine()
        let ids = (1...3).map { ControlID(high: 1, low: $0) }
        /// The provider's work under way.
        var performing: [(id: ControlID, key: String, isOn: Bool?)] = []
        var loading: [(id: ControlID, number: Int64)] = []
        /// All that the provider was ever told to perform, with the dates.
        var told: [ControlID: [String: Timestamp]] = [:]
        /// The actions that returned and were not followed by a load yet.
        var owed: Set<ControlID> = []
        var lamps: [ControlID: Bool] = [:]
        var revisions: [ControlID: Int64] = [:]

        init(seed: Int) throws {
            random = SplitMix64(seed: UInt64(seed))
            for (index, id) in ids.enumerated() {
                carry(try machine.put(Control(id: id, kind: index == 2 ? "bell" : "lamp"), at: now))
            }
        }

        mutating func carry(_ effects: [ControlEffect]) {
            for effect in effects {
                switch effect {
                case .perform(let id, let key, let isOn):
                    #expect(told[id]?[key] == nil, "\(key) is performed twice")
                    #expect(machine.record(of: id, key: key)?.receipt == .pending)
                    told[id, default: [:]][key] = now
                    performing.append((id, key, isOn))
                case .load(let id, let number):
                    loading.append((id, number))
                    owed.remove(id)
                case .cancel(let id, let key): performing.removeAll { $0.id == id && $0.key == key && Bool.random(using: &random) }
                case .changed, .recorded, .removed, .forgotten: break
                }
            }
        }

        mutating func step() throws {
            let id = ids[Int.random(in: 0..<3, using: &random)]
            switch Int.random(in: 0..<14, using: &random) {
            case 0...3: try tap(id)
            case 4...6: returns()
            case 7...9: loads()
            case 10: carry(machine.reload([.control(id), .kind("lamp"), .all].randomElement(using: &random) ?? .all, at: now))
            case 11: carry(machine.performerUnavailable([id], reason: "away", at: now))
            case 12: carry(machine.performerAvailable(ids, at: now))
            default: if Int.random(in: 0..<4, using: &random) == 0 { restart() }
            }
            try check()
            try wait(.milliseconds(Int64.random(in: 0..<[100, 5_000, 40_000][Int.random(in: 0..<3, using: &random)], using: &random)))
        }

        mutating func tap(_ id: ControlID) throws {
            let kind = try #require(kinds[machine[id]?.control.kind ?? ""])
            let press = ControlPress(
                key: "\(Int.random(in: 0..<40, using: &random))", isOn: kind.type == .toggle ? [nil, true, false].randomElement(using: &random) ?? nil : nil,
                isLocalCaller: true, isLocked: false, queueDuration: Bool.random(using: &random) ? .minutes(3) : nil)
            do throws(WidgetError) {
                let (receipt, effects) = try machine.press(id, press, kind: kind, at: now)
                carry(effects)
                if receipt != .unavailable { #expect(machine.record(of: id, key: press.key)?.receipt == receipt) }
            } catch {
                #expect([.resourceExhausted, .failedPrecondition, .invalidArgument].contains(error.code), "\(error)")
            }
        }

        /// Some `perform()` returns, perhaps long after it was given up.
        mutating func returns() {
            guard let index = performing.indices.randomElement(using: &random) else { return }
            let (id, key, isOn) = performing.remove(at: index)
            let isDone = Int.random(in: 0..<4, using: &random) > 0
            if isDone, let isOn { lamps[id] = isOn }
            owed.insert(id)
            carry(machine.performed(id, key: key, error: isDone ? nil : "no", at: now))
        }

        /// Some `currentValue()` returns, or fails.
        mutating func loads() {
            guard let index = loading.indices.randomElement(using: &random) else { return }
            let (id, number) = loading.remove(at: index)
            let value = ControlValue(isOn: machine[id]?.control.kind == "lamp" ? lamps[id] ?? false : nil, status: "\(number)")
            let result: Result<ControlValue, WidgetError> =
                Int.random(in: 0..<5, using: &random) == 0 ? .failure(WidgetError(.unavailable, "no")) : .success(value)
            carry(machine.loaded(id, number: number, result, at: now))
        }

        mutating func restart() {
            (performing, loading) = ([], [])
            let states = machine.states.values.map {
                ControlState(
                    control: $0.control, value: $0.value, action: $0.action, waiting: $0.waiting, actionError: $0.actionError, loadError: $0.loadError,
                    unavailable: $0.unavailable, revision: $0.revision)
            }
            machine = ControlStateMachine(states: states, records: machine.records.values.flatMap(\.values))
            carry(machine.restarted(unavailable: Bool.random(using: &random) ? [:] : [ids[0]: "away"], at: now))
        }

        /// Time passes, and everything that comes due is done in time.
        mutating func wait(_ interval: Milliseconds) throws {
            let end = now + interval
            while let next = machine.nextDeadline, next <= end {
                try #require(next > now, "what was due is still so")
                now = next
                carry(machine.advance(to: now))
                try check()
            }
            now = end
        }

        mutating func check() throws {
            for state in machine.states.values {
                #expect(state.revision >= revisions[state.id] ?? 0)
                revisions[state.id] = state.revision
                if state.action == nil { #expect(state.shown == state.value, "another value than the confirmed one is shown, and nothing is pending") }
                if let action = state.action {
                    let since = try #require(told[state.id]?[action.key])
                    #expect(now - since <= ControlLimits.actionTimeout, "\(action) goes on since \(now - since)")
                    #expect(state.unavailable == nil)
                }
                if state.action == nil, state.unavailable == nil { #expect(state.waiting == nil, "something waits for nothing") }
                if owed.contains(state.id) {
                    let isPerforming = if case .performing = state.action?.phase { true } else { false }
                    #expect(isPerforming || state.isLoading || state.unavailable != nil, "a load is owed and nothing leads to it")
                }
            }
            for record in machine.records.values.flatMap(\.values) where !record.receipt.isFinal {
                let state = try #require(machine[record.control])
                #expect(state.action?.key == record.key || state.waiting?.key == record.key, "\(record) is never answered")
            }
        }
    }

    @Test(arguments: 0..<200)
    func anyOrderOfEventsKeepsTheRules(_ seed: Int) throws {
        var device = try Device(seed: seed)
        for _ in 0..<300 { try device.step() }
        // Once nothing is in the way everything comes to its end.
        device.carry(device.machine.performerAvailable(device.ids, at: device.now))
        try device.wait(.minutes(10))
        #expect(device.machine.states.values.allSatisfy { $0.action == nil && $0.waiting == nil })
        #expect(device.machine.records.values.flatMap(\.values).allSatisfy { $0.receipt.isFinal })
        #expect(device.owed.isEmpty)
        #expect(device.told.values.reduce(0) { $0 + $1.count } > 10, "hardly anything happened")
    }
}
