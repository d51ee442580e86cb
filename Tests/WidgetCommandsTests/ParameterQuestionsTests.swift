import Foundation
import Glibc
import Testing
import WidgetAPI
import WidgetCore

@testable import CommandRendering
@testable import WidgetCommands

@Suite("Questions for parameters")
struct ParameterQuestionsTests {
    private let kind = ProtoKind.with {
        ($0.id, $0.families) = ("drink", [.systemSmall])
        $0.parameters = [
            .with {
                ($0.name, $0.type, $0.title, $0.description_p) = ("drink", .text, "Drink", "what to log")
                $0.options = ["tea", "coffee"].map { text in .with { $0.text = text } }
                $0.defaultValue.text = "tea"
            },
            .with { ($0.name, $0.type, $0.minimum, $0.maximum, $0.required) = ("cups", .integer, 1, 9, true) },
        ]
    }

    /// - Returns: what was answered, and what was asked.
    private func ask(_ answers: String, of other: ProtoKind? = nil) throws -> (Result<[String: ProtoParameterValue], any Error>, String) {
        let (input, errors) = (Pipe(), Pipe())
        try input.fileHandleForWriting.write(contentsOf: Data(answers.utf8))
        try input.fileHandleForWriting.close()
        var session = Session(socket: "/nowhere", timeout: nil, json: false)
        session.input = InputFile(descriptor: input.fileHandleForReading.fileDescriptor)
        session.errors = OutputFile(descriptor: errors.fileHandleForWriting.fileDescriptor)
        let result = Result { try ParameterQuestions(kind: other ?? kind, done: "placed", help: "widgetctl kinds").ask(in: session) }
        try errors.fileHandleForWriting.close()
        return (result, String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self))
    }

    @Test("Each parameter is asked for, with what it can be; nothing stands for the default, and what has none is asked for again")
    func answers() throws {
        let (result, asked) = try ask("\n\n3\n")
        #expect(try result.get() == ["cups": .with { $0.integer = 3 }])
        let cups = "cups (1 to 9): "
        #expect(asked == "Drink, what to log (tea coffee; Enter: tea): \(cups)it has no default; try again\n\(cups)")
    }

    @Test("An optional parameter without a default is never demanded, and a required one is")
    func optional() throws {
        let kind = ProtoKind.with {
            ($0.id, $0.families, $0.promptsForUserConfiguration) = ("drink", [.systemSmall], true)
            $0.parameters = [.with { ($0.name, $0.type) = ("note", .text) }]
        }
        let (result, asked) = try ask("\n", of: kind)
        #expect(try result.get().isEmpty && asked == "note (text; Enter: none): ", "\(asked)")
        let questions = ParameterQuestions(kind: kind, done: "placed", help: "widgetctl kinds")
        var session = Session(socket: "/nowhere", timeout: nil, json: false)
        session.input = InputFile(descriptor: Pipe().fileHandleForReading.fileDescriptor)
        #expect(try questions.values([], in: session).isEmpty)
        var demanding = self.kind
        demanding.promptsForUserConfiguration = true
        let error = #expect(throws: WidgetError.self) {
            try ParameterQuestions(kind: demanding, done: "placed", help: "widgetctl kinds").values([], in: session)
        }
        #expect(error?.message.hasPrefix("cups: isn't given and has no default") == true, "\(String(describing: error))")
    }

    @Test("The default of a secret isn't told")
    func secret() throws {
        let kind = ProtoKind.with {
            ($0.id, $0.families) = ("drink", [.systemSmall])
            $0.parameters = [
                .with { ($0.name, $0.type, $0.defaultValue.text) = ("api_key", .text, "hunter22") },
                .with { ($0.name, $0.type, $0.defaultValue.text) = ("cup", .text, "red") },
            ]
        }
        let detail = KindRendering.detail(kind, .plain, width: nil)
        #expect(detail.contains("•••") && detail.contains("red") && !detail.contains("hunter"), "\(detail)")
        let (_, asked) = try ask("\n\n", of: kind)
        #expect(asked == "api_key (text; Enter: •••): cup (text; Enter: red): ", "\(asked)")
        #expect(try JSONOutput.object(kind.parameters.hidingSecrets[0]).contains("hunter") == false)
    }

    @Test("What can't be is refused with the reason, and asked for again")
    func again() throws {
        let (result, asked) = try ask("milk\n\n12\nmany\n2\n")
        #expect(try result.get() == ["cups": .with { $0.integer = 2 }])
        for words in ["drink: \"milk\" is none of \"tea\", \"coffee\"; try again", "12 is outside of its bounds", "\"many\" is not a whole number"] {
            #expect(asked.contains(words), "\(asked)")
        }
    }

    @Test("The end of the input cancels")
    func end() throws {
        let (result, _) = try ask("coffee\n")
        let error = #expect(throws: WidgetError.self) { try result.get() }
        #expect(error?.code == .cancelled)
    }
}
