import FoundationAdditions

extension AttributedString {
    /// How Markdown is parsed. The options have no effect here: Markdown within a line is parsed, and blocks such as lists stay as they are.
    public struct MarkdownParsingOptions: Sendable {
        public enum InterpretedSyntax: Sendable {
            case full, inlineOnly, inlineOnlyPreservingWhitespace
        }

        public enum FailurePolicy: Sendable {
            case throwError, returnPartiallyParsedIfPossible
        }

        public var allowsExtendedAttributes: Bool
        public var interpretedSyntax: InterpretedSyntax
        public var failurePolicy: FailurePolicy
        public var languageCode: String?

        public init(
            allowsExtendedAttributes: Bool = false, interpretedSyntax: InterpretedSyntax = .full, failurePolicy: FailurePolicy = .throwError,
            languageCode: String? = nil
        ) {
            self.allowsExtendedAttributes = allowsExtendedAttributes
            self.interpretedSyntax = interpretedSyntax
            self.failurePolicy = failurePolicy
            self.languageCode = languageCode
        }
    }

    /// The text with its Markdown read. Marks that nothing closes stay as they are, so it never throws.
    public init(markdown: String, options: MarkdownParsingOptions = MarkdownParsingOptions(), baseURL: URL? = nil) throws {
        self.init()
        for run in InlineMarkdown.runs(of: markdown) {
            var part = AttributedString(run.text)
            var font = Font.body
            if run.isCode { font = font.monospaced() }
            if run.isBold { font = font.bold() }
            if run.isItalic { font = font.italic() }
            if run.isBold || run.isItalic || run.isCode { part[AttributeScopes.FontAttribute.self] = font }
            if run.isStruckThrough { part[AttributeScopes.StrikethroughStyleAttribute.self] = .single }
            if let link = run.link { part.link = URL(string: link.absoluteString, relativeTo: baseURL)?.absoluteURL ?? link }
            append(part)
        }
    }
}
