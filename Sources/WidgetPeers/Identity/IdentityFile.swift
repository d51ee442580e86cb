import Glibc
package import WidgetCore

/// The file with the device's private key and certificate: `device.pem` in the state directory.
///
/// Both are in one file, so that there is no moment, and no restored backup, with one of the two: a crash while it is made leaves a temporary file that nobody
/// reads. The device exists once the file has its name; an id is never used before that.
package struct IdentityFile {
    package static let name = "device.pem"
    private let directory: String
    private var path: String { "\(directory)/\(Self.name)" }

    package init(directory: String) { self.directory = directory }

    /// The device of this file, which is made where there is none.
    /// - Throws: FAILED_PRECONDITION where the file is damaged or others may read it; UNAVAILABLE where it can't be read or written.
    package func open() throws(WidgetError) -> DeviceIdentity {
        if let identity = try read() {
            NewFile(directory: directory, name: Self.name, mode: 0o600).removeRest()
            return identity
        }
        let identity = try DeviceIdentity.make()
        if try NewFile(directory: directory, name: Self.name, mode: 0o600).write(identity.pem) { return identity }
        guard let other = try read() else { throw WidgetError(.unavailable, "\(path) came and went while it was made; start again") }
        return other
    }

    /// - Returns: nil where there is no file.
    package func read() throws(WidgetError) -> DeviceIdentity? {
        let file: PrivateFile
        do {
            file = try PrivateFile(path: path)
        } catch {
            if error.code == .notFound { return nil }
            throw error
        }
        try file.requirePrivacy()
        return try DeviceIdentity(pem: try file.text(), source: path)
    }
}
