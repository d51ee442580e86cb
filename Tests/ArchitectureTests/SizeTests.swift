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
    /// A larger module takes more than a minute to be built with optimization.
    static let linesPerModule = 15_000
    static let variablesPerType = 15
    static let parametersPerInitializer = 8

    /// Files and their lines that are too long.
    static let longLines: [String: Int] = [
        "Sources/CommandRendering/Rendering/ActivityRendering.swift": 1,
        "Sources/CommandRendering/Rendering/PushRendering.swift": 1,
        "Sources/CommandRendering/Rendering/SyncRendering.swift": 1,
        "Sources/WidgetCommands/Making/ProviderSkeleton.swift": 1,
        "Sources/WidgetCommands/Making/SkeletonText.swift": 2,
        "Sources/WidgetProviders/Xbar/XbarEmoji.swift": 1,
        "Sources/WidgetStore/Schema/Schema.swift": 6,
        "Sources/WidgetStore/Store/WidgetStore+Opening.swift": 1,
        "Sources/WidgetStore/Store/WidgetStore+Reading.swift": 1,
        "Sources/WidgetStore/Transaction/StoreTransaction+Decisions.swift": 1,
        "Sources/WidgetStore/Transaction/StoreTransaction+Push.swift": 1,
        "Tests/WidgetCommandsTests/Bar/BarModelTests.swift": 1,
        "Tests/WidgetCommandsTests/BoardGoldenTests.swift": 2,
        "Tests/WidgetCommandsTests/JSONTests.swift": 1,
        "Tests/WidgetCommandsTests/Pictures/PNGSamples.swift": 24,
        "Tests/WidgetCoreTests/Activity/ActivityPushTests.swift": 1,
        "Tests/WidgetCoreTests/Archive/ChartValidationTests.swift": 1,
        "Tests/WidgetCoreTests/Archive/ScriptFormTests.swift": 1,
        "Tests/WidgetDaemonTests/ActivityPushTests.swift": 2,
        "Tests/WidgetDaemonTests/DeliveryDaemon.swift": 1,
        "Tests/WidgetDaemonTests/ExchangeRoundTripTests.swift": 1,
        "Tests/WidgetDaemonTests/RemoteActivityTapTests.swift": 1,
        "Tests/WidgetGatewayTests/WebPush/WebPushEncryptionTests.swift": 1,
        "Tests/WidgetGatewayTests/WebPush/WebPushListenerTests.swift": 1,
        "Tests/WidgetSurfacesTests/Bar/BarFormatTests.swift": 1,
        "Tests/WidgetSurfacesTests/HyperlinkTests.swift": 1,
        "Tests/WidgetSurfacesTests/SafeTextTests.swift": 1,
    ]

    /// Modules whose median file may be shorter. Providers are small programs, each with a file for its entry, its view and each of its intents.
    static let medians: [String: Double] = ["Providers": 60]

    /// Types with too many variables: plain values, such as a kind's description.
    static let variables: [String: Int] = [
        "Activity": 16,
        "GatewayLimits": 20,
        "Kind": 18,
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
        "Kind": 18,
        "ParameterDefinition": 9,
        "ProviderManifest": 18,
        "ReloadConfiguration": 16,
        "ViewNode": 10,
        "WidgetCard": 9,
    ]

    @Test func noLineIsTooLong() throws {
        for folder in ["Sources", "Tests"] {
            for (path, text) in try SourceFiles.swift(in: folder) {
                let rows: [Substring] = text.split(separator: "\n", omittingEmptySubsequences: false)
                let long = rows.indices.filter { rows[$0].count > Self.columns }.map { "\($0 + 1)" }
                let bound = Self.longLines[path, default: 0]
                #expect(
                    long.count <= bound,
                    "\(path) may have \(bound) lines over \(Self.columns) columns and has \(long.count): lines \(long.joined(separator: ", "))")
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

    @Test func noModuleIsTooLarge() throws {
        for folder in ["Sources", "Tests"] {
            let modules = Dictionary(grouping: try SourceFiles.all(in: folder)) { $0.path.split(separator: "/")[1] }
            for (module, files) in modules {
                let lines = files.reduce(0) { $0 + Self.lines(of: $1.text) }
                #expect(lines <= Self.linesPerModule, "\(module) has \(lines) lines with its generated code; divide it")
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
