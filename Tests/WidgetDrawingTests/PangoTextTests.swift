import Testing
import WidgetCore
import WidgetLayout

@testable import WidgetDrawing

extension CairoTests {
    /// Pango's widths beside those of the compiled-in table.
    @Suite(.enabled(if: InstalledFonts.hasInter, "the font Inter isn't installed (on Debian and Ubuntu: apt-get install fonts-inter)"))
    struct PangoTextTests {
        private static let texts = [
            "Calendar event 1", "Hello, world!", "AV To Ty We LT", "10:41", "63 mg", "20 November 2026", "US$188.56", "4.8 %", "−12 °C", "Straße über Köln",
            "Žluťoučký kůň", "ΑΒΓ αβγ", "Привет, мир", "(A-5) -> B", "3x4 = 12", "€ 1,234.50", "Water the plants…", "L’été à l’île", "ŁÓDŹ",
            "“quotes” – and — dashes",
        ]

        @Test(arguments: [ViewFont.Weight.light, .regular, .medium, .semibold, .bold, .heavy])
        func bothMeasureTheSame(_ weight: ViewFont.Weight) {
            let (pango, table) = (PangoText(), InterMeasurer())
            for size in [11.0, 12, 13, 17, 19, 20, 28, 34] {
                for isItalic in [false, true] {
                    for text in Self.texts {
                        var font = DisplayFont(size: size, weight: weight)
                        font.isItalic = isItalic
                        let (a, b) = (pango.advances(of: text, in: font).reduce(0, +), table.advances(of: text, in: font).reduce(0, +))
                        #expect((a - b).magnitude <= 0.05, "\(text), \(size) \(weight) \(isItalic): \(a) by Pango, \(b) by the table")
                    }
                }
            }
        }

        @Test func digitsOfOneWidthAreAskedFor() {
            var font = DisplayFont(size: 17)
            font.hasTabularDigits = true
            let pango = PangoText()
            let (a, b) = (pango.advances(of: "1111", in: font).reduce(0, +), pango.advances(of: "8888", in: font).reduce(0, +))
            #expect((a - b).magnitude < 0.2)
        }

        @Test(arguments: ["日本語", "שלום", "สวัสดี", "👨‍👩‍👧 und 🎉", "e\u{301}a", "", "\n", "a\u{0}b"])
        func everyCharacterHasAWidth(_ text: String) {
            let advances = PangoText().advances(of: text, in: DisplayFont(size: 17))
            #expect(advances.count == text.count)
            #expect(advances.allSatisfy { $0 >= 0 && $0 < 100 })
        }
    }
}

/// The fonts that a test needs.
enum InstalledFonts {
    /// A font in its place would be another width.
    static let hasInter: Bool = {
        let width = PangoText().advances(of: "Hello, world!", in: DisplayFont(size: 17)).reduce(0, +)
        return (width - 99.513).magnitude < 0.05
    }()
}
