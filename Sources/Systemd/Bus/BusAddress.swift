/// Which bus to connect to.
public enum BusAddress: Sendable, Hashable, CustomStringConvertible {
    /// The machine's bus, or what `DBUS_SYSTEM_BUS_ADDRESS` names.
    case system
    /// The bus of the user's session, as `DBUS_SESSION_BUS_ADDRESS` or `$XDG_RUNTIME_DIR/bus` names it.
    case user
    /// An address in D-Bus's form, such as `unix:path=/run/bus`.
    case address(String)

    public var description: String {
        switch self {
        case .system: "the system bus"
        case .user: "the user bus"
        case .address(let address): address
        }
    }
}
