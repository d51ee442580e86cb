import ArgumentParser
import Testing

@testable import WidgetCommands

@Suite("Completion")
struct CompletionTests {
    private func values(_ line: String) throws -> [String] {
        let words = ShellWords(line)
        guard case .words(let candidates) = CommandLineCompletion.answer(RootCommand.self, words: words.words, current: words.current) else {
            return ["(no words)"]
        }
        return candidates.map(\.value)
    }

    @Test("Commands are offered with what they do, also behind options and help")
    func commands() throws {
        #expect(try values("widgetctl ").starts(with: ["show", "board", "render"]))
        #expect(try values("widgetctl --json --socket /x stack ") == ["show", "list", "add", "remove", "pin", "unpin", "invalidate"])
        #expect(try values("widgetctl help push key ") == ["list", "add", "remove"])
        #expect(try values("widgetctl nonsense ") == [])
        let answer = CommandLineCompletion.answer(RootCommand.self, words: ["widgetctl"], current: "")
        #expect(answer != .words([]) && "\(answer)".contains("Draw what a widget shows now."))
    }

    @Test("Options are offered once each, those that may be repeated again, and where nothing else can stand")
    func options() throws {
        #expect(try values("widgetctl place system --fam").contains("--family"))
        #expect(try !values("widgetctl place system --family small --").contains("--family"))
        #expect(try values("widgetctl configure w --reset a --").contains("--reset"))
        #expect(try values("widgetctl doctor ").contains("--json"))
        #expect(try values("widgetctl activity run -- make ") == [])
    }

    @Test("Fixed values are offered, in the form of an option with = too")
    func fixedValues() throws {
        #expect(try values("widgetctl bar ").contains("waybar"))
        #expect(try values("widgetctl control show x --place ").contains("menu-bar"))
        #expect(try values("widgetctl control show x --size=").contains("--size=small"))
        #expect(try values("widgetctl bar waybar --click ") == ["left", "middle", "right"])
        #expect(try values("widgetctl activity show x --surface ").contains("lock-screen"))
        #expect(try values("widgetctl control set x ") == ["on", "off"])
        #expect(try values("widgetctl place x --family ").contains("small"))
    }

    @Test("Where a file stands the shell offers its own; the program of animations is asked for its")
    func files() {
        func answer(_ words: String...) -> CommandLineCompletion.Answer {
            CommandLineCompletion.answer(RootCommand.self, words: words.dropLast(), current: words.last ?? "")
        }
        #expect(answer("widgetctl", "import", "") == .files)
        #expect(answer("widgetctl", "provider", "check", "/etc/x") == .files)
        #expect(answer("widgetctl", "--socket", "") == .files)
        #expect(answer("widgetctl", "motion", "plot", "") == .program(.motion))
        #expect(answer("widgetctl", "render", "") == .program(.render))
    }

