/// A message from the compiler. At most one of the properties is set.
struct MacroRequest: Decodable {
    struct Capability: Decodable {}

    struct Macro: Decodable {
        var name: String
    }

    struct Syntax: Decodable {
        struct Location: Decodable {
            var fileID: String
            var fileName: String
            var line: Int
            var offset: Int
        }

        var source: String
        var location: Location
    }

    /// `#name`.
    struct Freestanding: Decodable {
        var macro: Macro
        /// A name that is unique to this use.
        var discriminator: String
        var syntax: Syntax
    }

    /// `@name`, once for each role that the macro has.
    struct Attached: Decodable {
        var macro: Macro
        var macroRole: String
        var attributeSyntax: Syntax
        var declSyntax: Syntax
        /// The declarations around it, the innermost first.
        var lexicalContext: [Syntax]?
    }

    var getCapability: Capability?
    var expandFreestandingMacro: Freestanding?
    var expandAttachedMacro: Attached?
}

/// An answer to the compiler. One of the properties is set.
struct MacroAnswer: Encodable {
    struct Capability: Encodable {
        struct Plugin: Encodable {
            /// The version of Swift 6.3. A compiler that knows less leaves out what it doesn't know.
            var protocolVersion = 7
        }

        var capability = Plugin()
    }

    struct Expansion: Encodable {
        /// Nil where it can't be expanded.
        var expandedSource: String?
        var diagnostics: [Diagnostic] = []
    }

    struct Diagnostic: Encodable {
        struct Position: Encodable {
            var fileName: String
            /// UTF-8 bytes from the file's start.
            var offset: Int
        }

        var message: String
        var severity = "error"
        var position: Position
        var highlights: [String] = []
        var notes: [String] = []
        var fixIts: [String] = []
    }

    var getCapabilityResult: Capability?
    var expandMacroResult: Expansion?

    init(to request: MacroRequest) {
        if request.getCapability != nil {
            getCapabilityResult = Capability()
        } else if let use = request.expandFreestandingMacro {
            expandMacroResult = Self.expansion(at: use.syntax) { try PreviewMacro.expansion(of: use) }
        } else if let use = request.expandAttachedMacro {
            expandMacroResult = Self.expansion(at: use.attributeSyntax) { try EntryMacro.expansion(of: use) }
        } else {
            expandMacroResult = Expansion()
        }
    }

    private static func expansion(at syntax: MacroRequest.Syntax, _ source: () throws -> String) -> Expansion {
        do {
            return Expansion(expandedSource: try source())
        } catch {
            let position = Diagnostic.Position(fileName: syntax.location.fileName, offset: syntax.location.offset)
            return Expansion(diagnostics: [Diagnostic(message: "\(error)", position: position)])
        }
    }
}

/// The reason why a macro can't be expanded here.
struct MacroFault: Error, CustomStringConvertible {
    var description: String
}
