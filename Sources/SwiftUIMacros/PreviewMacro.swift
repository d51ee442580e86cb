import Foundation

/// `#Preview`: a type that makes the preview, which a program finds by its protocol.
enum PreviewMacro {
    static func expansion(of use: MacroRequest.Freestanding) throws -> String {
        guard let name = use.syntax.source.range(of: "#Preview") else { throw MacroFault(description: "SwiftUI has no macro #\(use.macro.name)") }
        // Its arguments and closures are those of the initializers of Preview.
        let arguments = use.syntax.source[name.upperBound...]
        // A unique name, made as swift-syntax makes one.
        let registry = "\(use.discriminator)15PreviewRegistryfMu_"
        return """
            @MainActor struct \(registry): SwiftUI.PreviewRegistry {
                static var fileID: String { "\(use.syntax.location.fileID)" }
                static var line: Int { \(use.syntax.location.line) }
                static func makePreview() throws -> SwiftUI.Preview { SwiftUI.Preview\(arguments) }
            }
            """
    }
}
