import SwiftUI
import WidgetAPI
import WidgetCore

@testable import WidgetKit

/// The archive of a widget's view in a family, checked as the daemon checks it.
@MainActor func archive(of view: some View, family: WidgetKit.WidgetFamily) throws -> ViewArchive {
    var environment = EnvironmentValues()
    environment.widgetFamily = family
    let size = family.archived.size
    let tree = try ViewRenderer.tree(of: view, environment: environment, size: CGSize(width: Double(size.width), height: Double(size.height)))
    return try ArchiveCodec.encode(try tree.archive(), family: family.archived).archive
}

extension ViewArchive {
    /// The charts of the view, in order.
    var charts: [WidgetCore.Chart] { nodes.compactMap { if case .chart(let chart)? = $0.content { chart } else { nil } } }
}
