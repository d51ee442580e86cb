public import WidgetAPI
public import WidgetCore
public import WidgetLayout

/// A control as a surface draws it: its symbol, and its title and status where there is room.
public struct ControlPicture {
    private let symbol: String
    private let title: String
    private let status: String
    private let isOn: Bool
    private let tint: ViewColor?

    /// Small, medium and large, in points: a cell of a control centre, two beside each other, and four.
    public static let sizes = [Size(width: 66, height: 66), Size(width: 150, height: 66), Size(width: 150, height: 150)]

    public init(_ snapshot: ProtoControlSnapshot) {
        let value = snapshot.value
        symbol = value.symbol.isEmpty ? (snapshot.kind.symbol.isEmpty ? "square" : snapshot.kind.symbol) : value.symbol
        title = snapshot.control.name.isEmpty ? snapshot.kind.displayName : snapshot.control.name
        isOn = value.isOn
        let isToggle = snapshot.kind.type == .toggle
        status = snapshot.valueHidden ? "" : value.status.isEmpty && isToggle ? (value.isOn ? "On" : "Off") : value.status
        let color = value.hasTint ? value.tint : snapshot.kind.tint
        tint = value.hasTint || snapshot.kind.hasTint ? try? ViewColor(color, field: "tint") : nil
    }

    /// The control's views.
    public func archive(in size: Size, isDark: Bool) -> ViewArchive {
        let isSmall = size.width == size.height && size.width < 100
        let tint = self.tint ?? .named(.accent)
        var icon = ViewTree(.view(.image(ViewImage(source: .systemName(symbol)))))
        icon.modifiers = [.font(ViewFont(size: 24, weight: .semibold)), .foreground(isOn ? (isSmall ? .named(.white) : tint) : .named(.primary))]
        var root = icon
        if isSmall {
            root.modifiers.append(.frame(ViewFrame(maximumWidth: .infinity, maximumHeight: .infinity)))
        } else {
            var name = ViewTree(.view(.text(title)))
            name.modifiers = [.font(ViewFont(size: 15, weight: .semibold)), .lineLimit(1), .minimumScaleFactor(0.7)]
            var state = ViewTree(.view(.text(status)))
            state.modifiers = [.font(ViewFont(size: 13)), .foreground(.named(.secondary)), .lineLimit(1)]
            let words = ViewTree(
                .view(.stack(axis: .vertical, alignment: .leading, spacing: 0)), children: status.isEmpty ? [name] : [name, state])
            let isWide = size.width > size.height
            let spacer = ViewTree(.view(.spacer(minimumLength: 0)))
            root = ViewTree(
                .view(.stack(axis: isWide ? .horizontal : .vertical, alignment: isWide ? nil : .leading, spacing: 10)),
                children: isWide ? [icon, words, spacer] : [icon, spacer, words])
            root.modifiers = [
                .padding(ViewInsets(top: 14, leading: 14, bottom: 14, trailing: 14)),
                .frame(ViewFrame(maximumWidth: .infinity, maximumHeight: .infinity, alignment: isWide ? .leading : .topLeading)),
            ]
        }
        let radius = size.height < 100 ? 33.0 : 28
        let ground: ViewStyle = isOn && isSmall ? .color(tint) : .color(.rgba(isDark ? 0x3A3A3C_CC : 0xFFFFFF_CC))
        let back = ViewTree(.view(.shape(ViewShape(.roundedRectangle(cornerRadius: radius), style: ground))))
        let whole = ViewTree(.view(.layered(.background, alignment: nil)), children: [root, back])
        return (try? whole.archive()) ?? ViewArchive(nodes: [])
    }
}
