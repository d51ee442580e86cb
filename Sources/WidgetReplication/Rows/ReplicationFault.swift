/// Why a message from a peer was refused. Nothing of that message was applied.
public enum ReplicationFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The message can't be read, or breaks a limit. The peer has a bug or lies.
    case malformed(String)
    /// The peer may not send this, such as a transaction of a device that never was a member, or an edit that a table doesn't allow.
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
