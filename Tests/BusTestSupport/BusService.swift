import CSystemd
import Foundation
public import Synchronization

/// A program on the bus, made with libsystemd alone: it has a name, answers each call of `Echo` with the call's own arguments, fails `Fail`, never answers
/// `Wait`, and sends signals. As a desktop portal it keeps the addresses that it is asked to open.
public final class BusService: Sendable {
    private struct Signal { var path: String, interface: String, member: String, value: Bool }
    private let signals = Mutex<[Signal]>([])
    private let isOver = Mutex(false)

    public init(_ name: String, at address: String) throws {
        var made: OpaquePointer?
        let results = [
            sd_bus_new(&made), sd_bus_set_address(made, address), sd_bus_set_bus_client(made, 1), sd_bus_start(made), sd_bus_request_name(made, name, 0),
        ]
        guard results.allSatisfy({ $0 >= 0 }) else { throw PrivateBus.Failure(what: "\(name) can't be on the bus: \(results)") }
        sd_bus_add_filter(made, nil, Self.answer, nil)
        // Used by the thread alone from here on.
        nonisolated(unsafe) let bus = made
        Thread { [weak self] in
            while let self, !self.isOver.withLock({ $0 }) {
                while sd_bus_process(bus, nil) > 0 {}
                for signal in self.signals.withLock({ signals in
                    defer { signals = [] }; return signals
                }) {
                    var message: OpaquePointer?
                    sd_bus_message_new_signal(bus, &message, signal.path, signal.interface, signal.member)
                    var value: Int32 = signal.value ? 1 : 0
                    sd_bus_message_append_basic(message, CChar(UInt8(ascii: "b")), &value)
                    sd_bus_send(bus, message, nil)
                    sd_bus_message_unref(message)
                }
                sd_bus_wait(bus, 20_000)
            }
            sd_bus_close_unref(bus)
        }.start()
    }

    public func send(_ member: String, _ value: Bool, path: String, interface: String) {
        signals.withLock { $0.append(Signal(path: path, interface: interface, member: member, value: value)) }
    }

    deinit { isOver.withLock { $0 = true } }

    /// The addresses that portals of this process were asked to open.
    public static let opened = Mutex<[String]>([])

    private static let answer: sd_bus_message_handler_t = { message, _, _ in
        var reply: OpaquePointer?
        if sd_bus_message_is_method_call(message, "org.example.Test", "Echo") > 0 {
            sd_bus_message_new_method_return(message, &reply)
            sd_bus_message_copy(reply, message, 1)
        } else if sd_bus_message_is_method_call(message, "org.freedesktop.portal.OpenURI", "OpenURI") > 0 {
            var texts: [UnsafePointer<CChar>?] = [nil, nil]
            for index in texts.indices { sd_bus_message_read_basic(message, CChar(UInt8(ascii: "s")), &texts[index]) }
            let url = texts[1].map { String(cString: $0) } ?? ""
            // As a portal that hangs.
            if url.hasPrefix("https://silent.") { return 1 }
            opened.withLock { $0.append(url) }
            sd_bus_message_new_method_return(message, &reply)
            "/org/freedesktop/portal/desktop/request/1".withCString { _ = sd_bus_message_append_basic(reply, CChar(UInt8(ascii: "o")), $0) }
        } else if sd_bus_message_is_method_call(message, "org.example.Test", "Fail") > 0 {
            var error = sd_bus_error()
            sd_bus_error_set(&error, "org.example.Error", "as was asked")
            sd_bus_message_new_method_error(message, &reply, &error)
            sd_bus_error_free(&error)
        } else {
            return sd_bus_message_is_method_call(message, "org.example.Test", "Wait")
        }
        sd_bus_send(sd_bus_message_get_bus(message), reply, nil)
        sd_bus_message_unref(reply)
        return 1
    }
}
