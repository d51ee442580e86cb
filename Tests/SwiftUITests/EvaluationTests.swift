import Foundation
import Testing
import WidgetCore

@testable import SwiftUI

@MainActor @Suite struct EvaluationTests {
    private struct Endless: View {
        var body: some View { VStack { AnyView(Endless()) } }
    }

    private struct Bodies: View {
        var depth: Int
        var body: AnyView { depth == 0 ? AnyView(Text("end")) : AnyView(Bodies(depth: depth - 1)) }
    }

    private func fault(_ view: some View) -> String {
        do {
            _ = try archive(of: view)
            return ""
        } catch {
            return "\(error)"
        }
    }

    @Test func aBodyThatContainsItselfIsAnErrorThatNamesTheView() {
        let message = fault(Endless())
        #expect(message.contains("Endless > VStack > Endless"), "\(message)")
        #expect(message.contains("256"), "\(message)")
        #expect(fault(Bodies(depth: 300)).contains("does the body of Bodies contain itself?"))
        #expect(fault(Bodies(depth: 200)) == "")
    }

    @Test func aViewOverALimitIsAnErrorThatNamesTheLimit() {
        #expect(fault(VStack { ForEach(0..<2_000) { Text("\($0)") } }).contains("at most 1024"))
        #expect(fault(VStack { Text("a").aspectRatio(-1, contentMode: .fit) }).contains("the aspect ratio is -1.0"))
        #expect(fault(Image("nothing")).contains("there is no image \"nothing\""))
    }

    private struct OrderView: View {
        var rows = 0
        var ratio: CGFloat = 1
        var text = "b"
        var image: String?

        var body: some View {
            VStack {
                Text("a")
                HStack { ForEach(0..<rows, id: \.self) { Text("\($0)") } }
                Text(text).aspectRatio(ratio, contentMode: .fit)
                if let image { Image(image) }
            }
        }
    }

    @Test func aLimitNamesTheViewsPath() throws {
        func path(_ view: OrderView) -> String {
            let size = CGSize(width: 158, height: 158)
            do {
                _ = try archive(of: view)
                return ""
            } catch let error as WidgetError {
                return ViewRenderer.error(error, locatedIn: view, environment: EnvironmentValues(), size: size, family: .systemSmall).message
            } catch {
                return "\(error)"
            }
        }
        #expect(path(OrderView()) == "")
        let long = OrderView(text: String(repeating: "b", count: Limits.textBytesPerArchive + 1))
        #expect(path(long).hasPrefix("OrderView > VStack > Text[2]: "), "\(path(long))")
        #expect(path(OrderView(rows: 2_000)).hasPrefix("OrderView > VStack > HStack[1]: a view has at most 1024 nodes, and this one has 2004"))
        // A value that is wrong when the view runs is said of its container.
        #expect(fault(OrderView(ratio: -1)).hasPrefix("OrderView > VStack: the aspect ratio"))
        #expect(fault(OrderView(image: "none")).hasPrefix("OrderView > VStack > Image: there is no image"))
    }

    private struct Reader: View {
        @Environment(\.colorScheme) var scheme
        @Environment(\.locale) var locale
        var body: some View { Text(scheme == .dark ? "dark" : "light") }
    }

    @Test func theEnvironmentIsReadWhereTheViewStands() throws {
        let archive = try archive(
            of: VStack {
                Reader(); Reader().environment(\.colorScheme, .dark)
            })
        #expect(archive.nodes.dropFirst().map(\.content) == [.text("light"), .text("dark")])
    }

    @Test func onlyWhatAViewReadsIsNoted() throws {
        let recorder = TraitRecorder()
        var environment = EnvironmentValues()
        environment.traitRecorder = recorder
        _ = try tree(of: Reader(), environment: environment)
        #expect(recorder.reads == .colorScheme)
    }

    private struct OwnReader: View {
        @Environment(\.own) var own
        var body: some View { Text("\(own)") }
    }

    @Test func aKeyOfOnesOwnHasItsDefault() throws {
        let archive = try archive(
            of: VStack {
                OwnReader(); OwnReader().environment(\.own, 5)
            })
        #expect(archive.nodes.dropFirst().map(\.content) == [.text("1"), .text("5")])
    }

    @Test func aGeometryReaderKnowsTheRoomThatIsOffered() throws {
        let view = GeometryReader { geometry in Text("\(Int(geometry.size.width))") }.padding(8).frame(width: 100)
        #expect(try archive(of: view).nodes[1].content == .text("84"))
    }

    @Test func aClosureThatCantRunIsNamed() throws {
        let resolution = ViewResolution()
        let view = VStack {
            Button("Go") {}; Text("a").onTapGesture {}
        }
        _ = try ViewRenderer.tree(of: view, environment: EnvironmentValues(), size: .zero, in: resolution)
        #expect(resolution.deadClosures.count == 2)
        #expect(resolution.deadClosures[0].contains("Button(intent:)"))
    }

    @Test func anAssetCatalogueAndAStringCatalogueAreRead() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "swiftui-\(UUID().uuidString)")
        let colour = folder.appending(path: "Assets.xcassets/Espresso.colorset")
        try FileManager.default.createDirectory(at: colour, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let json = """
            {"colors": [{"color": {"components": {"red": "0x80", "green": "0.5", "blue": "255", "alpha": "1.000"}}},
              {"appearances": [{"appearance": "luminosity", "value": "dark"}], "color": {"components": {"white": "1.0", "alpha": "0.5"}}}]}
            """
        try Data(json.utf8).write(to: colour.appending(path: "Contents.json"))
        setenv("WIDGETD_RESOURCES", folder.path, 1)
        defer { unsetenv("WIDGETD_RESOURCES") }
        let view = VStack {
            Color("Espresso"); Color("Espresso").environment(\.colorScheme, .dark)
        }
        #expect(try archive(of: view).nodes.dropFirst().map(\.modifiers) == [[.foreground(.rgba(0x8080_FFFF))], [.foreground(.rgba(0xFFFF_FF80))]])
    }
}

extension EnvironmentValues {
    fileprivate var own: Int {
        get { self[EvaluationTestsKey.self] }
        set { self[EvaluationTestsKey.self] = newValue }
    }
}

private enum EvaluationTestsKey: EnvironmentKey { static var defaultValue: Int { 1 } }
