import Testing

/// Handlers decode, call and encode: what happens is decided behind them, where it can be tested without a connection.
@Suite struct HandlersTests {
    static let folder = "Sources/WidgetDaemon/Handlers"
    /// The wire, its messages, the model and the daemon's base. Not the store, the providers, the devices or the system.
    static let imports: Set = ["DaemonCore", "NIOCore", "Synchronization", "SwiftProtobuf", "TTRPC", "TTRPCWire", "WidgetAPI", "WidgetCore"]
    /// Lines of a method, from the one that names it to the one that closes it: a request's and an answer's fields and one call.
    static let linesPerMethod = 18
    static let linesPerFunction = 30

    @Test func handlersImportTheWireAndTheModelAlone() throws {
        let files = try SourceFiles.swift(in: Self.folder)
        #expect(files.count > 5, "there are no handlers in \(Self.folder)")
        for (file, text) in files {
            let more = SourceFiles.imports(of: text).subtracting(Self.imports)
            #expect(more.isEmpty, "\(file) imports \(more.sorted())")
        }
    }

    @Test func handlersDoNotReachForTheStore() throws {
        for (file, text) in try SourceFiles.swift(in: Self.folder) {
            let code = SwiftCode(text)
            for word in ["store.", "store)", "WidgetStore", "StoreTransaction"] {
                #expect(code.places(behind: word).isEmpty, "\(file) says '\(word)': a handler asks a service, which has the store")
            }
        }
    }

    @Test func methodsAreShortAndWithoutLoops() throws {
        var count = 0
        for (file, text) in try SourceFiles.swift(in: Self.folder) where file.hasSuffix("Handlers.swift") {
            let code = SwiftCode(text)
            for start in code.places(behind: "Method.unary") + code.places(behind: "Method.read") {
                let body = String(decoding: code.bytes[start..<Self.endOfCall(code, start)], as: UTF8.self)
                let line = code.bytes[..<start].count { $0 == UInt8(ascii: "\n") } + 1
                let length = body.split(separator: "\n", omittingEmptySubsequences: false).count
                #expect(length <= Self.linesPerMethod, "the method at \(file):\(line) has \(length) lines, the bound is \(Self.linesPerMethod)")
                for word in ["for", "while", "repeat"] {
                    // `for:` is an argument's label.
                    #expect(!body.split(separator: " ").contains { $0 == word }, "the method at \(file):\(line) has a loop, '\(word)'")
                }
                count += 1
            }
        }
        #expect(count > 40, "found \(count) methods only")
    }

    @Test func functionsOfHandlersAreShort() throws {
        for (file, text) in try SourceFiles.swift(in: Self.folder) {
            let code = SwiftCode(text)
            for start in code.places(behind: "func ") {
                guard let open = code.bytes[start...].firstIndex(of: UInt8(ascii: "{")) else { continue }
                let body = code.bytes[open..<code.end(of: open)]
                // A table of methods is as long as it has methods.
                guard String(decoding: body, as: UTF8.self).contains("Method.") == false else { continue }
                let line = code.bytes[..<start].count { $0 == UInt8(ascii: "\n") } + 1
                let length = body.count { $0 == UInt8(ascii: "\n") } + 1
                #expect(length <= Self.linesPerFunction, "the function at \(file):\(line) has \(length) lines, the bound is \(Self.linesPerFunction)")
            }
        }
    }

    /// The place behind a call's arguments and the closure that follows them.
    private static func endOfCall(_ code: SwiftCode, _ start: Int) -> Int {
        let arguments = code.end(of: start)
        guard let next = code.bytes[arguments...].firstIndex(where: { $0 != UInt8(ascii: " ") }), code.bytes[next] == UInt8(ascii: "{") else {
            return arguments
        }
        return code.end(of: next)
    }
}
