import Testing
import WidgetCore

@testable import WidgetLayout

@Suite("Dates and lengths of time are written as in the user's language and region")
struct LocaleFormatsTests {
    /// 28 November 2026, 16:05 in UTC.
    static let date = Timestamp(milliseconds: 1_795_881_900_000)

    @Test(
        "Times and dates",
        arguments: [
            ("C", "16:05", "28 November 2026"), ("en_US.UTF-8", "4:05\u{202F}PM", "November 28, 2026"), ("en_GB", "16:05", "28 November 2026"),
            ("de_AT", "16:05", "28. November 2026"), ("fr_FR@euro", "16:05", "28 novembre 2026"), ("ja_JP.UTF-8", "16:05", "2026年11月28日"),
            ("ko_KR", "PM 4:05", "2026년 11월 28일"), ("fi", "16.05", "28. marraskuuta 2026"), ("pt_BR", "16:05", "28 de novembro de 2026"),
            ("ar_EG", "٤:٠٥ م", "٢٨ نوفمبر ٢٠٢٦"), ("zh_TW", "下午4:05", "2026年11月28日"), ("tlh_QO", "16:05", "28 November 2026"),
            ("", "16:05", "28 November 2026"),
        ])
    func dates(name: String, time: String, date: String) {
        let formats = LocaleFormats(posix: name)
        #expect(formats.time(Self.date.utcComponents) == time)
        #expect(formats.date(Self.date.utcComponents) == date)
    }

    @Test(
        "Languages of Hebrew's and Arabic's scripts, and of others like them, run from the right to the left",
        arguments: [
            ("ar_EG.UTF-8", true), ("he", true), ("iw_IL", true), ("fa_IR", true), ("ur_PK", true), ("ps_AF", true), ("ckb_IQ", true), ("yi_US", true),
            ("dv_MV", true), ("sd_IN", true), ("ug_CN", true), ("az-Arab-IR", true), ("uz_AF", true), ("pa_PK", true), ("ff-Adlm", true),
            ("sd_IN@devanagari", false), ("ks-Deva-IN", false), ("pa_IN", false), ("az_AZ", false), ("en_IL", false), ("de_AT@euro", false), ("C", false),
            ("", false),
        ])
    func directions(name: String, isRightToLeft: Bool) {
        #expect(LocaleFormats(posix: name).isRightToLeft == isRightToLeft)
    }

    @Test("A surface runs as its locale does, unless it says otherwise") func traits() {
        var traits = PresentationTraits(family: .systemSmall, now: Self.date)
        #expect(!traits.isRightToLeft)
        traits.localTime.formats = LocaleFormats(posix: "ar_EG")
        #expect(traits.isRightToLeft)
        traits.views.locale = "en-US"
        #expect(!traits.isRightToLeft)
        traits.views.locale = "he-IL"
        #expect(traits.isRightToLeft)
        traits.isRightToLeft = false
        #expect(!traits.isRightToLeft)
    }

    @Test(
        "Noon and midnight of twelve hours are twelve",
        arguments: [(0, "12:00\u{202F}AM"), (1, "1:00\u{202F}AM"), (12, "12:00\u{202F}PM"), (13, "1:00\u{202F}PM")])
    func halvesOfDay(hour: Int64, text: String) {
        #expect(LocaleFormats(posix: "en_US").time((Timestamp(milliseconds: 0) + .hours(hour)).utcComponents) == text)
    }

    @Test(
        "A number chooses its word's form",
        arguments: [
            ("en", 1, "1 hour"), ("en", 0, "0 hours"), ("de", 2, "2 Stunden"), ("ru", 1, "1 час"), ("ru", 3, "3 часа"), ("ru", 12, "12 часов"),
            ("ru", 321, "321 час"), ("pl", 22, "22 godziny"), ("ar", 2, "ساعتان"), ("fr", 0, "0 heure"), ("ja", 5, "5 時間"),
        ] as [(String, Int64, String)])
    func forms(language: String, count: Int64, text: String) {
        #expect(LocaleFormats(posix: language).length(count, .hour).replacing("\u{A0}", with: " ") == text)
    }

    @Test("Two units stand beside each other as the language joins them")
    func pairs() {
        let parts: [(count: Int64, unit: LocaleFormats.Unit)] = [(2, .hour), (23, .minute)]
        #expect(LocaleFormats(posix: "en_US").shortLength(parts) == "2 hr, 23 min")
        #expect(LocaleFormats(posix: "de_DE").shortLength(parts) == "2 Std., 23 Min.")
        #expect(LocaleFormats(posix: "fr_FR").shortLength(parts).replacing("\u{A0}", with: " ").replacing("\u{202F}", with: " ") == "2 h et 23 min")
        #expect(LocaleFormats.posix.shortLength([(1, .day)]) == "1 day")
    }

    @Test("LC_ALL comes before LC_TIME, which comes before LANG; an empty one counts for nothing")
    func environment() {
        func date(_ variables: [String: String]) -> String { LocaleFormats { variables[$0] }.date(Self.date.utcComponents) }
        #expect(date(["LC_ALL": "de_DE", "LC_TIME": "en_US", "LANG": "fr_FR"]) == "28. November 2026")
        #expect(date(["LC_ALL": "", "LC_TIME": "en_US", "LANG": "fr_FR"]) == "November 28, 2026")
        #expect(date(["LANG": "fr_FR"]) == "28 novembre 2026")
        #expect(date([:]) == "28 November 2026")
    }

    @Test("Every line of the tables can be read, and says every part of a date")
    func tables() {
        for table in [LocaleTables.patterns, LocaleTables.words] {
            for line in table.description.split(separator: "\n") {
                let formats = LocaleFormats(posix: String(line.prefix { $0 != "\t" }))
                #expect(!formats.time(Self.date.utcComponents).isEmpty && formats.date(Self.date.utcComponents).contains(formats.digits("28")), "\(line)")
                for unit in 0..<7 {
                    for count: Int64 in [0, 1, 2, 3, 11, 99, 100, 1_000] {
                        let text = formats.length(count, LocaleFormats.Unit(rawValue: unit) ?? .year)
                        #expect(!text.isEmpty && !text.contains("{"), "\(line)")
                    }
                }
            }
        }
    }
}
