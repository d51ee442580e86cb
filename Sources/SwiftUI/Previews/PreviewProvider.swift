import WidgetCore

/// Previews of views, in a type. New code says `#Preview`.
@MainActor @preconcurrency
public protocol PreviewProvider {
    associatedtype Previews: View
    /// One view, or a group of several: each is a preview.
    @ViewBuilder @MainActor @preconcurrency static var previews: Previews { get }
    static var platform: PreviewPlatform? { get }
}

extension PreviewProvider {
    public static var platform: PreviewPlatform? { nil }
}

public enum PreviewPlatform: Sendable { case iOS, macOS, tvOS, watchOS }

/// The context of a preview. WidgetKit's `WidgetPreviewContext` names a family.
public protocol PreviewContext {
    subscript<Key: PreviewContextKey>(key: Key.Type) -> Key.Value { get }
}

public protocol PreviewContextKey {
    associatedtype Value
    static var defaultValue: Value { get }
}

/// The room of a preview.
public enum PreviewLayout: Equatable, Sendable {
    case device
    case sizeThatFits
    /// Points.
    case fixed(width: CGFloat, height: CGFloat)
}

/// A device by its name.
public struct PreviewDevice: RawRepresentable, ExpressibleByStringLiteral, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral: String) { rawValue = stringLiteral }
}

public struct InterfaceOrientation: Hashable, Sendable {
    private let name: String
    public static let portrait = InterfaceOrientation(name: "portrait")
    public static let portraitUpsideDown = InterfaceOrientation(name: "portraitUpsideDown")
    public static let landscapeLeft = InterfaceOrientation(name: "landscapeLeft")
    public static let landscapeRight = InterfaceOrientation(name: "landscapeRight")
}

/// Changes what a view's preview says.
nonisolated struct PreviewNoteView<Content: View>: PrimitiveView {
    let content: Content
    let change: (inout PreviewNote) -> Void

    @MainActor func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {
        let first = outputs.trees.count
        content._append(to: &outputs, inputs.child(.content))
        for tree in outputs.trees[first...] {
            guard let id = tree.id else { continue }
            change(&inputs.resolution.previews[id, default: PreviewNote()])
        }
    }
}

extension View {
    package func previewNote(_ change: @escaping (inout PreviewNote) -> Void) -> some View { PreviewNoteView(content: self, change: change) }

    /// The name of the view's preview.
    public func previewDisplayName(_ value: String?) -> some View { previewNote { $0.name = value } }
    public func previewLayout(_ value: PreviewLayout) -> some View {
        previewNote { if case .fixed(let width, let height) = value { $0.size = CGSize(width: width, height: height) } }
    }
    /// Devices aren't told apart here.
    public func previewDevice(_ value: PreviewDevice?) -> some View { self }
    public func previewInterfaceOrientation(_ value: InterfaceOrientation) -> some View { self }
}

/// Shows the views of a provider of previews.
struct ProviderPreview: PreviewContent {
    let provider: any PreviewProvider.Type

    func frames(in context: PreviewEnvironment) async throws -> PreviewFrames {
        let images = ImageCollection()
        func previews<Provider: PreviewProvider>(of provider: Provider.Type) throws(WidgetError) -> [PreviewFrame] {
            let resolution = ViewResolution(images: images)
            let trees = try ViewRenderer.trees(of: provider.previews, environment: context.environment, size: PreviewSize.room, in: resolution)
            return try trees.map { tree throws(WidgetError) in
                let note = tree.id.flatMap { resolution.previews[$0] }
                let family = note?.family.flatMap { WidgetFamily(name: $0) } ?? note?.size.map(PreviewSize.family(for:)) ?? PreviewSize.family
                return PreviewFrame(title: note?.name ?? "", family: family, archive: try tree.archive())
            }
        }
        return PreviewFrames(frames: try previews(of: provider), images: images.images)
    }
}
