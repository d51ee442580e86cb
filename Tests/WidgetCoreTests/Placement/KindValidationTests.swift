import Testing
import WidgetCore

@Suite("Kinds that can't be")
struct KindValidationTests {
    private let sound = Kind(
        id: "weather", displayName: "Weather", families: [.systemSmall, .accessoryInline],
        parameters: [
            ParameterDefinition(name: "city", type: .text, isRequired: true, defaultValue: .text("Bern")),
            ParameterDefinition(name: "days", type: .integer, defaultValue: .integer(3), minimum: 1, maximum: 10),
        ],
        aliases: ["forecast"])

    private func message(_ change: (inout Kind) -> Void) -> String? {
        var kind = sound
        change(&kind)
        do throws(WidgetError) {
            _ = try kind.validated()
            return nil
        } catch {
            #expect(error.code == .invalidArgument)
            return error.message
        }
    }

    @Test("A sound kind is as it was; without a display name it has its id")
    func valid() throws {
        #expect(try sound.validated() == sound)
        var nameless = sound
        nameless.displayName = ""
        #expect(try nameless.validated().displayName == "weather")
    }

    @Test("The id has its form", arguments: ["", "Wetterbericht!", "-Weather", ".hidden", "wetter für uns", "a/b", String(repeating: "a", count: 65)])
    func id(_ id: String) {
        #expect(message { $0.id = id }?.hasPrefix("id: ") == true)
    }

    @Test("The longest id is fine, and so are capital letters", arguments: [String(repeating: "a", count: 64), "LocationForecast", "X", "9.Forecast_a-B"])
    func longestID(_ id: String) {
        #expect(message { $0.id = id } == nil)
        #expect(message { $0.aliases = [id] } == nil)
    }

    @Test("There are families, and none twice")
    func families() {
        #expect(message { $0.families = [] } == "families: there is none; name at least one, such as systemSmall")
        #expect(message { $0.families = [.systemSmall, .systemSmall] } == "families: systemSmall is there twice")
    }

    @Test("Aliases have the id's form, aren't the id and none is there twice")
    func aliases() {
        #expect(message { $0.aliases = ["-old"] }?.hasPrefix("aliases: \"-old\" is not") == true)
        #expect(message { $0.aliases = ["weather"] } == "aliases: \"weather\" is the kind's own id; remove it")
        #expect(message { $0.aliases = ["old", "old"] } == "aliases: \"old\" is there twice")
        #expect(message { $0.aliases = (0..<17).map { "old\($0)" } } == "aliases: 17 is more than the limit of 16")
    }

    @Test("Parameters have their form, and no name is there twice")
    func parameters() {
        #expect(message { $0.parameters[0].name = "City" }?.hasPrefix("parameters[0].name: \"City\" is not") == true)
        #expect(message { $0.parameters[1].name = "city" } == "parameters: city is there twice")
        #expect(message { $0.parameters = (0..<17).map { ParameterDefinition(name: "p\($0)", type: .text) } } == "parameters: 17 is more than the limit of 16")
    }

    @Test("A required parameter has a default, or is asked for")
    func required() {
        #expect(
            message { $0.parameters[0].defaultValue = nil }
                == "parameters[0] city.default: a required parameter needs one; add it, make the parameter optional, "
                + "or have the kind prompt (prompts_for_user_configuration)"
        )
        let prompted = message {
            $0.parameters[0].defaultValue = nil
            $0.promptsForUserConfiguration = true
        }
        #expect(prompted == nil)
    }

    @Test("Defaults and options are of the type and within the bounds")
    func defaults() {
        #expect(message { $0.parameters[1].defaultValue = .text("3") } == "parameters[1] days.default: \"3\" is not a whole number")
        #expect(message { $0.parameters[1].defaultValue = .integer(11) } == "parameters[1] days.default: 11 is outside of its bounds: from 1 to 10")
        #expect(message { $0.parameters[1].options = [.integer(0)] } == "parameters[1] days.options[0]: 0 is outside of its bounds: from 1 to 10")
        #expect(message { $0.parameters[1].options = [.integer(1), .integer(1)] } == "parameters[1] days.options[1]: 1 is there twice")
        #expect(message { $0.parameters[1].options = [.integer(1), .integer(2)] } == "parameters[1] days.default: 3 is none of 1, 2")
    }

    @Test("Bounds are finite, in order, and only where there is something to bound")
    func bounds() {
        #expect(message { $0.parameters[1].minimum = .nan } == "parameters[1] days.minimum: nan is not a finite number")
        #expect(message { $0.parameters[1].minimum = 20 } == "parameters[1] days.minimum: 20 is more than the maximum, 10")
        #expect(message { $0.parameters[0].maximum = 5 } == "parameters[0] city.maximum: only an integer or a number has bounds; remove it")
    }

    @Test("Recommendations are made of the kind's own parameters")
    func recommendations() {
        #expect(
            message { $0.recommendations = [Kind.Recommendation(description: "Home", parameters: ["town": .text("Bern")])] }
                == "recommendations[0].parameters.town: unknown parameter; the kind weather has city, days")
    }

    @Test("Texts have their limits")
    func texts() {
        #expect(message { $0.displayName = String(repeating: "x", count: 129) } == "displayName: 129 bytes is more than the limit of 128; shorten it")
        #expect(message { $0.description = String(repeating: "x", count: 1_025) }?.hasPrefix("description: 1025 bytes") == true)
    }
}
