internal import WidgetCore

extension ViewModifier {
    /// The modifier; nil: newer than this code, or without effect.
    /// - Throws: INVALID_ARGUMENT for a colour that nobody knows.
    static func known(_ proto: ProtoViewModifier, field: String) throws(WidgetError) -> ViewModifier? {
        switch proto.modifier {
        case .font(let font): return .font(ViewFont(font))
        case .foreground(let color): return .foreground(try ViewColor(color, field: "\(field).foreground"))
        case .tint(let color): return .tint(try ViewColor(color, field: "\(field).tint"))
        case .background(let color): return .background(try ViewColor(color, field: "\(field).background"))
        case .opacity(let opacity): return .opacity(opacity)
        case .offset(let point): return .offset(x: point.x, y: point.y)
        case .scale(let point): return .scale(x: point.x, y: point.y)
        case .rotation(let angle): return .rotation(angle)
        case .frame(let frame): return .frame(ViewFrame(frame))
        case .padding(let insets):
            return .padding(ViewInsets(top: insets.top, leading: insets.leading, bottom: insets.bottom, trailing: insets.trailing))
        case .lineLimit(let lines): return .lineLimit(Int(lines))
        case .minimumScaleFactor(let factor): return .minimumScaleFactor(factor)
        case .cornerRadius(let radius): return .cornerRadius(radius)
        case .accentable(let accentable): return .accentable(accentable)
        case .blur(let radius): return .blur(radius)
        case .redacted(let redacted): return redacted ? .redacted : nil
        case .multilineAlignment(let alignment): return ViewAlignment(rawValue: alignment.rawValue).map(ViewModifier.multilineAlignment)
        case nil: return nil
        }
    }
}

extension ProtoViewModifier {
    init(_ modifier: ViewModifier) {
        self.init()
        switch modifier {
        case .font(let font): self.font = ProtoFont(font)
        case .foreground(let color): foreground = ProtoColor(color)
        case .tint(let color): tint = ProtoColor(color)
        case .background(let color): background = ProtoColor(color)
        case .opacity(let opacity): self.opacity = opacity
        case .offset(let x, let y): offset = ProtoPoint(x: x, y: y)
        case .scale(let x, let y): scale = ProtoPoint(x: x, y: y)
        case .rotation(let angle): rotation = angle
        case .frame(let frame): self.frame = ProtoFrame(frame)
        case .padding(let insets):
            padding = .with {
                $0.top = insets.top
                $0.leading = insets.leading
                $0.bottom = insets.bottom
                $0.trailing = insets.trailing
            }
        case .lineLimit(let lines): lineLimit = UInt32(clamping: lines)
        case .minimumScaleFactor(let factor): minimumScaleFactor = factor
        case .cornerRadius(let radius): cornerRadius = radius
        case .accentable(let accentable): self.accentable = accentable
        case .blur(let radius): blur = radius
        case .redacted: redacted = true
        case .multilineAlignment(let alignment): multilineAlignment = ProtoAlignment(alignment)
        }
    }
}

extension ProtoPoint {
    fileprivate init(x: Double, y: Double) {
        self.init()
        self.x = x
        self.y = y
    }
}

extension ViewFont {
    fileprivate init(_ proto: ProtoFont) {
        self.init(
            style: Style(rawValue: proto.style.rawValue), size: proto.size == 0 ? nil : proto.size, weight: Weight(rawValue: proto.weight.rawValue),
            isItalic: proto.italic, isMonospacedDigit: proto.monospacedDigit)
    }
}

extension ProtoFont {
    fileprivate init(_ font: ViewFont) {
        self.init()
        style = font.style.flatMap { Style(rawValue: $0.rawValue) } ?? .unspecified
        size = font.size ?? 0
        weight = font.weight.flatMap { Weight(rawValue: $0.rawValue) } ?? .unspecified
        italic = font.isItalic
        monospacedDigit = font.isMonospacedDigit
    }
}

extension ViewColor {
    init(_ proto: ProtoColor, field: String) throws(WidgetError) {
        switch proto.color {
        case .rgba(let value): self = .rgba(value)
        case .named(let text):
            guard let name = Name(rawValue: text) else {
                throw .invalid(field, "a named colour is one of \(Name.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            self = .named(name)
        case nil: throw .invalid(field, "needs a colour: named or rgba")
        }
    }
}

extension ProtoColor {
    init(_ color: ViewColor) {
        self.init()
        switch color {
        case .named(let name): named = name.rawValue
        case .rgba(let value): rgba = value
        }
    }
}

extension ViewFrame {
    fileprivate init(_ proto: ProtoFrame) {
        self.init(
            width: proto.hasWidth ? proto.width : nil, height: proto.hasHeight ? proto.height : nil, maximumWidth: proto.hasMaxWidth ? proto.maxWidth : nil,
            maximumHeight: proto.hasMaxHeight ? proto.maxHeight : nil, alignment: ViewAlignment(rawValue: proto.alignment.rawValue))
    }
}

extension ProtoFrame {
    fileprivate init(_ frame: ViewFrame) {
        self.init()
        if let width = frame.width { self.width = width }
        if let height = frame.height { self.height = height }
        if let width = frame.maximumWidth { maxWidth = width }
        if let height = frame.maximumHeight { maxHeight = height }
        alignment = ProtoAlignment(frame.alignment)
    }
}
