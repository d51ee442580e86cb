import WidgetCore

// Modifiers of all the text in a view.
extension View {
    nonisolated private func font(_ change: (inout ViewFont) -> Void) -> some View {
        var font = ViewFont()
        change(&font)
        return archived(.font(font))
    }

    nonisolated public func font(_ font: Font?) -> some View {
        ArchiveModifiedView(
            content: self, inputs: { $0.environment.font = font },
            change: { tree, _ in if let font { tree.modifiers.append(.font(font.archived)) } })
    }
    nonisolated public func fontWeight(_ weight: Font.Weight?) -> some View { font { $0.weight = weight?.archived } }
    nonisolated public func fontWidth(_ width: Font.Width?) -> some View { font { $0.width = width?.archived } }
    nonisolated public func fontDesign(_ design: Font.Design?) -> some View { font { $0.design = design?.archived } }
    nonisolated public func bold(_ isActive: Bool = true) -> some View { font { $0.weight = isActive ? .bold : nil } }
    nonisolated public func italic(_ isActive: Bool = true) -> some View { font { $0.isItalic = isActive } }
    nonisolated public func monospaced(_ isActive: Bool = true) -> some View { font { $0.design = isActive ? .monospaced : nil } }
    nonisolated public func monospacedDigit() -> some View { font { $0.isMonospacedDigit = true } }
    nonisolated public func kerning(_ kerning: CGFloat) -> some View { archived(.kerning(kerning)) }
    nonisolated public func tracking(_ tracking: CGFloat) -> some View { archived(.tracking(tracking)) }
    nonisolated public func baselineOffset(_ baselineOffset: CGFloat) -> some View { archived(.baselineOffset(baselineOffset)) }
    nonisolated public func strikethrough(_ isActive: Bool = true, pattern: Text.LineStyle.Pattern = .solid, color: Color? = nil) -> some View {
        archived { tree, inputs in
            tree.modifiers.append(
                .strikethrough(ViewTextLine(isActive: isActive, pattern: pattern.archived, color: color?.archived(in: inputs.environment))))
        }
    }
    nonisolated public func underline(_ isActive: Bool = true, pattern: Text.LineStyle.Pattern = .solid, color: Color? = nil) -> some View {
        archived { tree, inputs in
            tree.modifiers.append(.underline(ViewTextLine(isActive: isActive, pattern: pattern.archived, color: color?.archived(in: inputs.environment))))
        }
    }
    nonisolated public func textCase(_ textCase: Text.Case?) -> some View {
        archived(.textCase(textCase.map { $0 == .uppercase ? .uppercase : .lowercase } ?? .unchanged))
    }
    nonisolated public func lineSpacing(_ lineSpacing: CGFloat) -> some View { archived(.lineSpacing(max(0, lineSpacing))) }
    nonisolated public func multilineTextAlignment(_ alignment: TextAlignment) -> some View { archived(.multilineAlignment(alignment.archived)) }
    nonisolated public func truncationMode(_ mode: Text.TruncationMode) -> some View { archived(.truncation(mode.archived)) }
    nonisolated public func allowsTightening(_ flag: Bool) -> some View { archived(.allowsTightening(flag)) }
    nonisolated public func minimumScaleFactor(_ factor: CGFloat) -> some View { archived(.minimumScaleFactor(min(1, max(0, factor)))) }
    nonisolated public func textScale(_ scale: Text.Scale, isEnabled: Bool = true) -> some View { self }

    /// - Parameter number: at most this many lines; nil: any number.
    nonisolated public func lineLimit(_ number: Int?) -> some View {
        archived { tree, _ in
            tree.modifiers.append(number.map { .lineLimit(Self.lines($0)) } ?? .lineLimitRange(minimum: nil, maximum: nil, reservesSpace: false))
        }
    }
    nonisolated public func lineLimit(_ limit: Int, reservesSpace: Bool) -> some View {
        archived(.lineLimitRange(minimum: nil, maximum: Self.lines(limit), reservesSpace: reservesSpace))
    }
    nonisolated public func lineLimit(_ limit: ClosedRange<Int>) -> some View {
        archived(.lineLimitRange(minimum: Self.lines(limit.lowerBound), maximum: Self.lines(limit.upperBound), reservesSpace: false))
    }
    nonisolated public func lineLimit(_ limit: PartialRangeFrom<Int>) -> some View {
        archived(.lineLimitRange(minimum: Self.lines(limit.lowerBound), maximum: nil, reservesSpace: false))
    }
    nonisolated public func lineLimit(_ limit: PartialRangeThrough<Int>) -> some View {
        archived(.lineLimitRange(minimum: nil, maximum: Self.lines(limit.upperBound), reservesSpace: false))
    }

    nonisolated private static func lines(_ number: Int) -> Int { min(Limits.lineLimit.upperBound, max(Limits.lineLimit.lowerBound, number)) }
}
