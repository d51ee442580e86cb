import Testing

/// `widgetctl` starts in a millisecond because neither Foundation nor NIO is in it.
@Suite struct ClientImportsTests {
    /// Other packages' modules that it is made of. swift-crypto's is the one that brings FoundationEssentials along, and a static link leaves that out.
    /// SwiftProtobuf's visitors name `Data`, of which FoundationEssentials links no more than that type.
    static let others: Set = ["ArgumentParser", "Crypto", "DequeModule", "FoundationEssentials", "HeapModule", "SwiftProtobuf"]
    /// The system's and the language's own.
    static let systems: Set = ["Glibc", "Synchronization", "Dispatch"]

    @Test func widgetctlLinksNeitherFoundationNorNIO() throws {
        let ours = Set(try ImportDirectionTests.allowed().keys)
        var waiting = ["widgetctl"]
        var reached: Set = ["widgetctl"]
        while let module = waiting.popLast() {
            for (file, text) in try SourceFiles.swift(in: "Sources/\(module)") {
                for name in SourceFiles.imports(of: text) where !ours.contains(name) {
                    #expect(Self.others.union(Self.systems).contains(name), "\(file) imports \(name), and widgetctl links \(module)")
                }
                for name in SourceFiles.imports(of: text).intersection(ours) where reached.insert(name).inserted { waiting.append(name) }
            }
        }
        #expect(reached.isSuperset(of: ["WidgetCommands", "WidgetAPI", "WidgetCore", "TTRPCWire"]), "only \(reached.sorted()) were read")
    }
}
