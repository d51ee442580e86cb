import Foundation
import Testing
import WidgetAPI
import WidgetCore

@testable import SwiftUI
@testable import WidgetKit

/// A provider's views are archived once for each kind of surface that they tell apart.
@MainActor struct TraitTests {
    private struct Reader: View {
        @Environment(\.colorScheme) private var scheme
        var body: some View { Text(verbatim: scheme == .dark ? "night" : "day") }
    }

    private struct Modes: View {
        @Environment(\.widgetRenderingMode) private var mode
        @Environment(\.showsWidgetContainerBackground) private var showsBackground
        @Environment(\.levelOfDetail) private var detail
        @Environment(\.isLuminanceReduced) private var isDimmed
        @Environment(\.dynamicTypeSize) private var size
        var body: some View {
            Text(verbatim: "\(mode.description) \(showsBackground) \(detail == .simplified) \(isDimmed) \(size)")
        }
    }

    /// It reads the scheme, and looks the same.
    private struct Same: View {
        @Environment(\.colorScheme) private var scheme
        var body: some View { Text(verbatim: scheme == .dark ? "same" : "same") }
    }

    private struct Plain: View {
        var body: some View { Text(verbatim: "plain") }
    }

    private func archive(_ view: some View, wanted: [ViewTraits]) throws -> ViewArchive {
        let context = ProviderContext(family: .systemSmall, variants: wanted, date: Timestamp(milliseconds: 0))
        return try EntryRenderer(context: context).archive(date: Date(timeIntervalSince1970: 0)) { view }.archive
    }

    private func text(_ archive: ViewArchive, on surface: ViewTraits) -> String? {
        if case .text(let text)? = archive.adapted(to: surface).nodes.first?.content { text } else { nil }
    }

    @Test func aViewThatReadsATraitHasAVariantForEachSurface() throws {
        let light = ViewTraits.standard.with(.light)
        let archive = try archive(Reader(), wanted: [light, .standard, light])
        #expect(archive.variants.count == 1)
        #expect(text(archive, on: light) == "day" && text(archive, on: .standard) == "night")
        #expect(archive.traits == [ViewTraits(colorScheme: .dark)] && archive.variants[0].traits == [ViewTraits(colorScheme: .light)])
    }

    @Test func withoutAnotherSurfaceItSaysForWhatItWasMade() throws {
        let archive = try archive(Reader(), wanted: [])
        #expect(archive.variants.isEmpty && archive.traits == [ViewTraits(colorScheme: .dark)])
        #expect(!archive.isMade(for: .standard.with(.light)))
    }

    @Test func aViewThatReadsNoneIsForAll() throws {
        let archive = try archive(Plain(), wanted: [.standard.with(.light), ViewTraits(renderingMode: .accented)])
        #expect(archive.variants.isEmpty && archive.traits.isEmpty)
    }

    @Test func oneThatLooksTheSameIsSentOnce() throws {
        let archive = try archive(Same(), wanted: [.standard.with(.light)])
        #expect(archive.variants.isEmpty && archive.isMade(for: .standard) && archive.isMade(for: .standard.with(.light)))
    }

    @Test func everyTraitReachesTheView() throws {
        let surface = ViewTraits(
            colorScheme: .dark, renderingMode: .vibrant, showsBackground: false, levelOfDetail: .simplified, isLuminanceReduced: true,
            dynamicTypeSize: .accessibility1)
        let archive = try archive(Modes(), wanted: [surface])
        #expect(text(archive, on: .standard) == "fullColor true false false large")
        #expect(text(archive, on: surface) == "vibrant false true true accessibility1")
        #expect(archive.variants[0].traits[0].colorScheme == nil, "it wasn't read")
    }

    @Test func aLimitOfTheSizeOfTextIsArchived() throws {
        let limited = try archive(Text(verbatim: "a").dynamicTypeSize(...DynamicTypeSize.xxLarge), wanted: [.standard.with(.light)])
        #expect(limited.nodes.contains { $0.modifiers.contains(.dynamicTypeSize(minimum: nil, maximum: .xxLarge)) })
        #expect(limited.variants.isEmpty, "a limit reads no trait")
        let fixed = try archive(Text(verbatim: "a").environment(\.dynamicTypeSize, .small), wanted: [])
        #expect(fixed.nodes.contains { $0.modifiers.contains(.dynamicTypeSize(minimum: .small, maximum: .small)) })
    }

    @Test func aViewWithinALimitReadsTheNearestSize() throws {
        let surface = ViewTraits(dynamicTypeSize: .accessibility5)
        let archive = try archive(Modes().dynamicTypeSize(.small ... .xLarge), wanted: [surface])
        #expect(text(archive, on: surface)?.hasSuffix(" xLarge") == true)
    }

    @Test func aClosureThatCannotRunInAWidgetIsRemarkedOnOnce() throws {
        struct Taps: View {
            var body: some View {
                VStack {
                    Button("Add") {}
                    Text(verbatim: "a").onTapGesture {}
                }
            }
        }
        let renderer = EntryRenderer(context: ProviderContext(family: .systemSmall, date: Timestamp(milliseconds: 0)))
        for _ in 0..<2 { _ = try renderer.archive(date: Date(timeIntervalSince1970: 0)) { Taps() } }
        #expect(renderer.remarks.count == 2)
        #expect(renderer.remarks.contains { $0.contains("Taps") && $0.contains("Button(intent:)") }, "\(renderer.remarks)")
        #expect(renderer.remarks.contains { $0.contains("onTapGesture") })
    }

    @Test func aProviderIsToldTheVariants() {
        let context = TimelineProviderContext(
            ProviderContext(family: .systemSmall, variants: [.standard.with(.light), .standard.with(.light)], date: Timestamp(milliseconds: 0)))
        #expect(context.environmentVariants.colorScheme == [.dark, .light])
        #expect(context.environmentVariants[\.widgetRenderingMode] == [.fullColor])
        #expect(context.environmentVariants.lineLimit == nil, "no surface has it")
    }
}
