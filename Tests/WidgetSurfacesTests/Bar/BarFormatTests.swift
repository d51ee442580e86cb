import Foundation
import Testing
import WidgetCore

@testable import WidgetSurfaces

/// The output for each bar, to the letter.
@Suite("The formats of status bars") struct BarFormatTests {
    static let backup = BarItem(
        kind: .activity, id: "01979a3c", text: "⚙ 60 %", shortText: "60 %", details: ["⚙ Backup 60 %", "▰▰▰▱▱", "12 GB left"], fraction: 0.6, state: "active",
        type: "task", choices: [.init(title: "dismiss", intent: .dismiss(activity: "01979a3c"))],
        clicks: [.left: .select, .middle: .dismiss(activity: "01979a3c"), .right: .select])
    static let coffee = BarItem(
        kind: .widget, id: "02", text: "Caffeine 63 mg", shortText: "Caffeine", details: ["coffee", "Caffeine 63 mg"], color: .named(.green),
        state: "current", type: "caffeine", choices: [.init(title: "+ Espresso", intent: .perform(widget: "02", action: "log"))],
        clicks: [.left: .perform(widget: "02", action: "log"), .middle: .reload(widget: "02")])
    static let lamp = BarItem(
        kind: .control, id: "03", text: "● Lamp on", shortText: "●", details: ["Lamp", "on"], color: .named(.yellow), state: "on", type: "lamp",
        choices: [.init(title: "switch", intent: .press(control: "03")), .init(title: "reload", intent: .reloadControl("03"))],
        clicks: [.left: .press(control: "03"), .middle: .reloadControl("03"), .right: .select])
    static let content = BarContent([backup, coffee], hidden: 2, options: ["--socket", "/run/a:b c"])

    private func text(_ format: BarFormat, _ content: BarContent = Self.content, once: Bool = false) -> String { format.text(content, once: once) }

