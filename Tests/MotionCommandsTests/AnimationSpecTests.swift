import Motion
import Testing

@testable import MotionCommands
@testable import WidgetCommands

@Suite("An animation as it is written in code")
struct AnimationSpecTests {
    private static let bezier = UnitCurve.bezier(startControlPoint: UnitPoint(x: 0.2, y: -1), endControlPoint: UnitPoint(x: 0.8, y: 2))

    static let known: [(String, Animation)] = [
        (".default", .default), (".linear", .linear), ("easeIn", .easeIn), (".easeOut", .easeOut), (".easeInOut", .easeInOut), (".spring", .spring),
        (".interactiveSpring", .interactiveSpring), (".smooth", .smooth), ("snappy", .snappy), (" .bouncy ", .bouncy), ("Animation.snappy", .snappy),
        (".interpolatingSpring", .interpolatingSpring), ("linear(duration: 2)", .linear(duration: 2)), ("easeIn(duration:1)", .easeIn(duration: 1)),
        ("easeOut( duration : 1e-1 )", .easeOut(duration: 0.1)), ("easeInOut(duration: 1_000)", .easeInOut(duration: 1_000)),
        ("timingCurve(0.2, 0, 0.8, 1, duration: 1)", .timingCurve(0.2, 0, 0.8, 1, duration: 1)),
        ("timingCurve(0.2, -1, 0.8, 2)", .timingCurve(0.2, -1, 0.8, 2)),
        ("timingCurve(.linear, duration: 1)", .timingCurve(.linear, duration: 1)), ("timingCurve(.easeIn, duration: 1)", .timingCurve(.easeIn, duration: 1)),
        ("timingCurve(.easeOut, duration: 1)", .timingCurve(.easeOut, duration: 1)),
        ("timingCurve(.easeInOut, duration: 1)", .timingCurve(.easeInOut, duration: 1)),
        ("timingCurve(.circularEaseIn, duration: 1)", .timingCurve(.circularEaseIn, duration: 1)),
        ("timingCurve(UnitCurve.circularEaseOut, duration: 1)", .timingCurve(.circularEaseOut, duration: 1)),
        ("timingCurve(.circularEaseInOut, duration: 1)", .timingCurve(.circularEaseInOut, duration: 1)),
        ("timingCurve(.easeIn.inverse, duration: 1)", .timingCurve(.easeIn.inverse, duration: 1)),
        (
            "timingCurve(.bezier(startControlPoint: UnitPoint(x: 0.2, y: -1), endControlPoint: .init(x: 0.8, y: 2)), duration: 3)",
            .timingCurve(bezier, duration: 3)
        ),
        ("spring()", .spring()), ("spring(duration: 0.4, bounce: 0.2)", .spring(duration: 0.4, bounce: 0.2)), ("spring(bounce: -0.5)", .spring(bounce: -0.5)),
        ("spring(duration: 0.4, bounce: 0.2, blendDuration: 0.1)", .spring(duration: 0.4, bounce: 0.2, blendDuration: 0.1)),
        (".spring(response: 0.3, dampingFraction: 0.7)", .spring(response: 0.3, dampingFraction: 0.7)), ("spring(response: 1)", .spring(response: 1)),
        ("spring(dampingFraction: 0.5)", .spring(dampingFraction: 0.5)), ("spring(.bouncy, blendDuration: 1)", .spring(.bouncy, blendDuration: 1)),
        ("spring(Spring(duration: 0.3))", .spring(Spring(duration: 0.3))),
        ("spring(.snappy(duration: 1, extraBounce: 0.1))", .spring(.snappy(duration: 1, extraBounce: 0.1))),
        ("spring(.init(response: 0.3, dampingRatio: 0.5))", .spring(Spring(response: 0.3, dampingRatio: 0.5))),
        (
            "spring(Spring(mass: 2, stiffness: 100, damping: 90, allowOverDamping: true))",
            .spring(Spring(mass: 2, stiffness: 100, damping: 90, allowOverDamping: true))
        ),
        ("spring(Spring(settlingDuration: 1, dampingRatio: 0.5))", .spring(Spring(settlingDuration: 1, dampingRatio: 0.5))),
        ("interactiveSpring(response: 0.2)", .interactiveSpring(response: 0.2)), ("interactiveSpring(extraBounce: 0.2)", .interactiveSpring(extraBounce: 0.2)),
        ("smooth(duration: 1)", .smooth(duration: 1)), ("snappy(extraBounce: 0.1)", .snappy(extraBounce: 0.1)),
        ("bouncy(duration: 1, extraBounce: 0.1)", .bouncy(duration: 1, extraBounce: 0.1)),
        ("interpolatingSpring(stiffness: 170, damping: 15)", .interpolatingSpring(stiffness: 170, damping: 15)),
        (
            "interpolatingSpring(mass: 2, stiffness: 170, damping: 15, initialVelocity: 3)",
            .interpolatingSpring(mass: 2, stiffness: 170, damping: 15, initialVelocity: 3)
        ),
        ("interpolatingSpring(bounce: 0.3)", .interpolatingSpring(bounce: 0.3)), ("interpolatingSpring(.smooth)", .interpolatingSpring(.smooth)),
        ("snappy.delay(0.1)", .snappy.delay(0.1)), ("snappy.delay(-0.1)", .snappy.delay(-0.1)), ("snappy .speed( 2 )", .snappy.speed(2)),
        ("linear.repeatCount(3)", .linear.repeatCount(3)), ("linear.repeatCount(3, autoreverses: false)", .linear.repeatCount(3, autoreverses: false)),
        ("linear.repeatForever()", .linear.repeatForever()), ("linear.repeatForever(autoreverses: false)", .linear.repeatForever(autoreverses: false)),
        ("linear.logicallyComplete(after: 0.1)", .linear.logicallyComplete(after: 0.1)),
        ("linear.delay(0.5).speed(2).repeatCount(3, autoreverses: false)", .linear.delay(0.5).speed(2).repeatCount(3, autoreverses: false)),
    ]

