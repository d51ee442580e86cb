import FoundationAdditions
package import WidgetCore

/// A view or a widget, shown while it is written: `#Preview` in a source file makes one.
///
/// `widgetctl preview` builds the program and shows its previews.
public struct Preview {
    /// The traits of previews of views.
    public struct ViewTraits {}

    /// The name in the source; nil: none.
    package let name: String?
    package let content: any PreviewContent

    package init(_ name: String?, content: any PreviewContent) {
        self.name = name
        self.content = content
    }

    /// A preview of a view, which runs: its state changes when it is tapped.
    @MainActor public init(_ name: String? = nil, traits: PreviewTrait<ViewTraits>..., @ViewBuilder body: @escaping @MainActor () -> any View) {
        let size = traits.compactMap(\.size).last
        self.init(name, content: ViewPreview(size: size, content: body))
    }
}

/// A property of a preview.
public struct PreviewTrait<T>: Sendable {
    /// Points.
    fileprivate let size: CGSize?

    /// The view in so much room, in points.
    public static func fixedLayout(width: CGFloat, height: CGFloat) -> PreviewTrait { PreviewTrait(size: CGSize(width: width, height: height)) }
    /// No effect: as ``defaultLayout``, it offers the view the size of a large widget.
    public static var sizeThatFitsLayout: PreviewTrait { PreviewTrait(size: nil) }
    public static var defaultLayout: PreviewTrait { PreviewTrait(size: nil) }
    public static var portrait: PreviewTrait { PreviewTrait(size: nil) }
    public static var portraitUpsideDown: PreviewTrait { PreviewTrait(size: nil) }
    public static var landscapeLeft: PreviewTrait { PreviewTrait(size: nil) }
    public static var landscapeRight: PreviewTrait { PreviewTrait(size: nil) }
}

/// The pictures of a preview, and taps on them.
@MainActor package protocol PreviewContent: Sendable {
    /// The pictures one after the other: the entries of a timeline, the states of an activity, or the view.
    /// - Throws: INVALID_ARGUMENT that names the view's path and what is wrong in it, and what a timeline provider throws.
    func frames(in context: PreviewEnvironment) async throws -> PreviewFrames
    /// Taps a view of the frame.
    /// - Throws: NOT_FOUND for a view without a closure, UNIMPLEMENTED for previews that don't run, FAILED_PRECONDITION before ``frames(in:)``.
    func tap(_ node: NodeID) async throws -> PreviewTap
}

extension PreviewContent {
    package func tap(_ node: NodeID) async throws -> PreviewTap {
        throw WidgetError(.unimplemented, "a widget's view is archived: give its button an intent, or preview the view itself")
    }
}

/// Where a preview is shown.
package struct PreviewEnvironment {
    package var environment: EnvironmentValues
    package var provider: ProviderContext

    package init(environment: EnvironmentValues, provider: ProviderContext) {
        self.environment = environment
        self.provider = provider
    }
}

/// Makes a preview: `#Preview` makes a type that conforms to it.
@MainActor public protocol PreviewRegistry {
    static var fileID: String { get }
    static var line: Int { get }
    static func makePreview() throws -> Preview
}

/// The previews of the running program.
@MainActor package enum Previews {
    package struct Source {
        /// `Module/File.swift`.
        package var file: String
        /// 0: not known.
        package var line: Int
        package var preview: Preview
    }

    /// By file, in the order of the lines. One that can't be made is left out.
    package static func all() -> [Source] {
        let registered = ConformingTypes.of((any PreviewRegistry).self).compactMap { type -> Source? in
            guard let type = type as? any PreviewRegistry.Type, let preview = try? type.makePreview() else { return nil }
            return Source(file: type.fileID, line: type.line, preview: preview)
        }
        let provided = ConformingTypes.of((any PreviewProvider).self).compactMap { type -> Source? in
            guard let type = type as? any PreviewProvider.Type else { return nil }
            let module = String(reflecting: type).split(separator: ".").first.map(String.init) ?? ""
            return Source(file: module, line: 0, preview: Preview("\(type)", content: ProviderPreview(provider: type)))
        }
        return (registered + provided).sorted { ($0.file, $0.line, $0.preview.name ?? "") < ($1.file, $1.line, $1.preview.name ?? "") }
    }
}

/// Shows a view that runs.
private final class ViewPreview: PreviewContent {
    private let size: CGSize?
    private let content: @MainActor () -> any View
    private var host: ViewHost<AnyView>?

    init(size: CGSize?, content: @escaping @MainActor () -> any View) {
        self.size = size
        self.content = content
    }

    func frames(in context: PreviewEnvironment) async throws -> PreviewFrames {
        let images = ImageCollection()
        let host = try ViewHost(size: size ?? PreviewSize.room, environment: context.environment, images: images) { [content] in AnyView(content()) }
        self.host = host
        return PreviewFrames(frames: [frame(host)], images: images.images)
    }

    func tap(_ node: NodeID) async throws -> PreviewTap {
        guard let host else { throw WidgetError(.failedPrecondition, "the preview isn't shown yet") }
        let update = try host.tap(node)
        return PreviewTap(frame: frame(host), changes: update?.changes.changes.map { $0.line(in: host.archive) } ?? [])
    }

    private func frame(_ host: ViewHost<AnyView>) -> PreviewFrame {
        PreviewFrame(family: size.map(PreviewSize.family(for:)) ?? PreviewSize.family, archive: host.archive, tappable: host.tappable)
    }
}

/// The room of a view whose preview names no family.
enum PreviewSize {
    static let family = WidgetFamily.systemLarge
    /// Points.
    static var room: CGSize { CGSize(width: family.size.width, height: family.size.height) }

    /// The smallest family of a home screen that has so much room.
    static func family(for size: CGSize) -> WidgetFamily {
        let families: [WidgetFamily] = [.systemSmall, .systemMedium, .systemLarge]
        return families.first { CGFloat($0.size.width) >= size.width && CGFloat($0.size.height) >= size.height } ?? family
    }
}

extension ArchiveChanges.Change {
    /// For people: `text: content changes (opacity), animated: automatic`.
    fileprivate func line(in archive: ViewArchive) -> String {
        let view = archive.nodes.first { $0.id == node }?.content?.name ?? "a view"
        let change =
            switch kind {
            case .insertion(let transition): "appears (\(transition))"
            case .removal(let transition): "disappears (\(transition))"
            case .content(let transition): "content changes (\(transition))"
            case .modifiers(let places): places.count == 1 ? "a modifier changes" : "\(places.count) modifiers change"
            }
        return "\(view): \(change), \(animation.map { "animated: \($0.base)" } ?? "not animated")"
    }
}
