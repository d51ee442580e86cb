import Motion
import Testing

@testable import MotionCommands
@testable import WidgetCommands

func plot(_ specs: String..., duration: Double? = nil) throws -> MotionPlot {
    MotionPlot(try specs.map { try AnimationSpec($0) }, duration: duration)
}

@Suite("What a plot shows")
struct MotionPlotTests {
    @Test("The curve is the animator's, from 0 to 1")
    func values() throws {
        let curve = try plot("snappy").curves[0]
        let spring = Spring.snappy
        for time in [0, 0.1, 0.25, 0.5] { #expect(abs(curve.value(at: time) - spring.value(target: 1.0, time: time)) < 1e-9) }
        #expect(curve.value(at: curve.end) == 1)
        #expect(curve.logicalEnd == 0.5)
        let points = try plot("linear(duration: 2)").curves[0].points(5, until: 2)
        #expect(points == [0, 0.25, 0.5, 0.75, 1].map { PlotPoint(x: 2 * $0, y: $0) })
    }

    @Test("The peak is where the spring's is, and a curve that doesn't overshoot has none")
    func peak() throws {
        let figures = try plot("bouncy", "smooth").figures
        // e^(-pi*0.7/sqrt(1-0.7^2)), half a damped period after the start.
        let peak = try #require(figures[0].peak)
        #expect(abs(peak.y - 1.0460) < 1e-4)
        #expect(abs(peak.x - 0.3501) < 1e-3)
        #expect(figures[0].trough == nil)
        #expect(figures[1].peak == nil)
        let beyond = try plot("timingCurve(0.2, -2, 0.8, 3, duration: 1)").figures[0]
        #expect(try #require(beyond.trough).y < -0.3)
    }

    @Test(
        "It settles when it stays within a hundredth of its end",
        arguments: ["bouncy", "snappy", "smooth", "linear", "interpolatingSpring(stiffness: 170, damping: 15)"])
    func settles(spec: String) throws {
        let plot = try plot(spec)
        let settled = try #require(plot.figures[0].settled)
        #expect(abs(abs(plot.curves[0].value(at: settled - 0.001) - 1) - 0.01) < 0.01)
        #expect(abs(plot.curves[0].value(at: settled - 0.001) - 1) > 0.01)
        for step in 1...1_000 { #expect(abs(plot.curves[0].value(at: settled + Double(step) * 0.001) - 1) <= 0.01) }
    }

    @Test("The figures are those of the animation inside of modifiers")
    func parameters() throws {
        let spring = try plot("spring(response: 0.3, dampingFraction: 0.5).delay(0.1).speed(2)").figures[0]
        #expect(spring.sentences.prefix(3) == ["duration 0.3 s", "bounce 0.5", "damping 0.5"])
        #expect(try plot("easeIn.repeatCount(2)").figures[0].sentences.first == "duration 0.35 s")
        #expect(try plot("default").figures[0].sentences.contains("bounce 0"))
    }

    @Test("What never ends says so, and two seconds of it are shown")
    func endless() throws {
        let plot = try plot("linear.repeatForever()")
        #expect(plot.duration == PlotLimits.endless)
        #expect(plot.figures[0].settled == nil)
        #expect(plot.figures[0].sentences.suffix(2) == ["never complete", "never ends"])
        #expect(plot.marks == [.cut])
    }

    @Test("All is shown until nothing moves, a little more, or as long as a user says")
    func duration() throws {
        #expect(abs(try plot("linear(duration: 1)", "linear(duration: 2)").duration - 2.1) < 1e-9)
        #expect(try plot("linear(duration: 1)", duration: 5).duration == 5)
        #expect(try plot("linear(duration: 0)").duration == PlotLimits.still)
        #expect(try plot("linear(duration: 1e9)").duration == PlotLimits.duration.upperBound)
    }

    @Test("The marks are complete, end, and the cut of widgets, where they are in sight")
    func marks() throws {
        let plot = try plot("linear(duration: 3).logicallyComplete(after: 1)")
        let marks = plot.marks(of: plot.curves[0])
        #expect(Dictionary(uniqueKeysWithValues: marks.map { ($0.mark, $0.time) }) == [.complete: 1, .end: 3, .cut: 2])
        #expect(try MotionCommandsTests.plot("linear(duration: 3)", duration: 1).marks.isEmpty)
    }

    @Test("The values have room for every overshoot, of all curves, and for 0 and 1")
    func range() throws {
        #expect(try plot("linear", duration: 0.01).values == 0...1)
        #expect(try plot("linear", "bouncy").values.upperBound > 1.04)
        #expect(try plot("timingCurve(0.2, -2, 0.8, 3, duration: 1)").values.lowerBound < -0.3)
    }

    @Test(
        "Numbers that make no sense give a plot all the same",
        arguments: [
            "spring(duration: -1)", "spring(duration: 1e300, bounce: -5)", "spring(bounce: 2)", "spring(response: 0, dampingFraction: 0)",
            "linear(duration: 1e-300)",
            "interpolatingSpring(mass: 0, stiffness: -1, damping: -1)", "interpolatingSpring(stiffness: 170, damping: 15, initialVelocity: 1e300)",
            "linear.speed(-1)", "linear.speed(0)", "linear.speed(1e300).delay(-1e300)", "linear.repeatCount(-5)", "linear.repeatCount(1000000)",
            "timingCurve(0, 1e308, 1, -1e308, duration: 1)", "timingCurve(-9, 0, 9, 1, duration: 1)", "linear.logicallyComplete(after: -1)",
        ])
    func nonsense(spec: String) throws {
        let plot = try plot(spec)
        #expect(plot.values.lowerBound.isFinite && plot.values.upperBound.isFinite)
        #expect(PlotLimits.duration.contains(plot.duration))
        #expect(!TerminalPlot(plot: plot, columns: 80, rows: 24, isUnicode: true, isColored: false).lines.isEmpty)
        #expect(SVGCanvas(PlotPicture(plot, size: PlotSize(width: 200, height: 150))).text.contains("polyline"))
    }

    @Test("JSON has the figures, and the values of each frame")
    func json() throws {
        let json = try plot("linear(duration: 0.05)", duration: 0.1).json { "\"\($0)\"" }
        #expect(
            json == "\"framesPerSecond\":60,\"curves\":[{\"animation\":\"linear(duration: 0.05)\",\"duration\":0.05,\"settled\":0.0495,\"complete\":0.05,"
                + "\"end\":0.05,\"values\":[0,0.333333,0.666667,1,1,1,1]}]")
    }
}

@Suite("Numbers and axes")
struct PlotScaleTests {
    @Test(
        "Numbers are rounded and have no needless zeros",
        arguments: [(0, "0"), (-0.0001, "0"), (0.5, "0.5"), (1.0006, "1.001"), (-2.25, "-2.25"), (12, "12"), (1e6, "1000000"), (1e300, "1e+300")])
    func numbers(value: Double, text: String) {
        #expect(PlotNumber.short(value) == text)
    }

    @Test(
        "Ticks are round, within the axis, and no more than asked for",
        arguments: [
            (0...1, 5, ["0", "0.2", "0.4", "0.6", "0.8", "1.0"]), (0...0.55, 6, ["0", "0.1", "0.2", "0.3", "0.4", "0.5"]),
            (-0.3...1.2, 4, ["0", "0.5", "1.0"]),
            (0...60, 6, ["0", "10", "20", "30", "40", "50", "60"]),
        ] as [(ClosedRange<Double>, Int, [String])])
    func ticks(range: ClosedRange<Double>, count: Int, labels: [String]) {
        let scale = PlotScale(range, ticks: count)
        #expect(scale.ticks.map(scale.label) == labels)
    }

    @Test("An axis without length, or with a huge one, has few ticks", arguments: [1...1, 0...1e300, -1e308...1e308, 0...1e-300] as [ClosedRange<Double>])
    func odd(range: ClosedRange<Double>) {
        let scale = PlotScale(range, ticks: 5)
        #expect((1...11).contains(scale.ticks.count))
        #expect((0...1).contains(scale.place(0.5)))
    }
}
