/// A Response envelope read in place: the status, if the call failed, and where the payload lies in the bytes.
public struct ResponseView: Sendable {
    /// `nil` when the call succeeded; a status with code 0 counts as success.
    public private(set) var status: RPCStatus?
    public private(set) var payload = 0..<0

    /// - Throws: ``EnvelopeError`` that names the field.
    public init(_ bytes: UnsafeRawBufferPointer) throws(EnvelopeError) {
        var reader = ProtobufReader(bytes)
        var field = 0
        var statusRange: Range<Int>?
        do throws(ProtobufError) {
            while !reader.isAtEnd {
                field = 0
                let wireType: UInt8
                (field, wireType) = try reader.tag()
                switch field {
                case 1: statusRange = try reader.range(wireType)
                case 2: payload = try reader.range(wireType)
                default: try reader.skip(wireType)
                }
            }
        } catch {
            let name = field == 1 ? "status" : field == 2 ? "payload" : field == 0 ? "tag" : "\(field)"
            throw EnvelopeError(envelope: "Response", field: name, reason: .init(error))
        }
        if let statusRange { status = try Self.status(bytes, in: statusRange) }
    }

    private static func status(_ bytes: UnsafeRawBufferPointer, in range: Range<Int>) throws(EnvelopeError) -> RPCStatus? {
        var reader = ProtobufReader(bytes, in: range)
        var status = RPCStatus(.ok, "")
        var field = "status"
        do throws(ProtobufError) {
            while !reader.isAtEnd {
                field = "status"
                let (number, wireType) = try reader.tag()
                switch number {
                case 1:
                    field = "status.code"
                    status.code = StatusCode(wire: Int32(truncatingIfNeeded: try reader.integer(wireType)))
                case 2:
                    field = "status.message"
                    // A peer's message is for people: a broken character isn't worth losing the code for.
                    status.message = String(decoding: bytes[try reader.range(wireType)], as: UTF8.self)
                case 3:
                    field = "status.details"
                    let detail = try reader.range(wireType)
                    if status.details.count < WireLimits.maximumStatusDetails { status.details.append(Array(bytes[detail])) }
                default: try reader.skip(wireType)
                }
            }
        } catch {
            throw EnvelopeError(envelope: "Response", field: field, reason: .init(error))
        }
        return status.code == .ok ? nil : status
    }
}
