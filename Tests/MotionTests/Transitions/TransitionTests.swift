import Foundation
import Motion
import Testing

@Suite("A transition's phase")
struct TransitionPhaseTests {
    @Test("is -1 before, 0 there and 1 after, and only the middle one is the identity")
    func values() {
        #expect(phases.map(\.value) == [-1, 0, 1])
        #expect(phases.map(\.isIdentity) == [false, true, false])
        #expect(Set(phases).count == 3)
    }
}

@Suite("A transition")
struct TransitionTests {
    @Test("changes nothing about a view that is there, whatever it is")
    func identity() {
        for context in [window, widget, mirrored] {
            for transition in Samples.transitions {
                for layer in transition.layers(phase: .identity, in: context) {
                    #expect(layer.effects.clamped.opacity == 1 && layer.effects.offset == .zero && layer.effects.blurRadius == 0)
                    #expect(layer.effects.scale == CGSize(width: 1, height: 1))
                }
            }
        }
    }

    @Test("has as many parts in each phase, so that each can be animated to the next")
    func parts() {
        for transition in Samples.transitions {
            let counts = Set(phases.map { transition.layers(phase: $0, in: window).count })
            #expect(counts.count == 1, "\(transition.structure)")
            for index in 0..<(counts.first ?? 0) {
                let layers = phases.map { transition.layers(phase: $0, in: window)[index] }
                #expect(layers.allSatisfy { $0.timeline == layers[0].timeline && $0.animation == layers[0].animation })
            }
        }
    }

    @Test("of identity does nothing")
    func identityTransition() { #expect(IdentityTransition().table() == [[], [], []]) }

    @Test("of opacity fades")
    func opacity() { #expect(OpacityTransition().table() == [[faded], [.identity], [faded]]) }

    @Test("that moves does so over its edge by the view's size, whichever way it goes")
    func move() {
        let ways: [(Edge, TransitionEffects)] = [
            (.leading, moved(-100, 0)), (.trailing, moved(100, 0)), (.top, moved(0, -50)), (.bottom, moved(0, 50)),
        ]
        for (edge, effects) in ways {
            #expect(MoveTransition(edge: edge).table() == [[effects], [.identity], [effects]])
            #expect(MoveTransition(edge: edge).table(in: widget) == [[effects], [.identity], [effects]])
        }
        #expect(MoveTransition(edge: .leading).table(in: mirrored)[0] == [moved(100, 0)])
        #expect(MoveTransition(edge: .top).table(in: mirrored)[0] == [moved(0, -50)])
    }

    @Test("that slides comes from the leading side and leaves to the trailing one")
    func slide() {
        #expect(SlideTransition().table() == [[moved(-100, 0)], [.identity], [moved(100, 0)]])
        #expect(SlideTransition().table(in: mirrored) == [[moved(100, 0)], [.identity], [moved(-100, 0)]])
    }

    @Test("that pushes comes from its edge and leaves to the opposite one, while it fades")
    func push() {
        #expect(PushTransition(edge: .bottom).table() == [[moved(0, 50, opacity: 0)], [.identity], [moved(0, -50, opacity: 0)]])
        #expect(PushTransition(edge: .leading).table() == [[moved(-100, 0, opacity: 0)], [.identity], [moved(100, 0, opacity: 0)]])
        #expect(PushTransition(edge: .leading).table(in: mirrored)[0] == [moved(100, 0, opacity: 0)])
    }

    @Test("that pushes travels 0.4 of the view's size in a widget")
    func pushInWidget() {
        #expect(PushTransition(edge: .bottom).table(in: widget) == [[moved(0, 20, opacity: 0)], [.identity], [moved(0, -20, opacity: 0)]])
        #expect(PushTransition(edge: .trailing).table(in: widget)[0] == [moved(40, 0, opacity: 0)])
    }

    @Test("of an offset comes from there and leaves to there; in a layout from right to left it is mirrored")
    func offset() {
        #expect(OffsetTransition(CGSize(width: 3, height: -4)).table() == [[moved(3, -4)], [.identity], [moved(3, -4)]])
        #expect(OffsetTransition(CGSize(width: 3, height: -4)).table(in: mirrored)[0] == [moved(-3, -4)])
    }

    @Test("that scales does so about its anchor, which is mirrored in a layout from right to left")
    func scale() {
        let transition = ScaleTransition(0.5, anchor: .leading)
        #expect(transition.table() == [[scaled(0.5, anchor: .leading)], [scaled(1, anchor: .leading)], [scaled(0.5, anchor: .leading)]])
        #expect(transition.table(in: mirrored)[0] == [scaled(0.5, anchor: .trailing)])
        let whole: ScaleTransition = .scale
        #expect((whole.scale, whole.anchor) == (1e-5, .center))
    }

    @Test("that replaces by blur comes at 0.9 and leaves at 0.9 or 1.1, blurred by 7, in the last 0.67 of the way")
    func blurReplace() {
        #expect(
            BlurReplaceTransition(configuration: .downUp).table()
                == [[scaled(0.9, opacity: 0, blur: 7)], [.identity], [scaled(0.9, opacity: 0, blur: 7)]])
        #expect(
            BlurReplaceTransition(configuration: .upUp).table()
                == [[scaled(0.9, opacity: 0, blur: 7)], [.identity], [scaled(1.1, opacity: 0, blur: 7)]])
        let timeline = BlurReplaceTransition(configuration: .upUp).layers(phase: .willAppear, in: window)[0].timeline
        #expect((timeline.begin, timeline.duration) == (0.33, 0.67))
    }

