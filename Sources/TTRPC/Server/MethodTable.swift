import Glibc
import NIOCore
import TTRPCWire

/// Finds a method by the bytes of its names, without making strings of them.
struct MethodTable: Sendable {
    final class Entry: Sendable {
        let requested: RequestedMethod
        let handler: MethodHandler
        /// Bytes of the method's largest answer.
        let answerLength: Int
        fileprivate let service: [UInt8]
        fileprivate let method: [UInt8]

        fileprivate init(service: String, definition: MethodDefinition, messageLength: Int) {
            requested = RequestedMethod(service: service, name: definition.name, right: definition.right)
            handler = definition.handler
            answerLength = definition.answerLength ?? messageLength
            self.service = Array(service.utf8)
            method = Array(definition.name.utf8)
        }
    }

    /// A request whose method exists.
    struct Request {
        var entry: Entry
        var timeoutNanoseconds: Int64
        var metadata: Metadata
    }

    /// Open addressing; a power of two, at most half full.
    private let slots: [Entry?]
    private let services: Set<String>

    /// - Parameter messageLength: bytes of the largest answer of a method that sets no `answerLength`.
    init(_ definitions: [ServiceDefinition], messageLength: Int) {
        let entries = definitions.flatMap { service in service.methods.map { Entry(service: service.name, definition: $0, messageLength: messageLength) } }
        var count = 8
        while count < entries.count * 2 { count *= 2 }
        var slots = [Entry?](repeating: nil, count: count)
        for entry in entries {
            var index = entry.service.withUnsafeBytes { service in entry.method.withUnsafeBytes { Self.hash(service, $0) } } & (count - 1)
            while slots[index] != nil { index = (index + 1) & (count - 1) }
            slots[index] = entry
        }
        self.slots = slots
        services = Set(definitions.map(\.name))
    }

    /// Reads the envelope in place and narrows `data` to the payload.
    /// - Throws: INVALID_ARGUMENT for a malformed envelope, UNIMPLEMENTED for a method that doesn't exist.
    func request(in data: inout ByteBuffer) throws(RPCStatus) -> Request {
        var payload = 0..<0
        let parsed: Result<Request, RPCStatus> = data.withUnsafeReadableBytes { bytes in
            do {
                let view = try RequestView(bytes)
                payload = view.payload
                let service = UnsafeRawBufferPointer(rebasing: bytes[view.service])
                let method = UnsafeRawBufferPointer(rebasing: bytes[view.method])
                guard let entry = find(service: service, method: method) else { return .failure(unimplemented(service: service, method: method)) }
                let metadata = try view.metadata(in: bytes)
                return .success(Request(entry: entry, timeoutNanoseconds: view.timeoutNanoseconds, metadata: metadata))
            } catch { return .failure(RPCStatus(describing: error)) }
        }
        let request = try parsed.get()
        let start = data.readerIndex
        data.moveWriterIndex(to: start + payload.upperBound)
        data.moveReaderIndex(to: start + payload.lowerBound)
        return request
    }

    private func find(service: UnsafeRawBufferPointer, method: UnsafeRawBufferPointer) -> Entry? {
        let mask = slots.count - 1
        var index = Self.hash(service, method) & mask
        while let entry = slots[index] {
            if Self.equal(entry.method, method), Self.equal(entry.service, service) { return entry }
            index = (index + 1) & mask
        }
        return nil
    }

    /// The answer to a call of a method that doesn't exist.
    private func unimplemented(service: UnsafeRawBufferPointer, method: UnsafeRawBufferPointer) -> RPCStatus {
        let service = String(decoding: service.prefix(Tuning.nameLengthInMessage), as: UTF8.self)
        let method = String(decoding: method.prefix(Tuning.nameLengthInMessage), as: UTF8.self)
        return services.contains(service)
            ? RPCStatus(.unimplemented, "service \(service) has no method \"\(method)\"") : RPCStatus(.unimplemented, "unknown service \"\(service)\"")
    }

    private static func equal(_ bytes: [UInt8], _ other: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count == other.count else { return false }
        guard let start = other.baseAddress else { return true }
        return memcmp(bytes, start, other.count) == 0
    }

    /// Hashes all bytes of a method's name, and the length and last byte of a service's. The table is small, and no client can add to it, so a weak and quick
    /// hash is enough.
    private static func hash(_ service: UnsafeRawBufferPointer, _ method: UnsafeRawBufferPointer) -> Int {
        var hash = UInt32(truncatingIfNeeded: service.count) &* 31 &+ UInt32(service.last ?? 0)
        for byte in method { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        return Int(hash ^ (hash >> 15))
    }
}
