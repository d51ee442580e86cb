/// How much room a control has.
public enum ControlSize: Int, Sendable, Hashable, CaseIterable {
    /// A symbol.
    case small = 1
    /// A symbol and a title.
    case medium = 2
    /// A symbol, a title and a value.
    case large = 3
}

/// Where a control is shown.
public enum ControlSurface: String, Sendable, Hashable, CaseIterable {
    case controlCenter = "control-center"
    case menuBar = "menu-bar"
    case lockScreen = "lock-screen"
    case actionButton = "action-button"
    case smartStack = "smart-stack"
    case statusBar = "status-bar"
    case terminal
}

/// The appearance of a control on a surface.
public struct ControlAppearance: Sendable, Hashable {
    /// A symbol's name.
    public var symbol: String
    /// Nil: the surface's own.
    public var tint: ViewColor?
    /// Nil: the symbol says it all.
    public var title: String?
    /// Its value in words; nil: not shown, or there are none.
    public var status: String?
    /// Whether it looks on or off; nil: it is a button, its value isn't known yet, or the value is hidden.
    public var isOn: Bool?
    /// There is a value, and it isn't shown because of the place or of the session's lock.
    public var isValueHidden: Bool

    /// The appearance of a control of that kind at a place.
    ///
    /// A hidden value leaves no trace: neither words, nor on and off, nor the symbol and tint that come with it.
    /// - Parameters:
    ///   - value: ``ControlState/shown``, or a preview value; nil: nobody knows it yet.
    ///   - isLocked: the session of the device that shows it is locked.
    public static func choose(
        _ control: Control, kind: ControlKind, value: ControlValue?, size: ControlSize, place: ControlSurface, isLocked: Bool
    ) -> ControlAppearance {
        let isHidden = place == .lockScreen || isLocked && kind.isPrivacySensitive
        let visible = isHidden ? nil : value
        let room = Self.size(at: place, asked: size)
        let title = control.name.isEmpty ? kind.displayName : control.name
        let hinted = place == .actionButton && !kind.actionHint.isEmpty ? kind.actionHint : title
        return ControlAppearance(
            symbol: visible.map(\.symbol).flatMap { $0.isEmpty ? nil : $0 } ?? kind.symbol, tint: visible?.tint ?? kind.tint,
            title: room == .small ? nil : hinted, status: room == .large ? visible.flatMap(words) : nil, isOn: visible?.isOn,
            isValueHidden: isHidden && value != nil)
    }

    /// Places that have one size show that; in the others a user chooses.
    private static func size(at place: ControlSurface, asked: ControlSize) -> ControlSize {
        switch place {
        case .controlCenter, .menuBar, .statusBar: asked
        case .lockScreen: .small
        case .actionButton, .smartStack, .terminal: .large
        }
    }

    private static func words(of value: ControlValue) -> String? {
        if !value.status.isEmpty { return value.status }
        return value.isOn.map { $0 ? "on" : "off" }
    }
}
