import Foundation
import Testing

/// CONTRIBUTING's rules for sentences, as far as a program can hold them.
struct PlainEnglishTests {
    /// The most words of a sentence.
    private static let words = 35

    @Test func noSentenceOfACommentIsTooLong() throws {
        for (place, sentence) in try Self.sentences() {
            let count = sentence.split(separator: " ").count
            #expect(count <= Self.words, "\(place): \(count) words, at most \(Self.words): \(sentence)")
        }
    }

    @Test func noSentenceOfACommentBeginsWithAClause() throws {
        for (place, sentence) in try Self.sentences() {
            let words = sentence.split(separator: " ")
            guard words.count > 1, ["What", "Who", "Of", "That", "Whoever", "Whatever"].contains(words[0]) else { continue }
            // `That's` and `That is` begin with their subject.
            #expect((words[0] == "That" && words[1] == "is") || words[1].first?.isLowercase == false, "\(place): begin with the subject: \(sentence)")
        }
    }

    @Test func aScanFindsSentences() {
        let text = """
            let x = 1
            /// First one; still
            /// the first. Second one.
            /// - Returns: third
            // Fourth.
            """
        let sentences = Self.sentences(of: text)
        #expect(sentences.map(\.text) == ["First one; still the first.", "Second one.", "- Returns: third", "Fourth."])
        #expect(sentences.map(\.line) == [2, 3, 4, 5])
    }

    /// The sentences of all comments; a place is a file and a line.
    private static func sentences() throws -> [(place: String, sentence: String)] {
        try ["Sources", "Tests"].flatMap { folder in
            try SourceFiles.swift(in: folder).flatMap { file in sentences(of: file.text).map { ("\(file.path):\($0.line)", $0.text) } }
        }
    }

    /// The sentences of the comments in `text`, each with the line on which it begins. An item of a list begins a sentence. Blocks of code are left out.
    private static func sentences(of text: String) -> [(line: Int, text: String)] {
        typealias Word = (line: Int, text: Substring)
        var paragraphs: [(slashes: String, words: [Word])] = []
        var (isOpen, isCode) = (false, false)
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let words = line.split(separator: " ")
            guard let slashes = words.first, slashes.allSatisfy({ $0 == "/" }), slashes.count >= 2, words.count > 1 else {
                isOpen = false
                continue
            }
            if words[1].hasPrefix("```") { isCode.toggle() }
            guard !isCode, !words[1].hasPrefix("```") else {
                isOpen = false
                continue
            }
            if !isOpen || words[1] == "-" || paragraphs.last?.slashes != String(slashes) { paragraphs.append((String(slashes), [])) }
            paragraphs[paragraphs.count - 1].words += words.dropFirst().map { (line: index + 1, text: $0) }
            isOpen = true
        }
        return paragraphs.flatMap { paragraph in
            var sentences: [[Word]] = [[]]
            for word in paragraph.words {
                let begins = word.text.first.map { $0.isUppercase || $0 == "`" || $0 == "\"" } ?? false
                if begins, let last = sentences.last?.last?.text.last, ".!?:;".contains(last) { sentences.append([]) }
                sentences[sentences.count - 1].append(word)
            }
            return sentences.compactMap { words in words.first.map { (line: $0.line, text: words.map(\.text).joined(separator: " ")) } }
        }
    }
}
