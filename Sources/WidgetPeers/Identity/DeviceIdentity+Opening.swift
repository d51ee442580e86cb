public import WidgetCore

extension DeviceIdentity {
    /// systemd's credentials (`LoadCredential=`, `LoadCredentialEncrypted=`), both in PEM.
    static let keyCredential = "widgetd-key"
    static let certificateCredential = "widgetd-certificate"

    /// This machine's device: of systemd's credentials `widgetd-key` and `widgetd-certificate` where the service has them, else of `device.pem` in the state
    /// directory, which is made where it isn't there.
    ///
    /// - Parameters:
    ///   - stateDirectory: exists and can be written.
    ///   - environment: where `CREDENTIALS_DIRECTORY` is looked for.
    /// - Throws: FAILED_PRECONDITION where what is there can't be used, with what to do; UNAVAILABLE where it can't be read or written.
    public static func open(stateDirectory: String, environment: [String: String]) throws(WidgetError) -> DeviceIdentity {
        if let directory = environment["CREDENTIALS_DIRECTORY"], let identity = try credentials(in: directory) { return identity }
        return try IdentityFile(directory: stateDirectory).open()
    }

    /// - Returns: nil where neither is there.
    private static func credentials(in directory: String) throws(WidgetError) -> DeviceIdentity? {
        let paths = [keyCredential, certificateCredential].map { "\(directory)/\($0)" }
        var texts: [String] = []
        for path in paths {
            do throws(WidgetError) {
                texts.append(try PrivateFile(path: path).text())
            } catch {
                guard error.code == .notFound else { throw error }
            }
        }
        if texts.isEmpty { return nil }
        // One alone would make this machine another device without a word.
        guard texts.count == paths.count else {
            let names = "\(keyCredential) and \(certificateCredential)"
            throw WidgetError(.failedPrecondition, "of the credentials \(names) only one is in \(directory); give the service both")
        }
        return try DeviceIdentity(pem: texts.joined(separator: "\n"), source: "the credentials in \(directory)")
    }
}
