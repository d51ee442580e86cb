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
    /// The unique name of who sent it. Any program on the bus may send any signal to another one: where that matters, compare this with the name's owner.
    public let sender: String
    public let path: String
    public let interface: String
    public let member: String
    public let arguments: [BusValue]
}

/// Which signals are wanted; nil matches all.
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

    /// The rule as the bus takes it. A quotation mark would end a value and begin a condition of its own, so none gets through.
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
