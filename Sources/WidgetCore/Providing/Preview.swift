/// A preview in a provider's sources: `#Preview`.
public struct PreviewSource: Sendable, Hashable {
    /// Empty: it has none.
    public var name: String
    /// `Module/File.swift`.
    public var file: String
    /// 0: not known.
    public var line: Int

    public init(name: String, file: String, line: Int) {
        self.name = name
        self.file = file
        self.line = line
    }
}

/// One picture of a preview.
public struct PreviewFrame: Sendable, Hashable {
    /// The presentation of an activity; empty for anything else.
    public var title: String
    /// The date of an entry; nil: it is none.
    public var date: Timestamp?
    public var family: WidgetFamily
    public var archive: ViewArchive
    /// The views that can be tapped in the preview, in the order of the archive's nodes.
    public var tappable: [NodeID]

    public init(title: String = "", date: Timestamp? = nil, family: WidgetFamily, archive: ViewArchive, tappable: [NodeID] = []) {
        self.title = title
        self.date = date
        self.family = family
        self.archive = archive
        self.tappable = tappable
    }
}

/// The pictures of a preview, one after the other.
public struct PreviewFrames: Sendable, Hashable {
    public var frames: [PreviewFrame]
    /// Those that the frames name.
    public var images: [ProvidedImage]

    public init(frames: [PreviewFrame], images: [ProvidedImage] = []) {
        self.frames = frames
        self.images = images
    }
}

/// The answer to a tap on a previewed view.
public struct PreviewTap: Sendable, Hashable {
    public var frame: PreviewFrame
    /// Each change in a line for people: the view, how it changes, and its animation.
    public var changes: [String]

    public init(frame: PreviewFrame, changes: [String]) {
        self.frame = frame
        self.changes = changes
    }
}
