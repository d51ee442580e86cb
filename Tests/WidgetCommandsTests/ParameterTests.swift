import CommandRendering
import Testing
import WidgetAPI
import WidgetCore

@testable import WidgetCommands

@Suite("Parameters on the command line")
struct ParameterTests {
    private let kind = ProtoKind.with {
        $0.id = "k"
        $0.parameters = [
            .with { ($0.name, $0.type) = ("text", .text) }, .with { ($0.name, $0.type) = ("count", .integer) },
            .with { ($0.name, $0.type) = ("ratio", .number) }, .with { ($0.name, $0.type) = ("on", .boolean) },
        ]
    }

    /// Only options that a provider knows are asked for.
    private let nobody = WidgetClient(location: SocketLocation(explicit: "/nowhere", environment: { _ in nil }, uid: 0), patience: .zero)

    private func values(_ arguments: String...) throws -> [String: ProtoParameterValue] {
        try ParameterAssignment.values(arguments.compactMap(ParameterAssignment.init(argument:)), of: kind, asking: nobody)
    }

    @Test("Values get the type that the kind gives them; the last one counts")
    func types() throws {
        let values = try values("text=a=b", "count=-3", "ratio=0.5", "on=yes", "count=4")
        #expect(values["text"]?.text == "a=b")
        #expect(values["count"]?.integer == 4)
        #expect(values["ratio"]?.number == 0.5)
        #expect(values["on"]?.boolean == true)
    }

    @Test("An empty text is a value")
    func emptyText() throws {
        #expect(try values("text=")["text"]?.value == .text(""))
    }

    @Test("A value of the wrong type names its parameter", arguments: ["count=1.5", "count=9223372036854775808", "ratio=inf", "ratio=x", "on=maybe"])
    func wrong(argument: String) {
        #expect {
            try values(argument)
        } throws: { error in
            let error = error as? WidgetError
            return error?.code == .invalidArgument && error?.message.hasPrefix(argument.prefix { $0 != "=" } + ":") == true
        }
    }

    @Test("An unknown parameter is answered with those there are")
    func unknown() {
        #expect { try values("nope=1") } throws: { "\($0)".contains("text, count, ratio, on") }
    }

    @Test("Without a key or an equals sign it isn't an assignment", arguments: ["key", "=value", ""])
    func malformed(argument: String) {
        #expect(ParameterAssignment(argument: argument) == nil)
    }

    @Test("Families by either name", arguments: [("small", 1), ("systemSmall", 1), ("inline", 8), ("accessoryCorner", 9)])
    func families(name: String, raw: Int) {
        #expect(FamilyArgument(argument: name)?.proto.rawValue == raw)
    }

    @Test("Idempotency keys are 32 hexadecimal digits, each another")
    func keys() {
        var random = SystemRandomNumberGenerator()
        let keys = Set((0..<100).map { _ in IdempotencyKey.make(using: &random) })
        #expect(keys.count == 100)
        #expect(keys.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
    }
}

@Suite("Secrets among parameters")
struct SecretParameterTests {
    @Test(
        "What is a secret by its name is there in lists and not told",
        arguments: [
            ("token", true), ("github_token", true), ("apiKey", true), ("key", true), ("VAR_TOGGL_API_KEY", true), ("password", true), ("client-secret", true),
            ("keyboard", false), ("monkey", false), ("city", false), ("passenger", false), ("compass", false), ("pin", true), ("card_pin", true),
            ("spinner", false), ("authToken", true), ("auth", true), ("author", false),
            ("sessionCookie", true), ("bearer", true),
        ])
    func hidden(name: String, isSecret: Bool) {
        let text = Names.parameters([name: .with { $0.text = "4711" }])
        #expect(text == "\(name)=\(isSecret ? "•••" : "4711")")
    }
}
