/// Why something from a peer wasn't taken. Nothing of the message that it came in was applied.
public enum ReplicationFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// It can't be read, or breaks a limit; the peer has a fault or lies.
    case malformed(String)
    /// It isn't the peer's to say: another device's owned rows, an origin that never was a member, an edit that a table doesn't allow.
    case forbidden(String)
    /// A transaction is missing before this one: the session starts again from the vectors.
    case gap(Origin, have: Int64, got: Int64)
    /// The transaction's hash doesn't follow from the chain here: a fork, or a lie.
    case brokenChain(Origin, sequence: Int64)

    public var description: String {
        switch self {
        case .malformed(let what): "malformed: \(what)"
        case .forbidden(let what): "not allowed: \(what)"
        case .gap(let origin, let have, let got): "\(origin.device.short) sent number \(got) after \(have)"
        case .brokenChain(let origin, let sequence): "number \(sequence) of \(origin.device.short) doesn't continue what is known of it"
        }
    }
}