    @Test("is what the code makes", arguments: known)
    func meaning(text: String, animation: Animation) throws {
        #expect(try AnimationSpec(text).animation == animation)
    }

    @Test("keeps what was written, in one line")
    func label() throws {
        #expect(try AnimationSpec("  .spring(\n  duration: 1 )").text == ".spring( duration: 1 )")
    }

    @Test(
        "that has a fault says where, what was found, and what is known there",
        arguments: [
            ("", 1, "missing"), ("  ", 1, "missing"), (".", 2, "a name is missing before the end"), ("snapy", 1, "known: linear, easeIn"),
            ("snappy bouncy", 8, "\"bouncy\""), ("snappy)", 7, "\")\""), ("snappy.", 8, "the end"), ("snappy.fade", 8, "known: delay, speed, repeatCount"),
            ("Animation", 10, "which Animation"), ("snappy(", 8, "the end"), ("linear(duration: 1", 19, "\")\" is missing"),
            ("linear(duration: 1 2)", 20, "\"2\""),
            ("linear()", 8, "known: linear(duration:)"), ("linear(1)", 8, "linear(duration:)"),
            ("timingCurve", 1, "known: timingCurve(_:duration:), timingCurve(_:_:_:_:duration:)"),
            ("default(1)", 1, "has no parameters"), ("snappy.delay", 8, "known: delay(_:)"), ("spring(durration: 1)", 8, "\"durration\""),
            ("spring(bounce: 0.1, duration: 1)", 21, "spring(duration:bounce:blendDuration:)"), ("linear(duration: )", 18, "no value before \")\""),
            ("linear(duration: true)", 8, "takes a number, not true"), ("linear(duration: .easeIn)", 8, "not \"easeIn\""),
            ("timingCurve(.foo, duration: 1)", 14, "known: linear, easeIn"), ("timingCurve(.linear(1), duration: 1)", 14, "has no parameters"),
            ("spring(Spring(mass: 1, stiffness: 3))", 36, "Spring(mass:stiffness:damping:allowOverDamping:)"),
            ("spring(.snappy.inverse)", 16, "known: none"), ("linear.repeatCount(1.5)", 20, "whole number"),
            ("linear.repeatCount(1e7)", 20, "whole number up to 1000000"),
            ("linear.repeatCount(3, autoreverses: 1)", 23, "true or false"),
            ("linear(duration: nan)", 8, "not \"nan\""), ("linear(duration: .infinity)", 8, "not \"infinity\""),
            ("linear(duration: 1e999)", 18, "larger than any number"),
            ("linear(duration: -1e999)", 18, "larger"), ("linear(duration: .5)", 18, "0.5"), ("linear(duration: 1x)", 18, "\"1x\" is not a number"),
            ("linear(duration: 0x10)", 18, "not a number"), ("linear(duration: 1.2.3)", 18, "not a number"), ("linear(duration: 1e)", 18, "not a number"),
            ("linear(duration: -)", 18, "\"-\" means nothing"), ("lineär", 5, "U+E4"), ("snappy\u{1B}[2J", 7, "U+1B"), ("linear(duration: ١)", 18, "U+661"),
        ])
    func fault(text: String, position: Int, part: String) {
        #expect {
            try AnimationSpec(text)
        } throws: { error in
            guard let error = error as? AnimationSpecError else { return false }
            if error.position == position, error.message.contains(part) { return true }
            Issue.record("\(error.description)")
            return false
        }
    }

    @Test("has a limit for its length, its modifiers and its depth")
    func limits() throws {
        let modifiers = String(repeating: ".speed(1)", count: PlotLimits.modifiers)
        #expect(throws: Never.self) { try AnimationSpec(".snappy" + modifiers) }
        #expect(throws: AnimationSpecError(1 + ".snappy\(modifiers).".count, "an animation has at most 16 modifiers")) {
            try AnimationSpec(".snappy\(modifiers).speed(1)")
        }
        #expect(throws: Never.self) { try AnimationSpec("snappy" + String(repeating: " ", count: PlotLimits.specCharacters - 6)) }
        #expect(throws: AnimationSpecError.self) { try AnimationSpec("snappy" + String(repeating: " ", count: PlotLimits.specCharacters - 5)) }
        #expect(throws: AnimationSpecError.self) { try AnimationSpec(String(repeating: "spring(", count: 100)) }
    }

    @Test("that is nonsense is an error within its text, whatever it is")
    func nonsense() {
        let parts = [
            "spring", "snappy", ".", "(", ")", ",", ":", "duration", "1", "-2.5", "1e308", "true", " ", "bezier", "timingCurve", "é", "init", "Spring",
        ]
        var state: UInt64 = 7
        func random(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        for _ in 0..<5_000 {
            let text = (0...random(12)).map { _ in parts[random(parts.count)] }.joined()
            do {
                _ = try AnimationSpec(text)
            } catch {
                let position = (error as? AnimationSpecError)?.position ?? 0
                #expect((1...(text.unicodeScalars.count + 1)).contains(position), "\(text)")
            }
        }
    }
}