    @Test(
        "A line of bash is taken apart as bash does",
        arguments: [
            (#"widgetctl tap My\ drinks "#, ["widgetctl", "tap", "My drinks"], ""), (#"widgetctl tap 'My drinks' l"#, ["widgetctl", "tap", "My drinks"], "l"),
            (#"w "a\"b\c" 'd"#, ["w", #"a"b\c"#], "d"), ("w  a=b", ["w"], "a=b"), (#"w '' x"#, ["w", ""], "x"), (#"w a"b c"d"#, ["w"], "ab cd"),
        ])
    func words(line: String, words: [String], current: String) {
        let parsed = ShellWords(line)
        #expect(parsed.words == words && parsed.current == current)
    }

    @Test("What bash puts into the line means nothing to it, and begins where bash thinks that the word begins")
    func replacements() {
        #expect(ShellWords("w $").replacement("$(rm -rf x)`y`;'", breaks: "=:") == #"\$\(rm\ -rf\ x\)\`y\`\;\'"#)
        #expect(ShellWords("w size=l").replacement("size=large", breaks: "=:") == "large")
        #expect(ShellWords("w size=l").replacement("size=large", breaks: " ") == "size=large")
        #expect(ShellWords("w 'My dr").replacement("My drinks", breaks: "=:") == "My drinks")
        #expect(ShellWords("w '").replacement("it's $(rm x)", breaks: "=:") == #"it'\''s $(rm x)"#, "nothing means anything within single quotes but their end")
        #expect(ShellWords("w \"").replacement(#"$(rm x)`y`"\!"#, breaks: "=:") == #"\$(rm x)\`y\`\"\\"\!""#)
        #expect(ShellWords("w \"a\"b").replacement("$(rm x)", breaks: "=:") == #"\$\(rm\ x\)"#)
    }

    @Test("A name that several have isn't offered; then the kind is, and where there are several of that the beginning of the id")
    func shortestNames() {
        let shortestNames = ShortestNames([
            ("01979a3c-0000-7000-8000-000000000001", ["same", "system"]), ("01979a3c-0000-7000-8000-000000000002", ["same", "agenda"]),
            ("01979a3d-0000-7000-8000-000000000003", ["", "system"]), ("01979a3e-0000-7000-8000-000000000004", ["own", "system"]),
        ])
        #expect(shortestNames["01979a3c-0000-7000-8000-000000000002"] == "agenda")
        #expect(shortestNames["01979a3e-0000-7000-8000-000000000004"] == "own")
        #expect(shortestNames["01979a3d-0000-7000-8000-000000000003"].hasPrefix("01979a3d"))
        #expect(shortestNames["01979a3c-0000-7000-8000-000000000001"].hasPrefix("01979a3c"))
    }

    @Test("Each shell has its script", arguments: ["bash", "zsh", "fish"])
    func scripts(shell: String) {
        #expect(CompletionScript.of(shell)?.contains("---candidates \(shell)") == true)
        #expect(CompletionScript.of("tcsh") == nil)
    }
}

@Suite("Options that may stand anywhere, and commands that aren't there")
struct GlobalOptionsTests {
    @Test(
        "Options that every command has may stand before it",
        arguments: [
            ("--json activity list", "activity list --json"), ("--socket /x activity --json list --all", "activity list --socket /x --json --all"),
            ("--timeout=5 widgets", "widgets --timeout=5"), ("activity --json", "activity --json"), ("show x --json", "show x --json"),
            ("--json activity run -- ls --json", "activity run --json -- ls --json"), ("help push key", "push key --help"), ("help", "--help"), ("--json", ""),
            ("--version", "--version"), ("--json --help", "--help"), ("shw x", "shw x"),
        ])
    func arranged(line: String, expected: String) {
        let arguments = GlobalOptions.arranged(line.split(separator: " ").map(String.init), root: RootCommand.self)
        #expect(arguments.joined(separator: " ") == expected)
    }

    private func message(_ arguments: String...) -> String? {
        do {
            _ = try RootCommand.parseAsRoot(arguments)
            return nil
        } catch {
            return GlobalOptions.unknownCommand(arguments, root: RootCommand.self, message: RootCommand.fullMessage(for: error))
        }
    }

    @Test("A command that isn't there is answered with the nearest one; another mistake isn't taken for one")
    func suggestions() {
        #expect(message("shw") == "there is no command `widgetctl shw`; did you mean show?")
        #expect(message("activity", "strat")?.hasSuffix("did you mean start?") == true)
        #expect(message("activity", "bla") == "there is no command `widgetctl activity bla`; `widgetctl activity --help` lists those that there are")
        #expect(message("surface", "bla") == "there is no command `widgetctl surface bla`; there are list, show, set, forget")
        #expect(message("stack", "bla") == nil, "it may be a stack")
        #expect(message("place") == nil && message("show", "a", "b") == nil && message("activity", "--bla") == nil)
    }
}
