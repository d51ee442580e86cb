import Crypto
import Foundation
package import WidgetCore

/// Digests of values that are the same in every process, where `hashValue` isn't: of the canonical JSON of an `Encodable` value, and of what reflection says
/// of any other.
package enum CanonicalDigest {
    /// A value as an identity.
    package static func id(of value: some Any) -> NodeID {
        // Most identities are whole numbers, which need no digest.
        if let number = value as? Int { return NodeID(high: 1, low: UInt64(bitPattern: Int64(number))) }
        return NodeID(bytes: digest(of: value)) ?? NodeID(high: 0, low: 0)
    }

    /// 16 bytes.
    package static func digest(of value: Any) -> [UInt8] {
        var hash = SHA256()
        hash.update(data: bytes(of: value))
        return Array(hash.finalize().prefix(16))
    }

    private static func bytes(of value: Any) -> [UInt8] {
        switch value {
        case let text as String: return Array("s\(text)".utf8)
        case let number as any BinaryInteger: return Array("n\(number)".utf8)
        case let number as Double: return Array("d\(number)".utf8)
        case let flag as Bool: return Array("b\(flag)".utf8)
        case let date as Date: return Array("t\(date.timeIntervalSinceReferenceDate)".utf8)
        case let id as UUID: return Array("u\(id.uuidString)".utf8)
        case let encodable as any Encodable:
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            encoder.nonConformingFloatEncodingStrategy = .convertToString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
            if let data = try? encoder.encode(encodable) { return Array("j".utf8) + data }
        default: break
        }
        return Array("r\(describe(value, depth: 0))".utf8)
    }

    /// A value by the names of its types and parts, without addresses.
    private static func describe(_ value: Any, depth: Int) -> String {
        let mirror = Mirror(reflecting: value)
        guard depth < 16, !mirror.children.isEmpty else { return "\(type(of: value)):\(mirror.displayStyle == .class ? "" : "\(value)")" }
        var parts = mirror.children.map { "\($0.label ?? "")=\(describe($0.value, depth: depth + 1))" }
        // The order of sets and dictionaries is another one in every process.
        if mirror.displayStyle == .set || mirror.displayStyle == .dictionary { parts.sort() }
        return "\(type(of: value))(\(parts.joined(separator: ",")))"
    }
}