    @Test("waybar: an object with Pango's markup, a tooltip, classes and the first one's percentage")
    func waybar() {
        #expect(
            text(.waybar) == """
                {"text":"⚙ 60 %  <span foreground=\\"#34c759\\">Caffeine 63 mg</span>  +2","alt":"active",\
                "tooltip":"<b>⚙ Backup 60 %</b>\\n▰▰▰▱▱\\n12 GB left\\n\\n<b>coffee</b>\\nCaffeine 63 mg\\nleft: + Espresso",\
                "class":["activity","active","task","widget","current","caffeine"],"percentage":60}

                """)
        #expect(text(.waybar, BarContent([])) == "{\"text\":\"\",\"alt\":\"\",\"tooltip\":\"\",\"class\":[]}\n")
    }

    @Test("plain: a line without markup, in which nothing begins a tag of genmon's or a style of tmux's")
    func plain() {
        #expect(text(.plain) == "⚙ 60 %  Caffeine 63 mg  +2\n")
        #expect(text(.plain, BarContent([])) == "\n")
        var item = Self.backup
        item.text = "a<click>rm</click> #[fg=red]b #(date) #{pid} C# #1"
        #expect(text(.plain, BarContent([item])) == "a‹click›rm‹/click› # [fg=red]b # (date) # {pid} C# #1\n")
    }

    @Test("waybar and plain say in words what is stale or away, however long it is, and nothing of what is as it should be", arguments: ["stale", "away"])
    func marked(state: String) {
        var item = Self.coffee
        item.state = state
        let content = BarContent([Self.backup, item])
        #expect(text(.plain, content) == "⚙ 60 %  Caffeine 63 mg (\(state))\n")
        #expect(text(.waybar, content).hasPrefix("{\"text\":\"⚙ 60 %  <span foreground=\\\"#34c759\\\">Caffeine 63 mg (\(state))</span>\""))
        item.text = String(repeating: "x", count: 500)
        #expect(text(.plain, BarContent([item])).hasSuffix("(\(state))\n"))
    }

    @Test("i3bar: an endless array of blocks that say which item they are")
    func i3bar() {
        #expect(BarFormat.i3bar.preamble == "{\"version\":1,\"click_events\":true}\n[\n")
        #expect(
            text(.i3bar) == """
                [{"name":"activity","instance":"01979a3c","full_text":"⚙ 60 %","short_text":"60 %","separator_block_width":17,"markup":"none"},\
                {"name":"widget","instance":"02","full_text":"Caffeine 63 mg","short_text":"Caffeine","color":"#34c759","separator_block_width":17,"markup":"none"},\
                {"name":"more","instance":"","full_text":"+2","separator_block_width":17,"markup":"none"}],

                """)
        #expect(text(.i3bar, BarContent([])) == "[],\n")
    }

    @Test("i3bar: one that is selected is followed by a block for each of its choices, one that alerts is urgent")
    func i3barSelected() {
        var item = Self.backup
        (item.isSelected, item.isUrgent) = (true, true)
        #expect(
            text(.i3bar, BarContent([item])) == """
                [{"name":"activity","instance":"01979a3c","full_text":"⚙ 60 %","short_text":"60 %","urgent":true,"separator_block_width":17,"markup":"none"},\
                {"name":"activity","instance":"01979a3c/0","full_text":"[dismiss]","separator_block_width":17,"markup":"none"}],

                """)
    }

    @Test("polybar: a line whose items have their colours and clicks")
    func polybar() {
        #expect(
            text(.polybar) == """
                %{A2:widgetctl activity dismiss 01979a3c --socket '/run/a\\:b c':}⚙ 60 %%{A}  \
                %{A2:widgetctl reload 02 --socket '/run/a\\:b c':}%{A1:widgetctl tap 02 log --socket '/run/a\\:b c':}%{F#34c759}Caffeine 63 mg%{F-}%{A}%{A}  +2

                """)
        #expect(text(.polybar, BarContent([])) == "\n")
    }

    @Test("i3blocks: an object a line where the block persists, three lines where it is run anew")
    func i3blocks() {
        #expect(
            text(.i3blocks)
                == "{\"full_text\":\"⚙ 60 %  Caffeine 63 mg  +2\",\"short_text\":\"60 %  Caffeine  +2\",\"color\":\"#34c759\",\"urgent\":false}\n")
        #expect(text(.i3blocks, once: true) == "⚙ 60 %  Caffeine 63 mg  +2\n60 %  Caffeine  +2\n#34c759\n")
    }

    @Test("xbar: the bar's line, and a menu whose lines carry their commands")
    func xbar() {
        let plain = "emojize=false symbolize=false ansi=false"
        let socket = "terminal=false refresh=true"
        #expect(
            text(.xbar) == """
                ⚙ 60 %  Caffeine 63 mg  +2 | \(plain)
                ---
                ⚙ Backup 60 % | \(plain)
                ▰▰▰▱▱ | \(plain)
                12 GB left | \(plain)
                dismiss | \(plain) bash="widgetctl" param1="activity" param2="dismiss" param3="01979a3c" param4="--socket" param5="/run/a:b c" \(socket)
                ---
                coffee | \(plain) color=#34c759
                Caffeine 63 mg | \(plain)
                + Espresso | \(plain) bash="widgetctl" param1="tap" param2="02" param3="log" param4="--socket" param5="/run/a:b c" \(socket)

                """)
        #expect(text(.xbar, BarContent([])) == "· | \(plain)\n")
    }

    @Test("A control in each format: a click presses it")
    func control() {
        let content = BarContent([Self.lamp])
        #expect(
            text(.waybar, content) == """
                {"text":"<span foreground=\\"#ffcc00\\">● Lamp on</span>","alt":"on","tooltip":"<b>Lamp</b>\\non","class":["control","on","lamp"]}

                """)
        #expect(
            text(.i3bar, content) == """
                [{"name":"control","instance":"03","full_text":"● Lamp on","short_text":"●","color":"#ffcc00","separator_block_width":17,"markup":"none"}],

                """)
        #expect(
            text(.polybar, content) == """
                %{A2:widgetctl control reload 03:}%{A1:widgetctl control press 03:}%{F#ffcc00}● Lamp on%{F-}%{A}%{A}

                """)
        #expect(text(.i3blocks, content) == "{\"full_text\":\"● Lamp on\",\"short_text\":\"●\",\"color\":\"#ffcc00\",\"urgent\":false}\n")
        let plain = "emojize=false symbolize=false ansi=false"
        let done = "terminal=false refresh=true"
        #expect(
            text(.xbar, content) == """
                ● Lamp on | \(plain) color=#ffcc00
                ---
                Lamp | \(plain) color=#ffcc00
                on | \(plain)
                switch | \(plain) bash="widgetctl" param1="control" param2="press" param3="03" \(done)
                reload | \(plain) bash="widgetctl" param1="control" param2="reload" param3="03" \(done)

                """)
    }

    // MARK: Hostile text

    /// Text that would be something else in one of the formats, or in a terminal.
    static let hostile = [
        "<span size='99999'>&amp;</span>", "%{A1:rm -rf ~:}x%{A}", "%%{F#f00}", "| bash=/bin/rm param1=-rf", "---", "--\nx", "\",\"full_text\":\"",
        "\\\"\\u0000",
        "\u{1B}]0;x\u{7}\u{9B}31m\u{0}\r\n\t", "\u{202E}gpj\u{2066}", "e" + String(repeating: "\u{301}", count: 400), String(repeating: "long ", count: 9_000),
        "',\"};%{", "\u{2028}\u{2029}\u{85}\u{FEFF}",
    ]

    private static func evil(_ text: String) -> BarContent {
        BarContent([
            BarItem(
                kind: .widget, id: text, text: text, shortText: text, details: [text, text], fraction: .infinity, state: "current", type: text, isUrgent: true,
                isSelected: true, choices: [.init(title: text, intent: .perform(widget: "w", action: text))],
                clicks: [.left: .perform(widget: "w", action: text), .middle: .reload(widget: text)])
        ])
    }

    @Test("A provider's text brings no control character into a bar, and isn't longer than a bar", arguments: hostile, BarFormat.allCases)
    func noControls(text: String, format: BarFormat) {
        for once in [false, true] {
            let output = format.text(Self.evil(text), once: once)
            // Of JSON's own escapes only those for quotation marks and for the line ends of a tooltip are left.
            let controls = output.unicodeScalars.filter {
                $0 != "\n" && ($0.properties.generalCategory == .control || $0.value == 0x202E || $0.value == 0x2066)
            }
            #expect(controls.isEmpty, "\(output.debugDescription)")
            #expect(output.count < 3_000)
        }
    }

    @Test("JSON stays one object with the text as it is", arguments: hostile)
    func json(text: String) throws {
        for format in [BarFormat.waybar, .i3blocks] {
            let output = format.text(Self.evil(text))
            #expect(output.count { $0 == "\n" } == 1)
            #expect(try JSONSerialization.jsonObject(with: Data(output.utf8)) is [String: Any])
        }
        let output = BarFormat.i3bar.text(Self.evil(text))
        #expect(output.hasSuffix("],\n") && output.count { $0 == "\n" } == 1)
        let blocks = try #require(try JSONSerialization.jsonObject(with: Data(output.dropLast(2).utf8)) as? [[String: Any]])
        #expect(blocks.count == 2)
        #expect(blocks.allSatisfy { $0["markup"] as? String == "none" })
    }

    @Test("i3blocks, which knows no escapes, is given none", arguments: hostile)
    func i3blocksEscapes(text: String) throws {
        let output = BarFormat.i3blocks.text(Self.evil(text))
        #expect(!output.contains("\\"))
        let object = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
        #expect(object?.keys.sorted() == ["color", "full_text", "short_text", "urgent"])
    }

    @Test("waybar is given markup of ours alone", arguments: hostile)
    func pango(text: String) throws {
        let object = try JSONSerialization.jsonObject(with: Data(BarFormat.waybar.text(Self.evil(text)).utf8)) as? [String: Any]
        for key in ["text", "tooltip"] {
            let markup = try #require(object?[key] as? String)
            #expect(!markup.replacing("<b>", with: "").replacing("</b>", with: "").contains { $0 == "<" || $0 == ">" }, "\(markup)")
        }
        // The first text's ampersand and brackets are there to be read.
        if text == Self.hostile[0] { #expect((object?["text"] as? String)?.contains("&lt;span size=&#39;99999&#39;&gt;&amp;amp;") == true) }
    }

    @Test("polybar reads no tag and no command in a provider's text", arguments: hostile)
    func polybarTags(text: String) {
        let output = BarFormat.polybar.text(Self.evil(text))
        #expect(output.count { $0 == "\n" } == 1)
        for tag in output.replacing("%{O0}", with: " ").matches(of: /%\{([^}]*)\}/) { Issue.record("the tag \(tag.output.1) in \(output)") }
    }

    @Test("xbar's lines have our parameters alone, and only ours begin with hyphens", arguments: hostile)
    func xbarParameters(text: String) {
        let lines = BarFormat.xbar.text(Self.evil(text)).split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("-") } == ["---"])
        for line in lines where line != "---" {
            #expect(line.split(separator: "|").count <= 2 && line.hasSuffix(" | emojize=false symbolize=false ansi=false"), "\(line)")
        }
    }

    @Test(
        "An action or an id that isn't a name never stands in a command",
        arguments: ["a b", "$(reboot)", "a;b", "--socket", "", "a\nb", String(repeating: "a", count: 65)])
    func noCommand(name: String) {
        #expect(BarIntent.perform(widget: "w", action: name).arguments == nil)
        #expect(BarIntent.act(activity: "a", action: name).arguments == nil)
        #expect(BarIntent.dismiss(activity: name).arguments == nil)
        #expect(BarIntent.press(control: name).arguments == nil)
        #expect(BarIntent.perform(widget: "w", action: "log-espresso_2.x").arguments == ["tap", "w", "log-espresso_2.x"])
    }

    @Test("Where a bar can't show more, the right button does the second action, and waybar's tooltip says how the others are reached")
    func secondAction() {
        let choices = ["one", "two", "three"].map { BarItem.Choice(title: $0.capitalized, intent: .act(activity: "a1", action: $0)) }
        let dismiss = BarItem.Choice(title: "dismiss", intent: .dismiss(activity: "a1"))
        let item = BarItem(kind: .activity, id: "a1", text: "t", choices: choices + [dismiss], clicks: [.left: choices[0].intent, .right: .select])
        #expect(
            item.intent(of: .right) == .act(activity: "a1", action: "two") && item.intent(of: .left) == choices[0].intent && item.intent(of: .middle) == nil)
        #expect(BarFormat.polybar.text(BarContent([item])).contains("%{A3:widgetctl activity tap a1 two:}"))
        #expect(BarFormat.waybar.text(BarContent([item])).contains("left: One · right: Two · widgetctl activity tap a1: Three"))
        let single = BarItem(kind: .activity, id: "a1", text: "t", choices: [choices[0], dismiss], clicks: [.left: choices[0].intent, .right: .select])
        #expect(single.intent(of: .right) == nil)
    }
}
