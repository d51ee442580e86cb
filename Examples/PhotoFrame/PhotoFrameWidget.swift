import SwiftUI
import WidgetKit

struct PhotoEntry: TimelineEntry {
    let date: Date
    let name: String
    let title: String
}

struct PhotoProvider: TimelineProvider {
    private let photos = [("dunes", "Dunes"), ("lake", "The lake")]

    func placeholder(in context: Context) -> PhotoEntry { PhotoEntry(date: .now, name: "dunes", title: "A place") }

    func getSnapshot(in context: Context, completion: @escaping (PhotoEntry) -> Void) {
        completion(PhotoEntry(date: .now, name: photos[0].0, title: photos[0].1))
    }

    func getTimeline(in context: Context, completion: @escaping (Timeline<PhotoEntry>) -> Void) {
        let entries = photos.enumerated().map { index, photo in
            PhotoEntry(date: .now.addingTimeInterval(Double(index) * 1800), name: photo.0, title: photo.1)
        }
        completion(Timeline(entries: entries, policy: .atEnd))
    }
}

struct PhotoFrameView: View {
    @Environment(\.widgetFamily) private var family
    let entry: PhotoEntry

    var body: some View {
        Link(destination: URL(string: "photos://\(entry.name)")!) {
            Color.clear
                .overlay {
                    // A widget's pictures may not be larger than the widget.
                    Image(family == .systemLarge ? "\(entry.name)-large" : entry.name)
                        .resizable()
                        .widgetAccentedRenderingMode(.fullColor)
                        .scaledToFill()
                }
                .overlay(alignment: .bottomLeading) {
                    Text(entry.title)
                        .font(.headline)
                        .foregroundStyle(.white)
                        .shadow(radius: 3)
                        .padding(16)
                }
                .clipShape(ContainerRelativeShape())
        }
        .id(entry.name)
        .transition(.opacity.animation(.easeInOut(duration: 1)))
    }
}

@main
struct PhotoFrameWidget: Widget {
    var body: some WidgetConfiguration {
        StaticConfiguration(kind: "PhotoFrame", provider: PhotoProvider()) { entry in
            PhotoFrameView(entry: entry)
                .containerBackground(.black, for: .widget)
        }
        .configurationDisplayName("Photo frame")
        .description("Photos of places.")
        .supportedFamilies([.systemSmall, .systemLarge])
        .contentMarginsDisabled()
    }
}
