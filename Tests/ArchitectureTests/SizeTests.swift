import Testing

/// How long lines and files are, how much state types have, and how much their initializers want.
///
/// Each table names what misses a rule, with a bound for it. Figures can only become better: lower a bound, or remove it, after you mend something.
@Suite struct SizeTests {
    static let columns = 160
    /// 500 lines are where a reader loses the way.
    static let linesPerFile = 500
    /// Files of one idea: fragments hide how a thing works as well as long files do.
    static let medianOfLines = 80...150
    /// A median of fewer files says nothing.
    static let filesForMedian = 10
    static let variablesPerType = 15
    static let parametersPerInitializer = 8

    /// Modules and their lines that are too long.
    static let longLines: [String: Int] = [
        "WidgetCommands": 6,
        "WidgetCommandsTests": 28,
        "WidgetCoreTests": 3,
        "WidgetDaemonTests": 5,
        "WidgetGatewayTests": 2,
        "WidgetProviders": 1,
        "WidgetStore": 10,
        "WidgetSurfacesTests": 3,
    ]

    /// Modules whose median file may be shorter. Providers are small programs, each with a file for its entry, its view and each of its intents.
    static let medians: [String: Double] = ["Providers": 60]

    /// Types with too many variables: plain values, such as a kind's description.
    static let variables: [String: Int] = [
        "Activity": 16,
        "GatewayLimits": 20,
        "Kind": 17,
        "ProviderManifest": 20,
        "ReloadConfiguration": 16,
        "StoredChanges": 16,
        "StoredState": 20,
    ]

    /// Types with initializers of too many parameters.
    static let parameters: [String: Int] = [
        "Activity": 16,
        "ActivityRequest": 10,
        "AxisValueLabel": 9,
        "BarItem": 13,
        "ControlKind": 13,
        "DaemonConfiguration": 13,
        "Decision": 9,
        "IntentReceipt": 13,
        "Kind": 17,
        "ParameterDefinition": 9,
        "ProviderManifest": 18,
        "ReloadConfiguration": 16,
        "ViewNode": 10,
        "WidgetCard": 9,
    ]

    @Test func noLineIsTooLong() throws {
        for folder in ["Sources", "Tests"] {
            for (module, files) in try SourceFiles.modules(in: folder) {
                var lines: [String] = []
                for file in files {
                    let text: [Substring] = file.text.split(separator: "\n", omittingEmptySubsequences: false)
                    for (index, line) in text.enumerated() where line.count > Self.columns { lines.append("\(file.path):\(index + 1)") }
                }
                let bound = Self.longLines[module, default: 0]
                #expect(
                    lines.count <= bound,
                    "\(module) may have \(bound) lines over \(Self.columns) columns and has \(lines.count): \(lines.joined(separator: " "))")
            }
        }
    }

    @Test func noFileIsTooLong() throws {
        for folder in ["Sources", "Tests"] {
            for (file, text) in try SourceFiles.swift(in: folder) {
                let lines = Self.lines(of: text)
                #expect(lines <= Self.linesPerFile, "\(file) has \(lines) lines")
            }
        }
    }

    @Test func filesOfAModuleHoldAnIdeaEach() throws {
        for (module, files) in try SourceFiles.modules(in: "Sources") where files.count >= Self.filesForMedian {
            let lines = files.map { Self.lines(of: $0.text) }.sorted()
            let median = Double(lines[(lines.count - 1) / 2] + lines[lines.count / 2]) / 2
            let least = min(Self.medians[module] ?? .infinity, Double(Self.medianOfLines.lowerBound))
            #expect(
                median >= least && median <= Double(Self.medianOfLines.upperBound),
                "a median file of \(module) has \(median) lines, it should have \(least) to \(Self.medianOfLines.upperBound)")
        }
    }

    @Test func noTypeHasTooMuchStateNorWantsTooMuch() throws {
        for (module, files) in try SourceFiles.modules(in: "Sources") {
            var types: [String: DeclaredType] = [:]
            for type in files.flatMap({ DeclaredType.all(in: SwiftCode($0.text)) }) { types[type.name, default: type].join(type) }
            for (name, type) in types {
                let (state, wants) = (
                    Self.variables[name] ?? Self.variablesPerType, Self.parameters[name] ?? Self.parametersPerInitializer
                )
                #expect(type.variables <= state, "\(module).\(name) has \(type.variables) stored variables, it may have \(state)")
                #expect(type.parameters <= wants, "an initializer of \(module).\(name) has \(type.parameters) parameters, it may have \(wants)")
            }
        }
    }

    /// The scan that the rule of state relies on, on code with what could confuse it.
    @Test func aScanFindsWhatATypeStores() {
        let code = SwiftCode(
            #"""
            struct A<T> {
                var a: Int, b: Dictionary<Int, Int>?
                private(set) var c = { (x: Int) in x }, d = 2
                static var none = 1
                var computed: Int { a + 1 }
                var seen = 0 { didSet { a = seen } }
                let text = "var e: Int \(["}"].map { "\($0)" })" // var f
                var told: Int { willSet { a = 1 } }
                /* var g: Int */
                init(_ a: Int, b: Dictionary<Int, Int>, c: (Int, Int), d: (Int) -> Int = { _ in 1 }) { var local = 1 }
                init() {}
                enum State { var x: Int { 1 } }
                final class Box { weak var box: Box?; let s = S.init(a: 1, b: 2, c: 3) }
            }
            """#)
        let types = DeclaredType.all(in: code)
        #expect(types.map(\.name) == ["A", "A.Box", "A.State"])
        #expect(types.map(\.variables) == [6, 1, 0])
        #expect(types.map(\.parameters) == [4, 0, 0])
    }

    private static func lines(of text: String) -> Int { text.utf8.count { $0 == UInt8(ascii: "\n") } }
}
