import Foundation
import Motion
import Testing

@Suite("A content transition")
struct ContentTransitionTests {
    @Test("is equal to one of the same kind with the same parameters")
    func equality() {
        let all: [ContentTransition] = [
            .automatic, .identity, .interpolate, .opacity, .numericText(), .numericText(countsDown: true), .numericText(value: 0), .numericText(value: 1),
            .symbolEffect, .symbolEffect(.replace), .symbolEffect(.replace.downUp), .symbolEffect(.replace, options: .speed(2)),
            .symbolEffect(.replace.magic(fallback: .replace.offUp)),
        ]
        for (one, first) in all.enumerated() {
            for (other, second) in all.enumerated() { #expect((first == second) == (one == other)) }
        }
        #expect(ContentTransition.numericText() == .numericText(countsDown: false))
        #expect(ContentTransition.symbolEffect == .symbolEffect(.automatic))
        #expect(ContentTransition.numericText(value: .nan) == .numericText(value: .nan))
    }

    @Test("is the one that fits where none was chosen: a blur for text in a widget, opacity for all else")
    func automatic() {
        #expect(EnvironmentValues().contentTransition == .automatic)
        #expect(ContentTransition.automatic.resolved(for: .text, isWidget: true).kind == .blur)
        #expect(ContentTransition.automatic.resolved(for: .text, isWidget: false) == .opacity)
        for content in [TransitionContent.image, .symbol, .other] { #expect(ContentTransition.automatic.resolved(for: content, isWidget: true) == .opacity) }
    }

    @Test("for something else is one of opacity, and one that was chosen is kept")
    func unfit() {
        #expect(ContentTransition.numericText().resolved(for: .image, isWidget: true) == .opacity)
        #expect(ContentTransition.numericText().resolved(for: .text, isWidget: true) == .numericText())
        #expect(ContentTransition.symbolEffect.resolved(for: .text, isWidget: true) == .opacity)
        #expect(ContentTransition.symbolEffect.resolved(for: .symbol, isWidget: true) == .symbolEffect)
        for content in [TransitionContent.text, .image, .symbol, .other] {
            for transition in [ContentTransition.identity, .opacity, .interpolate] { #expect(transition.resolved(for: content, isWidget: true) == transition) }
        }
    }

    @Test("is kept in an environment")
    func environment() {
        var environment = EnvironmentValues()
        #expect(!environment.contentTransitionAddsDrawingGroup)
        environment.contentTransition = .identity
        environment.contentTransitionAddsDrawingGroup = true
        #expect(environment.contentTransition == .identity)
        #expect(environment.contentTransitionAddsDrawingGroup)
    }
}

@Suite("Both contents in the middle of a change")
struct ContentTransitionFrameTests {
    @Test("are only the new one where nothing is animated")
    func identity() {
        for progress in [0, 0.5, 1] {
            let frame = ContentTransition.identity.frame(at: progress)
            #expect(frame.old == nil && frame.new == .identity && frame.interpolation == 1)
        }
    }

    @Test(
        "fade out and in, and the old one is gone at the end", arguments: [ContentTransition.opacity, .automatic, .interpolate, .numericText()])
    func opacity(_ transition: ContentTransition) {
        let frames = [0, 0.25, 1].map { transition.frame(at: $0) }
        #expect(frames.map { $0.old?.opacity } == [1, 0.75, nil])
        #expect(frames.map(\.new.opacity) == [0, 0.25, 1])
        #expect(frames.allSatisfy { $0.new.blurRadius == 0 && $0.interpolation == 1 })
    }

    @Test("are symbols of which one goes before the other one comes, smaller or larger than they are")
    func replacement() {
        func sizes(_ effect: ReplaceSymbolEffect, _ progress: Double) -> (old: Double?, new: Double, opacities: [Double]) {
            let frame = ContentTransition.symbolEffect(effect).frame(at: progress)
            return (frame.old.map { Double($0.scale.width) }, Double(frame.new.scale.width), [frame.old?.opacity ?? 0, frame.new.opacity])
        }
        for effect in [ReplaceSymbolEffect.replace, .replace.downUp, .replace.upUp, .replace.offUp] {
            #expect(sizes(effect, 1) == (nil, 1, [0, 1]) && sizes(effect, 0).opacities[1] == 0)
            #expect(sizes(effect, 1.1).new > 1, "a spring takes the size along")
        }
        let (down, up, off) = (sizes(.replace.downUp, 0.3), sizes(.replace.upUp, 0.3), sizes(.replace.offUp, 0.3))
        #expect(down.old == 0.75 && up.old == 1.25 && off.old == nil && off.new == 0.65)
        #expect(down.opacities == [0.5, 0] && off.opacities == [0, 0.3])
        #expect(sizes(.replace, 0.5).opacities.allSatisfy { $0 > 0.1 }, "there is no moment without a symbol")
    }

    @Test("are blurred by 7 where they are faint, in the text of a widget")
    func blur() {
        let frames = [0, 0.25, 1].map { ContentTransition(kind: .blur).frame(at: $0) }
        #expect(frames.map { $0.old?.opacity } == [1, 0.75, nil])
        #expect(frames.map { $0.old?.blurRadius } == [0, 1.75, nil])
        #expect(frames.map(\.new.blurRadius) == [7, 5.25, 0])
    }

    @Test("are one that is between them where they can be interpolated")
    func interpolate() {
        let frames = [0, 0.25, 1.1].map { ContentTransition.interpolate.frame(at: $0, contentsMatch: true) }
        #expect(frames.map(\.interpolation) == [0, 0.25, 1.1])
        #expect(frames.allSatisfy { $0.old == nil && $0.new == .identity })
        #expect(ContentTransition.opacity.frame(at: 0.25, contentsMatch: true) == ContentTransition.opacity.frame(at: 0.25))
    }

    @Test("never fade beyond what can be drawn")
    func overshoot() {
        #expect(ContentTransition.opacity.frame(at: 1.2) == ContentTransition.opacity.frame(at: 1))
        #expect(ContentTransition.opacity.frame(at: -0.2) == ContentTransition.opacity.frame(at: 0))
        for progress in [Double.nan, .infinity, -.infinity] {
            for kind in [ContentTransition.Kind.opacity, .blur, .interpolate, .identity] {
                #expect(
                    ContentTransition(kind: kind).frame(at: progress, contentsMatch: true) == ContentTransition(kind: kind).frame(at: 1, contentsMatch: true))
            }
        }
    }
}

@Suite("Symbol effects")
struct SymbolEffectTests {
    @Test("say what they are")
    func configurations() {
        #expect(AppearSymbolEffect.appear.byLayer.up.configuration == SymbolEffectConfiguration(kind: .appear, style: .up, isByLayer: true))
        #expect(DisappearSymbolEffect.disappear.down.wholeSymbol.configuration == SymbolEffectConfiguration(kind: .disappear, style: .down, isByLayer: false))
        #expect(ReplaceSymbolEffect.replace.offUp.configuration == SymbolEffectConfiguration(kind: .replace, style: .offUp))
        #expect(
            ReplaceSymbolEffect.replace.magic(fallback: .replace.upUp.byLayer).configuration
                == SymbolEffectConfiguration(kind: .magicReplace, style: .upUp, isByLayer: true))
        #expect(AutomaticSymbolEffect.automatic.configuration == SymbolEffectConfiguration(kind: .automatic))
    }

    @Test("play as their options say, which can be combined in any order")
    func options() {
        #expect(SymbolEffectOptions.default == SymbolEffectOptions())
        #expect(SymbolEffectOptions.repeating.speed(2) == .speed(2).repeating)
        #expect(SymbolEffectOptions.repeating.repetition == .forever)
        #expect(SymbolEffectOptions.nonRepeating.repetition == .never)
        #expect(SymbolEffectOptions.repeat(3).repetition == .periodic(count: 3, delay: nil))
        #expect(SymbolEffectOptions.repeat(nil).repetition == .periodic(count: nil, delay: nil))
        #expect(SymbolEffectOptions.repeat(.continuous).repetition == .continuous)
        #expect(SymbolEffectOptions.repeat(.periodic).repetition == .periodic(count: nil, delay: nil))
        #expect(
            SymbolEffectOptions.speed(3).repeat(.periodic(2, delay: 1.5))
                == SymbolEffectOptions(repetition: .periodic(count: 2, delay: 1.5), speedMultiplier: 3))
    }

    @Test("play with numbers that make sense, whatever they are given")
    func broken() {
        for speed in [0, -1, .nan, .infinity] { #expect(SymbolEffectOptions.speed(speed).speedMultiplier == 1) }
        #expect(SymbolEffectOptions.repeat(-3).repetition == .periodic(count: 1, delay: nil))
        #expect(SymbolEffectOptions.repeat(.periodic(0, delay: -1)).repetition == .periodic(count: 1, delay: 0))
        #expect(SymbolEffectOptions.repeat(.periodic(delay: .nan)).repetition == .periodic(count: nil, delay: nil))
    }
}
