extension ParameterDefinition {
    /// Whether a parameter of that name holds what only its owner should read: an access token, a password, a key. What lists show of it is that it is there.
    public static func isSecret(_ name: String) -> Bool {
        var words: [String] = [""]
        for character in name {
            if character == "_" || character == "-" || character.isUppercase { words.append("") }
            if character.isLetter || character.isNumber { words[words.count - 1] += character.lowercased() }
        }
        let joined = words.joined()
        let parts = ["token", "password", "passwd", "passphrase", "secret", "apikey", "accesskey", "privatekey", "credential", "cookie", "bearer"]
        let whole: Set<String> = ["key", "pass", "pwd", "pin", "auth"]
        return parts.contains(where: joined.contains) || words.contains(where: whole.contains)
    }
}

extension Parameters {
    /// A text in which the values of secrets are hidden: what a program says of its failure may repeat them, and is shown on all devices. Values of less than 4 bytes
    /// are left, since any text has them.
    public func hidingSecrets(in text: String) -> String {
        let secrets = compactMap { name, value -> String? in
            guard case .text(let secret) = value, ParameterDefinition.isSecret(name), secret.utf8.count >= 4 else { return nil }
            return secret
        }
        // One may be the beginning of another.
        return secrets.sorted { $0.utf8.count > $1.utf8.count }.reduce(text) { $0.replacing($1, with: "•••") }
    }
}
