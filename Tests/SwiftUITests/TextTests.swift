import Foundation
import SwiftUI
import Testing
import WidgetCore

@MainActor @Suite struct TextTests {
    private func content(_ text: Text) throws -> ViewContent? { try archive(of: text).nodes[0].content }

    @Test func valuesStandInTheirPlaces() throws {
        #expect(try content(Text("\(3) cups of \("tea")")) == .text("3 cups of tea"))
        #expect(try content(Text("100 %")) == .text("100 %"))
        #expect(try content(Text(verbatim: "**a**")) == .text("**a**"))
        let date = Date(timeIntervalSince1970: 0)
        let style = Date.FormatStyle(date: .numeric, time: .omitted, locale: Locale(identifier: "en_US"), timeZone: .gmt)
        #expect(try content(Text("on \(date, format: style)")) == .text("on 1/1/1970"))
        #expect(try content(Text(0.5, format: .percent.locale(Locale(identifier: "en_US")))) == .text("50%"))
    }

    @Test func textsThatFollowTheClockStayAlive() throws {
        let date = Date(timeIntervalSince1970: 1_000)
        #expect(try content(Text(date, style: .relative)) == .liveText(LiveText(style: .relative, date: Timestamp(milliseconds: 1_000_000))))
        let timer = LiveText(style: .timer, date: Timestamp(milliseconds: 1_000_000), end: Timestamp(milliseconds: 1_060_000), countsDown: true)
        #expect(try content(Text(timerInterval: date...date.addingTimeInterval(60))) == .liveText(timer))
        #expect(
            try content(Text("in \(date, style: .timer)"))
                == .richText([
                    ViewTextSpan(.text("in ")), ViewTextSpan(.liveText(LiveText(style: .timer, date: Timestamp(milliseconds: 1_000_000)))),
                ]))
    }

    @Test func partsKeepTheirAttributes() throws {
        let text = Text("a").bold() + Text("b").foregroundColor(.red) + Text(Image(systemName: "star"))
        #expect(
            try content(text)
                == .richText([
                    ViewTextSpan(.text("a"), modifiers: [.font(ViewFont(weight: .bold))]), ViewTextSpan(.text("b"), modifiers: [.foreground(.named(.red))]),
                    ViewTextSpan(.symbol("star")),
                ]))
        #expect(try content(Text("a") + Text("b")) == .text("ab"))
    }

    @Test func markdownWithinALineIsRead() throws {
        #expect(
            try content(Text("a **b** ~~c~~"))
                == .richText([
                    ViewTextSpan(.text("a ")), ViewTextSpan(.text("b"), modifiers: [.font(ViewFont(weight: .bold))]), ViewTextSpan(.text(" ")),
                    ViewTextSpan(.text("c"), modifiers: [.strikethrough(ViewTextLine())]),
                ]))
        // Marks that nothing closes, and words with underscores, stay as they are.
        #expect(try content(Text("2 * 3 and a_b_c")) == .text("2 * 3 and a_b_c"))
    }

    @Test func attributedStringsKeepTheirRuns() throws {
        var string = AttributedString("a")
        var red = AttributedString("b")
        red.foregroundColor = Color.red
        string += red
        #expect(try content(Text(string)) == .richText([ViewTextSpan(.text("a")), ViewTextSpan(.text("b"), modifiers: [.foreground(.named(.red))])]))
    }
}
