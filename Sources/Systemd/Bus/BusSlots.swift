internal import CSystemd

/// A call whose answer hasn't come. libsystemd has a pointer to it for as long as the slot lives, which it owns.
final class PendingCall {
    var slot: OpaquePointer?
    private var answer: ((Result<[BusValue], BusError>) -> Void)?

    init(_ answer: @escaping (Result<[BusValue], BusError>) -> Void) { self.answer = answer }

    deinit { sd_bus_slot_unref(slot) }

    /// The first result counts.
    func finish(_ result: Result<[BusValue], BusError>) {
        let answer = self.answer
        self.answer = nil
        answer?(result)
    }

    static let onReply: sd_bus_message_handler_t = { message, pointer, _ in
        guard let message, let pointer else { return 0 }
        let call = Unmanaged<PendingCall>.fromOpaque(pointer).takeUnretainedValue()
        if let error = BusError(message: message) {
            call.finish(.failure(error))
        } else {
            call.finish(Result { () throws(BusError) in try BusReader.values(of: message) })
        }
        return 0
    }
}

/// A match of signals. libsystemd has a pointer to it for as long as the slot lives, which it owns.
final class ActiveMatch {
    var slot: OpaquePointer?
    private let handler: (BusSignal) -> Void
    private var installed: ((BusError?) -> Void)?

    init(handler: @escaping (BusSignal) -> Void, installed: @escaping (BusError?) -> Void) {
        self.handler = handler
        self.installed = installed
    }

    deinit { sd_bus_slot_unref(slot) }

    /// Whether the bus took the match; the first answer counts.
    func finishInstall(_ error: BusError?) {
        let installed = self.installed
        self.installed = nil
        installed?(error)
    }

    static let onInstall: sd_bus_message_handler_t = { message, pointer, _ in
        guard let message, let pointer else { return 0 }
        Unmanaged<ActiveMatch>.fromOpaque(pointer).takeUnretainedValue().finishInstall(BusError(message: message))
        return 0
    }

    /// A signal that can't be read (over our limits) is left out: nobody waits for it.
    static let onSignal: sd_bus_message_handler_t = { message, pointer, _ in
        guard let message, let pointer, let arguments = try? BusReader.values(of: message) else { return 0 }
        func text(_ value: UnsafePointer<CChar>?) -> String { value.map { String(cString: $0) } ?? "" }
        Unmanaged<ActiveMatch>.fromOpaque(pointer).takeUnretainedValue().handler(
            BusSignal(
                sender: text(sd_bus_message_get_sender(message)), path: text(sd_bus_message_get_path(message)),
                interface: text(sd_bus_message_get_interface(message)), member: text(sd_bus_message_get_member(message)), arguments: arguments))
        return 0
    }
}
