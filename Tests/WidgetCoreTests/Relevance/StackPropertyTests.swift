import Testing
import WidgetCore

@Suite("Whatever there is, the stack keeps its promises")
struct StackPropertyTests {
    @Test("a thousand random stacks", arguments: [1, 2, 3, 4] as [UInt64])
    func random(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<250 {
            let stack = Self.stack(using: &random)
            var date = noon
            // A day along its changes: what holds must hold at each, and nothing may change in between.
            for _ in 0..<20 {
                let arrangement = stack.arrange(at: date)
                check(arrangement, stack, at: date)
                guard let next = arrangement.nextChange else { break }
                #expect(next > date)
                let between = Timestamp(milliseconds: .random(in: date.milliseconds..<next.milliseconds, using: &random))
                #expect(stack.arrange(at: between) == arrangement, "it changed before it said so")
                date = next
            }
        }
    }

    private func check(_ arrangement: StackArrangement, _ stack: StackFixture, at date: Timestamp) {
        let shown = arrangement.shown
        #expect(shown.count <= RelevanceLimits.stack)
        #expect(shown.allSatisfy { $0.exclusionReason == nil } && arrangement.absent.allSatisfy { $0.exclusionReason != nil })
        let all = stack.contents.widgets.count + stack.contents.kinds.reduce(0) { $0 + $1.attributes.count }
        #expect(shown.count + arrangement.absent.count == all, "everything is either shown or has a reason")
        #expect(Set(shown.map(\.content)).count + 0 <= shown.count)
        // Cards: every clue is true. Order: pinned, then never a greater score behind a smaller one.
        for card in shown where card.index != nil { #expect(!card.clues.isEmpty && card.clues.allSatisfy(\.isTrue)) }
        let rest = shown.drop { $0.isPinned }
        #expect(!rest.contains { $0.isPinned })
        for (a, b) in zip(rest, rest.dropFirst()) {
            #expect((a.score, a.priority.rawValue) >= (b.score, b.priority.rawValue))
            if a.score == b.score, a.priority == b.priority { #expect(a.since >= b.since) }
        }
        #expect((shown + arrangement.absent).allSatisfy { (0...RelevancePoints.most).contains($0.score) })
        var groups: Set<String> = []
        for card in shown {
            guard let index = card.index, let kind = stack.contents.kinds.first(where: { $0.id == card.kind }),
                case .named(let name) = kind.attributes[index].group
            else { continue }
            #expect(groups.insert("\(card.provider) \(name)").inserted, "two of one group")
        }
        for card in shown where card.index != nil {
            guard let kind = stack.contents.kinds.first(where: { $0.id == card.kind }), !kind.associatedKind.isEmpty else { continue }
            #expect(!shown.contains { $0.widget != nil && $0.kind == kind.associatedKind && $0.provider == kind.provider })
        }
        if shown.count < RelevanceLimits.stack { #expect(!arrangement.absent.contains { $0.exclusionReason == .noRoom }) }
    }

    private static func stack(using random: inout SplitMix64) -> StackFixture {
        var stack = StackFixture()
        for number in 0..<Int.random(in: 0...14, using: &random) {
            let provider = ["p", "q"].randomElement(using: &random) ?? "p"
            let kind = ["k", "l"].randomElement(using: &random) ?? "k"
            let start = Int64.random(in: -600...0, using: &random)
            let scores = (0..<3).map { _ in Bool.random(using: &random) ? nil : Float.random(in: -2...9, using: &random) }
            let id = stack.place(
                "w\(number)", kind: kind, provider: provider, placed: .random(in: -900...0, using: &random), (start, scores[0]), (start + 300, scores[1]),
                (start + 700, scores[2]), lasting: [0, 60, 400].randomElement(using: &random) ?? 0)
            if Int.random(in: 0..<4, using: &random) == 0 { stack.contents.pins.append(id) }
        }
        for number in 0..<Int.random(in: 0...4, using: &random) {
            var attributes: [RelevanceAttribute] = []
            for _ in 0..<Int.random(in: 0...5, using: &random) {
                let contexts = (0..<Int.random(in: 1...3, using: &random)).map { _ in context(using: &random) }
                let group: RelevanceGroup = [.automatic, .ungrouped, .named("g"), .named("h")].randomElement(using: &random) ?? .automatic
                attributes.append(RelevanceAttribute(parameters: ["n": .integer(.random(in: 0...2, using: &random))], contexts: contexts, group: group))
            }
            let provider = ["p", "q"].randomElement(using: &random) ?? "p"
            stack.contents.kinds.append(
                .init(id: "r\(number)", provider: provider, associatedKind: ["", "k", "l"].randomElement(using: &random) ?? "", attributes: attributes))
        }
        stack.hear(.isOnBattery(.random(using: &random)), at: noon + .minutes(-3))
        stack.hear(.networks(Bool.random(using: &random) ? ["a"] : nil), at: noon + .minutes(-9))
        stack.hear(.isLocked(.random(using: &random)), at: noon + .minutes(-1))
        return stack
    }

    private static func context(using random: inout SplitMix64) -> RelevantContext {
        let start = Int64.random(in: -300...900, using: &random)
        let kind = RelevantContext.DateKind.allCases.randomElement(using: &random) ?? .default
        let choices: [RelevantContext] = [
            minutes(start, start + .random(in: 1...600, using: &random), kind), minutes(-900, 900, kind), .power(.battery), .power(.mains), .network(name: "a"),
            .session(isLocked: true), .metered(true), .unsupported(.sleep, detail: ""),
        ]
        return choices.randomElement(using: &random) ?? .power(.mains)
    }
}
