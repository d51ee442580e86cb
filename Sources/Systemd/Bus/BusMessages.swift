internal import CSystemd

/// A call of a method of another program.
public struct BusCall: Sendable, Hashable {
    /// The bus name of the program.
    public var destination: String
    /// The object.
    public var path: String
    public var interface: String
    public var method: String
    public var arguments: [BusValue]
    /// Whether the bus may start the program if it doesn't run.
    public var startsService = false
    /// How long the answer may take.
    public var timeout = SystemdLimits.busCallTimeout

    public init(_ destination: String, _ path: String, _ interface: String, _ method: String, _ arguments: [BusValue] = []) {
        self.destination = destination
        self.path = path
        self.interface = interface
        self.method = method
        self.arguments = arguments
    }

    /// Reads a property.
    public static func property(_ name: String, of interface: String, at path: String, of destination: String) -> BusCall {
        BusCall(destination, path, "org.freedesktop.DBus.Properties", "Get", [.string(interface), .string(name)])
    }
}

/// A signal that came.
public struct BusSignal: Sendable, Hashable {
    /// The sender's unique name. Any program on the bus may send any signal to another. Where that matters, compare this with the name's owner.
    public let sender: String
    public let path: String
    public let interface: String
    public let member: String
    public let arguments: [BusValue]
}

/// The signals to subscribe to. A field that is nil matches everything.
public struct BusMatch: Sendable, Hashable {
    public var sender: String?
    public var path: String?
    public var interface: String?
    public var member: String?
    /// The signal's first argument, a string.
    public var argument: String?

    public init(sender: String? = nil, path: String? = nil, interface: String? = nil, member: String? = nil, argument: String? = nil) {
        self.sender = sender
        self.path = path
        self.interface = interface
        self.member = member
        self.argument = argument
    }

    /// The match rule in D-Bus's form. A quotation mark in a value could add a condition, so values with one are refused.
    func rule() throws(BusError) -> String {
        var rule = "type='signal'"
        for (key, value) in [("sender", sender), ("path", path), ("interface", interface), ("member", member), ("arg0", argument)] {
            guard let value else { continue }
            guard !value.contains("'"), !value.contains("\\") else { throw .malformed("\(key) of a match has a quotation mark: \(value)") }
            rule += ",\(key)='\(value)'"
        }
        return rule
    }
}

/// Why a call over D-Bus failed: the other side's error, or a failure of the connection.
public struct BusError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The error's name on the bus, such as `org.freedesktop.DBus.Error.ServiceUnknown`; `System.Error.…` where the operating system refused.
    public let name: String

    /// A text for people. It may come from another program, so it isn't trusted.
    public let message: String

    /// Creates an error.
    public init(name: String, message: String) {
        self.name = name
        self.message = message.bounded(toUTF8: SystemdLimits.busErrorText)
    }

    public var description: String { message.isEmpty ? name : "\(message) (\(name))" }
}

extension BusError {
    /// Whether nobody has the name that was called.
    public var isServiceAbsent: Bool {
        // The bus gives the first error where it couldn't start the service, and the second where it wasn't asked to start it.
        name == "org.freedesktop.DBus.Error.ServiceUnknown" || name == Self.nameHasNoOwner
    }

    /// Whether no answer came, so that the other side may have acted on the call all the same.
    public var isUnanswered: Bool {
        let names = ["org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Timeout", "org.freedesktop.DBus.Error.TimedOut"]
        return names.contains(name) || name == Self.disconnected || name == Self.cancelled
    }

    static let nameHasNoOwner = "org.freedesktop.DBus.Error.NameHasNoOwner"
    /// The connection has ended, or was never made.
    public static let disconnected = "org.freedesktop.DBus.Error.Disconnected"
    /// A message is malformed, isn't as the interface promises, or is over a limit.
    public static let inconsistentMessage = "org.freedesktop.DBus.Error.InconsistentMessage"
    /// A limit of this module was reached.
    public static let limitsExceeded = "org.freedesktop.DBus.Error.LimitsExceeded"
    /// The task that waited for the answer was cancelled.
    public static let cancelled = "System.Error.ECANCELED"

    /// An error of libsystemd, which gives negative `errno` values.
    init(result: CInt, _ doing: String) {
        var error = sd_bus_error()
        sd_bus_error_set_errno(&error, result)
        defer { sd_bus_error_free(&error) }
        self.init(name: error.name.map { String(cString: $0) } ?? Self.disconnected, message: "\(doing): \(Errno.text(-result))")
    }

    /// The error that a message carries; nil where it carries none.
    init?(message: OpaquePointer) {
        guard let error = sd_bus_message_get_error(message)?.pointee, let name = error.name else { return nil }
        self.init(name: String(cString: name), message: error.message.map { String(cString: $0) } ?? "")
    }

    static func malformed(_ what: String) -> BusError { BusError(name: inconsistentMessage, message: what) }
}
