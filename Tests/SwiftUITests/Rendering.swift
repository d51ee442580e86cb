import Foundation
import WidgetAPI
import WidgetCore

@testable import SwiftUI

/// The nodes that a view leaves, for tests.
@MainActor func tree(of view: some View, environment: EnvironmentValues = EnvironmentValues(), size: CGSize = CGSize(width: 158, height: 158)) throws
    -> ViewTree
{
    try ViewRenderer.tree(of: view, environment: environment, size: size)
}

/// The archive, checked as the daemon checks it, and sent through its bytes.
@MainActor func archive(of view: some View, family: WidgetCore.WidgetFamily = .systemSmall) throws -> ViewArchive {
    let encoded = try ArchiveCodec.encode(try tree(of: view).archive(), family: family)
    let decoded = try ArchiveCodec.decode(encoded.bytes)
    guard decoded == encoded.archive else { throw WidgetError(.internal, "the archive isn't the same when it is read") }
    return decoded
}

extension ViewArchive {
    /// The identity of each text, by its words.
    var textIDs: [String: NodeID] {
        nodes.reduce(into: [:]) { ids, node in if case .text(let text)? = node.content { ids[text] = node.id } }
    }
}
