/// The listeners at some addresses. They can go over to others while the program runs.
public struct OpenListeners<Address: Hashable & Sendable, Listener: Sendable>: Sendable {
    /// An address as it was asked for, with what listens there.
    public struct Entry: Sendable {
        public let address: Address
        public let listener: Listener
    }

    /// How listeners are opened and closed.
    public struct Handling: Sendable {
        let open: @Sendable (Address) async throws(WidgetError) -> Listener
        let close: @Sendable (Listener) async -> Void
        /// Whether two different addresses can't be open at once, such as one port on all interfaces and on one of them.
        let exclude: @Sendable (Address, Address) -> Bool

        public init(
            open: @escaping @Sendable (Address) async throws(WidgetError) -> Listener, close: @escaping @Sendable (Listener) async -> Void,
            exclude: @escaping @Sendable (Address, Address) -> Bool
        ) {
            (self.open, self.close, self.exclude) = (open, close, exclude)
        }
    }

    /// In the order of the addresses.
    public let entries: [Entry]

    /// Nothing listens.
    public init() { entries = [] }

    private init(_ entries: [Entry]) { self.entries = entries }

    /// Goes over to other addresses. Those in both lists stay open. The new ones are opened before the others are closed. If they can't be opened because one
    /// of the others is in the way, that one is closed first.
    /// - Returns: the listeners from now on. With an error, they are those from before, without any that couldn't be opened again.
    public func changed(to listed: [Address], by handling: Handling) async -> (listeners: OpenListeners, failure: WidgetError?) {
        // A listener each, however often an address is listed.
        let addresses = listed.enumerated().filter { listed.firstIndex(of: $1) == $0 }.map(\.element)
        let leaving = entries.filter { !addresses.contains($0.address) }
        let staying = entries.filter { addresses.contains($0.address) }
        let coming = addresses.filter { address in !entries.contains { $0.address == address } }
        do throws(WidgetError) {
            let opened = try await Self.open(coming, handling)
            for entry in leaving { await handling.close(entry.listener) }
            return (Self.ordered(staying + opened, addresses), nil)
        } catch {
            let blocking = leaving.filter { entry in coming.contains { handling.exclude(entry.address, $0) } }
            guard !blocking.isEmpty else { return (self, error) }
            return await changed(staying, leaving, coming, giveWay: Set(blocking.map(\.address)), addresses, handling)
        }
    }

    private func changed(
        _ staying: [Entry], _ leaving: [Entry], _ coming: [Address], giveWay: Set<Address>, _ addresses: [Address], _ handling: Handling
    ) async -> (listeners: OpenListeners, failure: WidgetError?) {
        for entry in leaving where giveWay.contains(entry.address) { await handling.close(entry.listener) }
        do throws(WidgetError) {
            let opened = try await Self.open(coming, handling)
            for entry in leaving where !giveWay.contains(entry.address) { await handling.close(entry.listener) }
            return (Self.ordered(staying + opened, addresses), nil)
        } catch {
            var back = entries.filter { !giveWay.contains($0.address) }
            for address in giveWay {
                // The caller has an error already.
                if let listener = try? await handling.open(address) { back.append(Entry(address: address, listener: listener)) }
            }
            return (Self.ordered(back, entries.map(\.address)), error)
        }
    }

    /// Opens all, or none.
    private static func open(_ addresses: [Address], _ handling: Handling) async throws(WidgetError) -> [Entry] {
        var opened: [Entry] = []
        do throws(WidgetError) {
            for address in addresses { opened.append(Entry(address: address, listener: try await handling.open(address))) }
        } catch {
            for entry in opened { await handling.close(entry.listener) }
            throw error
        }
        return opened
    }

    private static func ordered(_ entries: [Entry], _ addresses: [Address]) -> OpenListeners {
        OpenListeners(addresses.compactMap { address in entries.first { $0.address == address } })
    }
}
