import Crypto
import NIOSSL
import SwiftASN1
import WidgetCore

/// The X.509 certificate of a device, in which TLS carries the public key.
///
/// It is valid from 1970 to the year 9999 (RFC 5280's date for "no end"). Peers pin it, and a replicated record refuses a revoked device. So an earlier end
/// would only break a working device, and a later beginning would break one with a wrong clock.
enum SelfSignedCertificate {
    /// RFC 5758.
    private static let ecdsaWithSHA256: ASN1ObjectIdentifier = [1, 2, 840, 10045, 4, 3, 2]
    private static let subjectAlternativeName: ASN1ObjectIdentifier = [2, 5, 29, 17]
    /// The certificates of all devices have the same name. The key says which device it is.
    private static let name = "widgetd"

    /// A name by which clients reach the machine.
    enum Name: Hashable {
        case host(String)
        /// 4 or 16 bytes.
        case address([UInt8])
    }

    /// A certificate of `key`, signed by it, in DER.
    /// - Parameter names: the names that clients check. Devices' certificates have none.
    static func make(for key: P256.Signing.PrivateKey, names: [Name] = []) throws(WidgetError) -> [UInt8] {
        do {
            let content = try DER.Serializer.bytes { try appendContent(of: key, names: names, to: &$0) }
            let signature = try key.signature(for: content)
            return try DER.Serializer.bytes { coder in
                try coder.appendConstructedNode(identifier: .sequence) { coder in
                    coder.serializeRawBytes(content)
                    try appendSignatureAlgorithm(to: &coder)
                    try coder.serialize(ASN1BitString(bytes: ArraySlice(signature.derRepresentation)))
                }
            }
        } catch {
            throw WidgetError(.internal, "a certificate can't be made", cause: "\(error)")
        }
    }

    /// The public key in a certificate, as SubjectPublicKeyInfo in DER; nil where the bytes are no certificate.
    static func publicKey(of certificate: [UInt8]) -> [UInt8]? {
        try? NIOSSLCertificate(bytes: certificate, format: .der).extractPublicKey().toSPKIBytes()
    }

    /// RFC 5280, TBSCertificate.
    private static func appendContent(of key: P256.Signing.PrivateKey, names: [Name], to coder: inout DER.Serializer) throws {
        try coder.appendConstructedNode(identifier: .sequence) { coder in
            try coder.serialize(explicitlyTaggedWithTagNumber: 0, tagClass: .contextSpecific) { try $0.serialize(Int(2)) }
            coder.appendPrimitiveNode(identifier: .integer) { $0.append(contentsOf: serialNumber()) }
            try appendSignatureAlgorithm(to: &coder)
            try appendName(to: &coder)
            try coder.appendConstructedNode(identifier: .sequence) { coder in
                try coder.serialize(UTCTime(year: 1970, month: 1, day: 1, hours: 0, minutes: 0, seconds: 0))
                try coder.serialize(GeneralizedTime(year: 9999, month: 12, day: 31, hours: 23, minutes: 59, seconds: 59, fractionalSeconds: 0))
            }
            try appendName(to: &coder)
            coder.serializeRawBytes(key.publicKey.derRepresentation)
            if !names.isEmpty {
                try coder.serialize(explicitlyTaggedWithTagNumber: 3, tagClass: .contextSpecific) { coder in
                    try coder.appendConstructedNode(identifier: .sequence) { try appendNames(names, to: &$0) }
                }
            }
        }
    }

    /// RFC 5280, 4.2.1.6: the extension SubjectAltName.
    private static func appendNames(_ names: [Name], to coder: inout DER.Serializer) throws {
        let content = try DER.Serializer.bytes { coder in
            coder.appendConstructedNode(identifier: .sequence) { coder in
                for name in names {
                    switch name {
                    case .host(let host):
                        coder.appendPrimitiveNode(identifier: .init(tagWithNumber: 2, tagClass: .contextSpecific)) { $0.append(contentsOf: host.utf8) }
                    case .address(let bytes):
                        coder.appendPrimitiveNode(identifier: .init(tagWithNumber: 7, tagClass: .contextSpecific)) { $0.append(contentsOf: bytes) }
                    }
                }
            }
        }
        try coder.appendConstructedNode(identifier: .sequence) { coder in
            try coder.serialize(subjectAlternativeName)
            try coder.serialize(ASN1OctetString(contentBytes: ArraySlice(content)))
        }
    }

    /// Positive, and without leading zeros.
    private static func serialNumber() -> [UInt8] {
        var random = SystemRandomNumberGenerator()
        return [UInt8.random(in: 0x40...0x7F, using: &random)] + (1..<IdentityLimits.serialBytes).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    private static func appendSignatureAlgorithm(to coder: inout DER.Serializer) throws {
        try coder.appendConstructedNode(identifier: .sequence) { try $0.serialize(ecdsaWithSHA256) }
    }

    private static func appendName(to coder: inout DER.Serializer) throws {
        try coder.appendConstructedNode(identifier: .sequence) { coder in
            try coder.appendConstructedNode(identifier: .set) { coder in
                try coder.appendConstructedNode(identifier: .sequence) { coder in
                    try coder.serialize(ASN1ObjectIdentifier.NameAttributes.commonName)
                    try coder.serialize(ASN1UTF8String(name))
                }
            }
        }
    }
}

extension DER.Serializer {
    fileprivate static func bytes(_ body: (inout DER.Serializer) throws -> Void) throws -> [UInt8] {
        var coder = DER.Serializer()
        try body(&coder)
        return coder.serializedBytes
    }
}
