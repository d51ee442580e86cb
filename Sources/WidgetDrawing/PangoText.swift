import CPangoCairo
import WidgetCore
public import WidgetLayout

/// Text through Pango: widths for the layout, and letters for the drawing, of the same fonts.
public final class PangoText: TextMeasurer {
    private let context: OpaquePointer
    private let fontMap: UnsafeMutablePointer<PangoFontMap>?
    private let options: OpaquePointer?
    private var lines: [Key: Line] = [:]

    /// Lines that are kept shaped: those of some hundred widgets.
    private static let keptLines = 4_096

    private struct Key: Hashable {
        let text: String
        let font: DisplayFont
        let tracking: Double
    }

    /// A line of text, shaped.
    private final class Line {
        let layout: OpaquePointer
        init(_ layout: OpaquePointer) { self.layout = layout }
        deinit { g_object_unref(UnsafeMutableRawPointer(layout)) }
    }

    public init() {
        fontMap = pango_cairo_font_map_new()
        context = pango_font_map_create_context(fontMap)
        options = cairo_font_options_create()
        // Letters keep their forms and widths at every scale.
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        pango_cairo_context_set_font_options(context, options)
        pango_context_set_round_glyph_positions(context, 0)
    }

    deinit {
        lines.removeAll()
        cairo_font_options_destroy(options)
        g_object_unref(UnsafeMutableRawPointer(context))
        if let fontMap { g_object_unref(UnsafeMutableRawPointer(fontMap)) }
    }

    public func advances(of text: String, in font: DisplayFont) -> [Double] {
        let widths = scalarWidths(of: text, in: font)
        var advances: [Double] = []
        var next = 0
        for character in text {
            let count = character.unicodeScalars.count
            advances.append(widths[next..<min(widths.count, next + count)].reduce(0, +))
            next = min(widths.count, next + count)
        }
        return advances
    }

    /// The width of each Unicode scalar; of a cluster of several each has its part.
    private func scalarWidths(of text: String, in font: DisplayFont) -> [Double] {
        let count = text.unicodeScalars.count
        var result = [Double](repeating: 0, count: count)
        let layout = makeLayout(text, font)
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        // Where each scalar begins in the text's bytes.
        var places = [Int: Int](minimumCapacity: count)
        var offset = 0
        for (number, scalar) in text.unicodeScalars.enumerated() {
            places[offset] = number
            offset += scalar.utf8.count
        }
        // Line ends within the text begin lines of their own.
        for number in 0..<pango_layout_get_line_count(layout) {
            guard let line = pango_layout_get_line_readonly(layout, number) else { continue }
            var run = line.pointee.runs
            while let item = run?.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self) {
                let source = item.pointee.item.pointee
                var widths = [Int32](repeating: 0, count: Int(source.num_chars))
                pango_glyph_item_get_logical_widths(item, pango_layout_get_text(layout), &widths)
                if let first = places[Int(source.offset)] {
                    for (index, width) in widths.enumerated() where first + index < count { result[first + index] = Double(width) / Double(PANGO_SCALE) }
                }
                run = run?.pointee.next
            }
        }
        return result
    }

    /// Makes a context draw letters as this measures them.
    func prepare(_ cairo: OpaquePointer) { cairo_set_font_options(cairo, options) }

    /// Adds a run's letters to a context: as an outline, or drawn at once with the context's source.
    func add(_ run: DisplayText.Run, baseline: Double, to cairo: OpaquePointer, asPath: Bool) {
        let key = Key(text: run.text, font: run.font, tracking: run.tracking)
        let line = lines[key] ?? shaped(key)
        guard let first = pango_layout_get_line_readonly(line.layout, 0) else { return }
        cairo_move_to(cairo, run.x, baseline - run.baselineOffset)
        if asPath { pango_cairo_layout_line_path(cairo, first) } else { pango_cairo_show_layout_line(cairo, first) }
    }

    private func shaped(_ key: Key) -> Line {
        if lines.count >= Self.keptLines { lines.removeAll(keepingCapacity: true) }
        let layout = makeLayout(key.text, key.font)
        if key.tracking != 0 { Self.track(layout, by: key.tracking) }
        let line = Line(layout)
        lines[key] = line
        return line
    }

    /// Widens the last glyph of each cluster.
    private static func track(_ layout: OpaquePointer, by points: Double) {
        let extra = Int32((points * Double(PANGO_SCALE)).rounded())
        guard let line = pango_layout_get_line(layout, 0) else { return }
        var run = line.pointee.runs
        while let item = run?.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self) {
            let glyphs = item.pointee.glyphs.pointee
            let count = Int(glyphs.num_glyphs)
            for index in 0..<count where index + 1 == count || glyphs.log_clusters[index + 1] != glyphs.log_clusters[index] {
                glyphs.glyphs[index].geometry.width += extra
            }
            run = run?.pointee.next
        }
    }

    private func makeLayout(_ text: String, _ font: DisplayFont) -> OpaquePointer {
        let layout: OpaquePointer = pango_layout_new(context)
        let description = pango_font_description_new()
        defer { pango_font_description_free(description) }
        pango_font_description_set_family(description, font.families)
        pango_font_description_set_absolute_size(description, font.size * Double(PANGO_SCALE))
        pango_font_description_set_weight(description, PangoWeight(UInt32(font.weight.number)))
        if font.isItalic { pango_font_description_set_style(description, PANGO_STYLE_ITALIC) }
        switch font.width {
        case .compressed: pango_font_description_set_stretch(description, PANGO_STRETCH_EXTRA_CONDENSED)
        case .condensed: pango_font_description_set_stretch(description, PANGO_STRETCH_CONDENSED)
        case .expanded: pango_font_description_set_stretch(description, PANGO_STRETCH_EXPANDED)
        case .standard: break
        }
        pango_layout_set_font_description(layout, description)
        let features = [font.hasTabularDigits ? "tnum=1" : nil, font.isSmallCaps ? "smcp=1" : nil].compactMap(\.self)
        if !features.isEmpty {
            let attributes = pango_attr_list_new()
            pango_attr_list_insert(attributes, pango_attr_font_features_new(features.joined(separator: ",")))
            pango_layout_set_attributes(layout, attributes)
            pango_attr_list_unref(attributes)
        }
        pango_layout_set_text(layout, text, Int32(text.utf8.count))
        return layout
    }
}

extension DisplayText.Run {
    /// Some of its characters are drawn with colours of their own.
    var hasEmoji: Bool {
        text.unicodeScalars.contains { $0.value >= 0x203C && ($0.properties.isEmojiPresentation || $0.value == 0xFE0F) }
    }
}
