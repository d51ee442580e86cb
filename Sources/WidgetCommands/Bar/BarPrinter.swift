import Glibc
import WidgetSurfaces

/// Writes for a bar, nothing twice that is the same.
struct BarPrinter {
    let format: BarFormat
    let output: OutputFile
    let separator: String
    let program: String
    let options: [String]
    private var shown: String?

    init(_ format: BarFormat, output: OutputFile, separator: String, program: String, options: [String]) {
        self.format = format
        self.output = output
        self.separator = separator
        self.program = program
        self.options = options
    }

    func begin() throws(OutputFile.WriteError) {
        if !format.preamble.isEmpty { try output.write(format.preamble) }
    }

    /// - Parameter once: nothing follows.
    mutating func show(_ items: [BarItem], hidden: Int, once: Bool = false) throws(OutputFile.WriteError) {
        let content = BarContent(items, hidden: hidden, separator: separator, program: program, options: options)
        let text = format.text(content, once: once)
        guard text != shown else { return }
        shown = text
        try output.write(text)
    }
}
