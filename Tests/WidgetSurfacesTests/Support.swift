import WidgetCore
import WidgetLayout
import WidgetScripts
import WidgetSurfaces

let now = Timestamp(milliseconds: 1_795_161_600_000)

func traits(
    _ depth: SurfaceTraits.ColorDepth = .none, unicode: Bool = true, at date: Timestamp = now
) -> SurfaceTraits {
    SurfaceTraits(
        colorDepth: depth, isUnicode: unicode, now: date,
        localTime: LocalTime { zone, date in
            switch zone {
            case "", "UTC": 0
            // Its summers of 2026 and 2027.
            case "Europe/Berlin": summers.contains { $0.contains(date.milliseconds / 1_000) } ? 7_200 : 3_600
            default: nil
            }
        })
}

private let summers: [Range<Int64>] = [1_774_746_000..<1_792_890_000, 1_806_195_600..<1_824_944_400]

/// The archive of a view in the script form.
func archive(_ view: String, family: WidgetFamily = .systemSmall) throws -> ViewArchive {
    try ScriptTimeline.decode(Array(#"{"view": \#(view)}"#.utf8), family: family, now: now).entries[0].archive
}

/// The view alone as the daemon gives it while the session is locked.
func lockedLines(_ view: String, _ columns: Int, _ rows: Int) throws -> [String] {
    TerminalRenderer.view(try archive(view).redacted(.privateViews), size: CellSize(columns: columns, rows: rows), traits: traits()).ansiLines(.none)
}

/// The view alone, as lines of text without colour.
func lines(_ view: String, _ columns: Int, _ rows: Int, _ traits: SurfaceTraits = traits(), isInvalidated: Bool = false) throws -> [String] {
    TerminalRenderer.view(try archive(view), size: CellSize(columns: columns, rows: rows), traits: traits, isInvalidated: isInvalidated).ansiLines(
        traits.colorDepth)
}

func card(_ view: String, _ family: WidgetFamily, title: String, _ traits: SurfaceTraits = traits()) throws -> String {
    let card = WidgetCard(archive: try archive(view, family: family), family: family, title: title)
    return TerminalRenderer.card(card, traits: traits).ansiLines(traits.colorDepth).joined(separator: "\n")
}

/// SplitMix64: the same numbers for the same seed everywhere.
struct Random: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }
}
