import Foundation
import SwiftUI
import Testing
import WidgetCore

/// Each modifier leaves what its name says, and the daemon takes it.
@MainActor @Suite struct ModifierTests {
    private func modifiers(_ view: some View) throws -> [WidgetCore.ViewModifier] { try archive(of: view).nodes[0].modifiers }
    private let red = ViewColor.named(.red)

    @Test func text() throws {
        #expect(try modifiers(Text("a").font(.title)) == [.font(ViewFont(style: .title))])
        #expect(
            try modifiers(Text("a").font(.system(size: 20, weight: .heavy, design: .rounded))) == [.font(ViewFont(size: 20, weight: .heavy, design: .rounded))])
        #expect(try modifiers(Text("a").font(.custom("Fira", size: 12, relativeTo: .body))) == [.font(ViewFont(style: .body, size: 12, name: "Fira"))])
        #expect(try modifiers(Text("a").bold().italic()) == [.font(ViewFont(weight: .bold)), .font(ViewFont(isItalic: true))])
        #expect(try modifiers(Text("a").strikethrough(color: .red)) == [.strikethrough(ViewTextLine(color: red))])
        #expect(try modifiers(Text("a").underline(pattern: .dash)) == [.underline(ViewTextLine(pattern: .dash))])
        #expect(try modifiers(Text("a").kerning(2).tracking(1).baselineOffset(-3)) == [.kerning(2), .tracking(1), .baselineOffset(-3)])
        #expect(try modifiers(VStack {}.textCase(.uppercase)) == [.textCase(.uppercase)])
        #expect(try modifiers(Text("a").lineLimit(2)) == [.lineLimit(2)])
        #expect(try modifiers(Text("a").lineLimit(nil)) == [.lineLimitRange(minimum: nil, maximum: nil, reservesSpace: false)])
        #expect(try modifiers(Text("a").lineLimit(2, reservesSpace: true)) == [.lineLimitRange(minimum: nil, maximum: 2, reservesSpace: true)])
        #expect(try modifiers(Text("a").lineLimit(2...4)) == [.lineLimitRange(minimum: 2, maximum: 4, reservesSpace: false)])
        #expect(try modifiers(Text("a").truncationMode(.middle).allowsTightening(true)) == [.truncation(.middle), .allowsTightening(true)])
        #expect(try modifiers(Text("a").minimumScaleFactor(0.5).lineSpacing(3)) == [.minimumScaleFactor(0.5), .lineSpacing(3)])
        #expect(try modifiers(Text("a").multilineTextAlignment(.trailing)) == [.multilineAlignment(.trailing)])
    }

    @Test func colours() throws {
        #expect(try modifiers(Text("a").foregroundStyle(.red)) == [.foreground(red)])
        #expect(try modifiers(VStack {}.foregroundStyle(.secondary)) == [.foregroundStyle([.hierarchical(2)])])
        #expect(try modifiers(VStack {}.foregroundStyle(.tertiary)) == [.foregroundStyle([.hierarchical(3)])])
        #expect(try modifiers(VStack {}.foregroundStyle(.red, .blue)) == [.foregroundStyle([.color(red), .color(.named(.blue))])])
        #expect(try modifiers(Text("a").foregroundColor(Color(red: 1, green: 0.5, blue: 0))) == [.foreground(.rgba(0xFF80_00FF))])
        #expect(try modifiers(VStack {}.tint(.red.opacity(0.25))) == [.tint(.faded(.red, opacity: 0.25))])
        #expect(try modifiers(VStack {}.background(.red)) == [.background(red)])
        let gradient = ViewGradient(
            .linear(start: ViewPoint(x: 0.5, y: 0), end: ViewPoint(x: 0.5, y: 1)),
            stops: [.init(red, location: 0), .init(.named(.blue), location: 1)])
        #expect(
            try modifiers(VStack {}.foregroundStyle(LinearGradient(colors: [.red, .blue], startPoint: .top, endPoint: .bottom)))
                == [.foregroundStyle([.gradient(gradient)])])
        #expect(try modifiers(VStack {}.foregroundStyle(.ultraThinMaterial)) == [.foregroundStyle([.material(.ultraThin)])])
        #expect(try modifiers(VStack {}.widgetAccentable()) == [.accentable(true)])
    }

    @Test func layout() throws {
        #expect(try modifiers(VStack {}.frame(width: 10, alignment: .topLeading)) == [.frame(ViewFrame(width: 10, alignment: .topLeading))])
        #expect(try modifiers(VStack {}.frame(minWidth: 1, maxWidth: .infinity)) == [.frame(ViewFrame(minimumWidth: 1, maximumWidth: .infinity))])
        #expect(try modifiers(VStack {}.padding(.horizontal, 4)) == [.padding(ViewInsets(top: 0, leading: 4, bottom: 0, trailing: 4))])
        #expect(try modifiers(VStack {}.padding(-2)) == [.padding(ViewInsets(top: -2, leading: -2, bottom: -2, trailing: -2))])
        #expect(try modifiers(VStack {}.offset(x: 1, y: -2).position(x: 3, y: 4)) == [.offset(x: 1, y: -2), .position(x: 3, y: 4)])
        #expect(try modifiers(VStack {}.aspectRatio(1.5, contentMode: .fill)) == [.aspectRatio(1.5, fills: true)])
        #expect(try modifiers(Image(systemName: "star").resizable().scaledToFit()) == [.aspectRatio(nil, fills: false)])
        #expect(
            try modifiers(VStack {}.fixedSize().layoutPriority(1).zIndex(2)) == [
                .fixedSize(horizontally: true, vertically: true), .layoutPriority(1), .zIndex(2),
            ])
        #expect(try modifiers(VStack {}.gridCellColumns(2).gridCellAnchor(.center)) == [.gridCell(ViewGridCell(columns: 2, anchor: .center))])
        #expect(try modifiers(VStack {}.contentMargins(.top, 3)) == [.contentMargins(top: 3, leading: nil, bottom: nil, trailing: nil)])
    }

    @Test func effects() throws {
        #expect(try modifiers(VStack {}.opacity(0.5).hidden()) == [.opacity(0.5), .hidden])
        #expect(try modifiers(VStack {}.scaleEffect(2)) == [.scale(x: 2, y: 2)])
        #expect(try modifiers(VStack {}.scaleEffect(2, anchor: .leading)) == [.scaleAbout(x: 2, y: 2, anchor: ViewPoint(x: 0, y: 0.5))])
        #expect(try modifiers(VStack {}.rotationEffect(.radians(1))) == [.rotation(1)])
        #expect(try modifiers(VStack {}.cornerRadius(4)) == [.cornerRadius(4)])
        #expect(try modifiers(VStack {}.clipShape(Circle())) == [.clip(.circle)])
        #expect(try modifiers(VStack {}.clipShape(.rect(cornerRadius: 5))) == [.clip(.roundedRectangle(cornerRadius: 5))])
        #expect(try modifiers(VStack {}.shadow(color: .red, radius: 3, y: 1)) == [.shadow(ViewShadow(color: red, radius: 3, y: 1))])
        #expect(try modifiers(VStack {}.blur(radius: 2).saturation(0)) == [.blur(2), .color(.saturation(0))])
        #expect(try modifiers(VStack {}.blendMode(.multiply).compositingGroup()) == [.blendMode(.multiply), .compositingGroup])
        #expect(try modifiers(VStack {}.symbolVariant(.fill).imageScale(.large)) == [.symbolVariants(.fill), .imageScale(.large)])
    }

    @Test func motion() throws {
        #expect(try modifiers(Text("a").contentTransition(.numericText(value: 3))) == [.contentTransition(.numericText(value: 3))])
        #expect(try modifiers(Text("a").transition(.opacity)) == [.transition(.opacity)])
        #expect(try modifiers(Text("a").transition(.scale.combined(with: .opacity))).count == 1)
        guard case .animation(let rule)? = try modifiers(Text("a").animation(.linear(duration: 1), value: 1)).first,
            case .animation(let same)? = try modifiers(Text("b").animation(.linear(duration: 1), value: 1)).first,
            case .animation(let other)? = try modifiers(Text("a").animation(nil, value: 2)).first
        else { return #expect(Bool(false)) }
        #expect(rule == same && rule.digest != other.digest && other.animation == nil)
        #expect(rule.animation == ViewAnimation(.timingCurve(.linear, duration: 1)))
    }

    @Test func layersHaveTheViewFirst() throws {
        let overlaid = try archive(of: Text("a").overlay(alignment: .bottom) { Text("b") })
        #expect(overlaid.nodes.map(\.content) == [.layered(.overlay, alignment: .bottom), .text("a"), .text("b")])
        #expect(overlaid.format == 2 && overlaid.minimumReader == 2)
        #expect(try archive(of: Text("a").bold()).format == 1)
        #expect(try archive(of: Text("a").border(.red)).nodes[0].content == .layered(.overlay, alignment: nil))
        #expect(try archive(of: Text("a").mask { Circle() }).nodes[0].content == .layered(.mask, alignment: nil))
        // Two views over a third lie over each other.
        let several = try archive(
            of: Text("a").background {
                Text("b"); Text("c")
            })
        #expect(
            several.nodes.map(\.content) == [
                .layered(.background, alignment: nil), .text("a"), .stack(axis: .depth, alignment: nil, spacing: nil), .text("b"), .text("c"),
            ])
    }

    @Test func aModifierOfAGroupIsAppliedToEachView() throws {
        let archive = try archive(
            of: HStack {
                Group {
                    Text("a"); Text("b")
                }.bold()
            })
        #expect(archive.nodes.dropFirst().allSatisfy { $0.modifiers == [.font(ViewFont(weight: .bold))] })
    }

    @Test func theWholeWidgetHasOneAddressAndOneBackground() throws {
        let view = VStack { Text("a").widgetURL(URL(string: "app://inner")) }.widgetURL(URL(string: "app://outer"))
        #expect(try archive(of: view).actions.map(\.effect) == [.openURL("app://outer")])
    }

    private struct PressIntent: AppIntent {
        static let title: LocalizedStringResource = "Press"
        @Parameter(title: "Number") var number: Int

        init() {}
        init(_ number: Int) { self.number = number }
        func perform() async throws -> some IntentResult { .result() }
    }

    @Test func anIdentifierNamesAButtonsActionWhereItCan() throws {
        let archive = try archive(
            of: VStack {
                Button("a", intent: PressIntent(1)).accessibilityIdentifier("press-One")
                Button("b", intent: PressIntent(2)).accessibilityIdentifier("press-One")
                Button("c", intent: PressIntent(3)).accessibilityIdentifier("no name")
                Toggle("d", isOn: true, intent: PressIntent(4)).tint(.red).accessibilityIdentifier("switch")
                Button("e", intent: PressIntent(1)).accessibilityIdentifier("press-One")
            })
        #expect(archive.actions.map(\.id) == ["press-One", "PressIntent", "PressIntent-2", "switch"])
    }

    private struct Titled: SwiftUI.ViewModifier {
        var title: String
        func body(content: Content) -> some View {
            VStack {
                Text(title)
                content.padding(1)
            }
        }
    }

    @Test func aModifierOfOnesOwnStandsInPlaceOfTheView() throws {
        let archive = try archive(of: Text("a").modifier(Titled(title: "t")))
        #expect(archive.nodes.compactMap { if case .text(let text)? = $0.content { text } else { nil } } == ["t", "a"])
    }

    @Test func aGridsRowKeepsItsAlignment() throws {
        let grid = Grid {
            GridRow(alignment: .firstTextBaseline) { Text("a") }
            GridRow { Text("b") }
        }
        #expect(
            try archive(of: grid).nodes.compactMap(\.content).filter { if case .gridRow = $0 { true } else { false } } == [
                .gridRow(alignment: .firstTextBaseline), .gridRow(alignment: nil),
            ])
    }

    @Test func aStackIsALayoutToo() throws {
        func isStack(_ tree: ViewTree, _ axis: StackAxis) -> Bool { if case .view(.stack(axis, _, _)) = tree.content { true } else { false } }
        for (layout, axis) in [(AnyLayout(HStackLayout(spacing: 4)), StackAxis.horizontal), (AnyLayout(VStackLayout()), .vertical)] {
            let tree = try tree(
                of: layout {
                    Text(verbatim: "a")
                    Text(verbatim: "b")
                })
            #expect(isStack(tree, axis) && tree.children.count == 2, "\(tree)")
        }
    }

    @Test(arguments: [true, false]) func progressOfATimerCountsDown(_ countsDown: Bool) throws {
        let (start, end) = (Date(timeIntervalSince1970: 1_000), Date(timeIntervalSince1970: 2_000))
        let nodes = try archive(of: ProgressView(timerInterval: start...end, countsDown: countsDown)).nodes
        let progress = nodes.compactMap { if case .progress(let progress, _)? = $0.content { progress } else { nil } }
        #expect(progress == [.range(start: Timestamp(start), end: Timestamp(end), countsDown: countsDown)])
    }

    @Test func aPathIsTrimmedByItsLength() {
        var line = Path()
        line.move(to: .zero)
        line.addLine(to: CGPoint(x: 10, y: 0))
        #expect(line.trimmedPath(from: 0.2, to: 0.5).boundingRect == CGRect(x: 2, y: 0, width: 3, height: 0))
    }
}
