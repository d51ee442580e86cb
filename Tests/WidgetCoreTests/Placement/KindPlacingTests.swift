import Testing
import WidgetCore

@Suite("Placing and configuring")
struct KindPlacingTests {
    private let kind = Kind(
        id: "weather", displayName: "Weather", families: [.systemMedium, .systemSmall],
        parameters: [
            ParameterDefinition(name: "city", type: .text, isRequired: true, defaultValue: .text("Bern")),
            ParameterDefinition(name: "days", type: .integer, minimum: 1, maximum: 10),
            ParameterDefinition(name: "unit", type: .text, defaultValue: .text("C"), options: [.text("C"), .text("F")]),
            ParameterDefinition(name: "scale", type: .number, minimum: 0.5),
            ParameterDefinition(name: "wind", type: .boolean),
        ])

    private func message(_ parameters: Parameters, of kind: Kind? = nil) -> String? {
        do throws(WidgetError) {
            _ = try (kind ?? self.kind).validate(parameters: parameters)
            return nil
        } catch {
            #expect(error.code == .invalidArgument)
            return error.message
        }
    }

    @Test("A family that isn't named is the kind's first; one it doesn't support is answered with those it does")
    func family() throws {
        #expect(try kind.resolve(family: nil) == .systemMedium)
        #expect(try kind.resolve(family: .systemSmall) == .systemSmall)
        #expect(throws: WidgetError(.invalidArgument, "family: the kind weather doesn't support systemLarge; it supports systemMedium, systemSmall")) {
            try kind.resolve(family: .systemLarge)
        }
    }

    @Test("What is set is kept as it is; the provider gets the defaults too")
    func effective() throws {
        let given: Parameters = ["days": .integer(5)]
        #expect(try kind.validate(parameters: given) == given)
        #expect(kind.effective(given) == ["days": .integer(5), "city": .text("Bern"), "unit": .text("C")])
    }

    @Test("An unknown parameter is answered with those there are, and the one that was probably meant")
    func unknown() {
        #expect(
            message(["citty": .text("Bern")])
                == "citty: unknown parameter; the kind weather has city, days, unit, scale, wind; did you mean city?")
        #expect(message(["x\u{1B}[2J": .text("")])?.contains("\u{1B}") == false)
        #expect(
            message(["city": .text("Bern")], of: Kind(id: "clock", displayName: "Clock", families: [.systemSmall]))
                == "city: unknown parameter; the kind clock has no parameters")
    }

    @Test("Values are of their type, within their bounds and among their options")
    func values() {
        #expect(message(["days": .text("five")]) == "days: \"five\" is not a whole number")
        #expect(message(["days": .number(5)]) == "days: 5 is not a whole number")
        #expect(message(["days": .integer(0)]) == "days: 0 is outside of its bounds: from 1 to 10")
        #expect(message(["scale": .number(0.25)]) == "scale: 0.25 is outside of its bounds: 0.5 or more")
        #expect(message(["scale": .number(.infinity)]) == "scale: inf is not a finite number")
        #expect(message(["unit": .text("K")]) == "unit: \"K\" is none of \"C\", \"F\"")
        #expect(message(["wind": .integer(1)]) == "wind: 1 is not true or false")
    }

    @Test("A whole number will do for a number")
    func wholeNumber() throws {
        #expect(try kind.validate(parameters: ["scale": .integer(2)]) == ["scale": .number(2)])
    }

    @Test("Texts have their limits, each and together")
    func limits() {
        #expect(message(["city": .text(String(repeating: "x", count: 1_025))]) == "city: 1025 bytes is more than the limit of 1024; shorten it")
        var many = kind
        many.parameters = (0..<5).map { ParameterDefinition(name: "p\($0)", type: .text) }
        let long = Dictionary(uniqueKeysWithValues: many.parameters.map { ($0.name, ParameterValue.text(String(repeating: "x", count: 1_000))) })
        #expect(message(long, of: many) == "parameters: 5010 bytes in all is more than the limit of 4096; shorten the texts")
    }

    @Test("A kind with ready-made variants takes only those, and the first where nothing is set")
    func recommendations() throws {
        var kind = kind
        kind.recommendations = [
            Kind.Recommendation(description: "Home", parameters: ["city": .text("Bern")]),
            Kind.Recommendation(description: "Away", parameters: ["city": .text("Rome"), "unit": .text("F")]),
        ]
        #expect(try kind.validate(parameters: [:]) == ["city": .text("Bern")])
        #expect(message(["city": .text("Rome"), "unit": .text("F")], of: kind) == nil)
        #expect(message(["city": .text("Bern"), "unit": .text("C")], of: kind) == nil, "the same with the default written out")
        #expect(message(["city": .text("Oslo")], of: kind) == "parameters: the kind weather offers ready-made variants only: \"Home\", \"Away\"")
    }

    @Test("Text from a command line becomes a value of the parameter's type")
    func parse() throws {
        func parse(_ name: String, _ text: String) throws -> ParameterValue { try kind.definition(of: name).parse(text) }
        #expect(try parse("city", " 42 ") == .text(" 42 "))
        #expect(try parse("days", "7") == .integer(7))
        #expect(try parse("scale", "1.5") == .number(1.5))
        #expect(try parse("scale", "2") == .number(2))
        for text in ["true", "Yes", "ON", "1"] { #expect(try parse("wind", text) == .boolean(true)) }
        for text in ["false", "no", "Off", "0"] { #expect(try parse("wind", text) == .boolean(false)) }
        #expect(throws: WidgetError(.invalidArgument, "days: \"7.5\" is not a whole number")) { try parse("days", "7.5") }
        #expect(throws: WidgetError(.invalidArgument, "wind: \"maybe\" is not true or false")) { try parse("wind", "maybe") }
        #expect(throws: WidgetError(.invalidArgument, "days: 11 is outside of its bounds: from 1 to 10")) { try parse("days", "11") }
        #expect(throws: WidgetError(.invalidArgument, "scale: nan is not a finite number")) { try parse("scale", "nan") }
    }
}
