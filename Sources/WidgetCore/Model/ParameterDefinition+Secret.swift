extension ParameterDefinition {
    /// Whether a parameter of that name holds what only its owner should read: an access token, a password, a key. What lists show of it is that it is there.
    public static func isSecret(_ name: String) -> Bool {
        var words: [String] = [""]
        for character in name {
            if character == "_" || character == "-" || character.isUppercase { words.append("") }
            if character.isLetter || character.isNumber { words[words.count - 1] += character.lowercased() }
        }
        let joined = words.joined()
        let parts = ["token", "password", "passwd", "passphrase", "secret", "apikey", "accesskey", "privatekey", "credential"]
        return parts.contains(where: joined.contains) || words.contains("key") || words.contains("pass") || words.contains("pwd")
    }
}
