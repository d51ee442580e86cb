import WidgetCore

extension ControlAppearance {
    /// The symbol in its tint, and words beside it; what is off has no colour.
    func archive(_ words: [String]) -> ViewArchive? {
        let image = ViewTree.image(systemName: symbol)
        let tint = isOn == false ? nil : tint
        return try? ViewTree.hstack([tint.map { image.foregroundStyle($0) } ?? image] + words.map { ViewTree.text($0) }).archive()
    }
}