    @Test("for symbols leaves what else is in the view alone")
    func symbols() {
        let layers = phases.map { SymbolEffectTransition(effect: .appear.up, options: .speed(2)).layers(phase: $0, in: window) }
        #expect(layers.map { $0.map(\.effects) } == [[.identity], [.identity], [.identity]])
        #expect(layers.map { $0[0].symbol?.isVisible } == [false, true, false])
        #expect(layers[0][0].symbol?.effect == SymbolEffectConfiguration(kind: .appear, style: .up))
        #expect(layers[0][0].symbol?.options.speedMultiplier == 2)
    }

    @Test("says what it is by a leading dot")
    func leadingDots() {
        func check<T: Transition>(_ transition: T, _ structure: TransitionStructure) { #expect(transition.structure == structure) }
        check(.identity, .identity)
        check(.opacity, .opacity)
        check(.slide, .slide)
        check(.move(edge: .top), .move(edge: .top))
        check(.push(from: .leading), .push(edge: .leading))
        check(.offset(CGSize(width: 1, height: 2)), .offset(CGSize(width: 1, height: 2)))
        check(.offset(y: 2), .offset(CGSize(width: 0, height: 2)))
        check(.scale, .scale(1e-5, anchor: .center))
        check(.scale(2, anchor: .top), .scale(2, anchor: .top))
        check(.blurReplace, .blurReplace(.downUp))
        check(.blurReplace(), .blurReplace(.downUp))
        check(.blurReplace(.upUp), .blurReplace(.upUp))
        check(.symbolEffect, .symbolEffect(SymbolEffectConfiguration(kind: .automatic), options: .default))
        check(
            .symbolEffect(.disappear.wholeSymbol, options: .repeating),
            .symbolEffect(SymbolEffectConfiguration(kind: .disappear, isByLayer: false), options: .repeating))
    }

    @Test("moves something unless it is of identity or opacity, or made of nothing else")
    func motion() {
        #expect(!IdentityTransition.properties.hasMotion)
        #expect(!OpacityTransition.properties.hasMotion)
        #expect(SlideTransition.properties.hasMotion && MoveTransition.properties.hasMotion && PushTransition.properties.hasMotion)
        #expect(OffsetTransition.properties.hasMotion && ScaleTransition.properties.hasMotion && BlurReplaceTransition.properties.hasMotion)
        #expect(SymbolEffectTransition.properties.hasMotion && Spin.properties.hasMotion)
        #expect(TransitionProperties().hasMotion)
        #expect(!AsymmetricTransition<OpacityTransition, IdentityTransition>.properties.hasMotion)
        #expect(AsymmetricTransition<OpacityTransition, SlideTransition>.properties.hasMotion)
        #expect(AsymmetricTransition<SlideTransition, OpacityTransition>.properties.hasMotion)
        #expect(type(of: OpacityTransition().combined(with: .slide)).properties.hasMotion)
        #expect(type(of: SlideTransition().combined(with: .opacity)).properties.hasMotion)
        #expect(!type(of: OpacityTransition().combined(with: .identity)).properties.hasMotion)
        #expect(!type(of: OpacityTransition().animation(nil)).properties.hasMotion)
    }
}

/// A transition of somebody else's.
struct Spin: Transition {
    func layers(phase: TransitionPhase, in context: TransitionContext) -> [TransitionLayer] {
        [TransitionLayer(TransitionEffects(offset: CGSize(width: 10 * phase.value, height: 0)))]
    }
}

enum Samples {
    static var transitions: [AnyTransition] {
        [
            .identity, .opacity, .slide, .move(edge: .top), .push(from: .leading), .offset(x: 3, y: 4), .scale, .scale(scale: 2, anchor: .top),
            AnyTransition(.blurReplace), AnyTransition(.blurReplace(.upUp)), AnyTransition(.symbolEffect), AnyTransition(Spin()),
            .modifier(active: faded, identity: .identity),
            .asymmetric(insertion: .push(from: .leading), removal: .opacity.animation(Marker.animation(1))),
            .move(edge: .top).combined(with: .opacity.animation(Marker.animation(2))).animation(nil),
            .asymmetric(insertion: .slide.combined(with: .scale), removal: .asymmetric(insertion: .opacity, removal: .identity)),
        ]
    }
}
