import SwiftProtobuf
import Testing
import WidgetCore

@testable import WidgetAPI

@Suite("An archive survives the wire, with what newer writers put there")
struct ArchiveCodecTests {
    static let date = Timestamp(milliseconds: 1_795_161_600_250)

    /// One of everything.
    private static var stacked: ViewTree {
        var chart = Chart(style: .area, series: [.init([1, 2]), .init([3, 4])])
        (chart.interpolation, chart.isStacked) = (.catmullRom, true)
        return ViewTree(.view(.chart(chart)))
    }

    static let everything = ViewTree.vstack(
        alignment: .leading, spacing: 3,
        [
            .text("a").font(.title).bold().italic().monospacedDigit().foregroundStyle(.red).tint(.accent).background(.rgba(0x1122_3344)).opacity(0.5)
                .offset(x: 1, y: -2).scaleEffect(x: 2, y: 3).rotationEffect(radians: 0.5).frame(width: 1, height: 2, maxWidth: .infinity, alignment: .top)
                .padding(ViewInsets(top: 1, leading: 2, bottom: 3, trailing: 4)).lineLimit(3).minimumScaleFactor(0.5).cornerRadius(4).widgetAccentable(false)
                .blur(radius: 2).redacted().multilineTextAlignment(.trailing).font(size: 13),
            .text(LiveText(style: .relative, date: date, end: date + .hours(1), countsDown: true, pause: date, timeZone: "Europe/Berlin", fallback: "f")),
            .text(date, style: .timer), .text(.currentTime(timeZone: "Asia/Tokyo")), .text(.currentDate()),
            .image(systemName: "wifi", accentedRenderingMode: .desaturated),
            .image(ImageReference(digest: ContentDigest(of: [1]), width: 4, height: 5), accentedRenderingMode: .fullColor),
            .label("Wi-Fi", systemImage: "wifi"),
            .hstack([.spacer(minLength: 4), .spacer, .divider]), .zstack(alignment: .bottomTrailing, []),
            .gauge(3, in: 1...7, label: "l", currentValueLabel: "c", style: .circular), .progress(0.25, label: "p"), .progress(nil),
            .chart(
                [.init([1, nil, 3], label: "in", color: .named(.red)), .init([0, 2.5, -1])], style: .bar, x: [0, 1, 5], in: -1...10,
                marks: [.init(8, label: "limit", color: .rgba(0x1122_33FF)), .init(9)]),
            .chart([nil, 1], style: .sparkline), stacked,
            .progress(timerInterval: date...(date + .hours(1))),
            .button("B", intent: "I", parameters: ["t": .text("x"), "i": .integer(-1), "n": .number(0.5), "b": .boolean(true)]),
            .button(effect: .reload, []), .button(effect: .openURL("https://a.b"), []), .toggle("T", isOn: true, intent: "J"),
            .link("https://a.b/", [.text("l")]),
            .shape(.rectangle), .shape(.roundedRectangle(cornerRadius: 3)), .shape(.circle), .shape(.capsule),
            .grid(alignment: .center, horizontalSpacing: 1, verticalSpacing: 2, [[.text("x")], []]),
        ]
    ).id("root").accessibilityLabel("all").privacySensitive().invalidatableContent().fallback("fb", required: true).containerBackground(.blue)

    static func proto(_ tree: ViewTree) throws -> ProtoViewArchive { ProtoViewArchive(try tree.archive()) }

    @Test("One of everything comes back as it was")
    func roundTrip() throws {
        let encoded = try ArchiveCodec.encode(try Self.everything.archive(), family: .systemLarge)
        #expect(try ArchiveCodec.decode(encoded.bytes) == encoded.archive)
        #expect(encoded.digest == ContentDigest(of: encoded.bytes))
        #expect(encoded.archive.nodes.allSatisfy { $0.id != nil })
    }

    @Test("Variants come back as they were, and a client keeps the one for its surface")
    func variants() throws {
        var tree = Self.everything
        tree.traits = [ViewTraits(colorScheme: .dark), ViewTraits(colorScheme: .light, isLuminanceReduced: true)]
        var other = ViewTree.button("other", intent: "Other")
        other.traits = [
            ViewTraits(
                colorScheme: .light, renderingMode: .vibrant, showsBackground: false, levelOfDetail: .simplified, isLuminanceReduced: false,
                dynamicTypeSize: .accessibility5, locale: "de-AT")
        ]
        tree.variants = [other]
        let encoded = try ArchiveCodec.encode(try tree.archive(), family: .systemLarge)
        #expect(try ArchiveCodec.decode(encoded.bytes) == encoded.archive)
        #expect(encoded.archive.variants[0].nodes.allSatisfy { $0.id != nil })
        #expect(try ArchiveCodec.normalize(ProtoViewArchive(try tree.archive()), family: .systemLarge) == encoded)
        let action = try #require(try ArchiveCodec.action("Other", in: encoded.bytes))
        #expect(action.0.effect == .intent(name: "Other", parameters: [:]))

        var snapshot = ProtoWidgetSnapshot()
        snapshot.archive = ProtoViewArchive(encoded.archive)
        snapshot.adapt(to: other.traits[0])
        #expect(snapshot.archive.nodes.count == encoded.archive.variants[0].nodes.count && snapshot.archive.variants.isEmpty)
        snapshot.archive = ProtoViewArchive(encoded.archive)
        snapshot.adapt(to: .standard)
        #expect(snapshot.archive.nodes.count == encoded.archive.nodes.count && snapshot.archive.variants.isEmpty)
        #expect(throws: WidgetError.self) { try ViewTraits(.with { $0.dynamicTypeSize = 13 }, field: "traits") }
    }

    @Test("An action is found in the bytes as it is in the archive, with the value of its own toggle", arguments: [true, false])
    func action(isOn: Bool) throws {
        let toggles = ViewTree.vstack([.toggle("first", isOn: isOn, intent: "I"), .button("B", intent: "J"), .toggle("last", isOn: !isOn, intent: "K")])
        for tree in [Self.everything, toggles] {
            let encoded = try ArchiveCodec.encode(try tree.archive(), family: .systemLarge)
            for name in encoded.archive.actions.map(\.id) {
                let (there, found) = (try #require(encoded.archive.action(name)), try #require(try ArchiveCodec.action(name, in: encoded.bytes)))
                #expect(found.0 == there.0)
                #expect(found.isOn == there.isOn)
            }
            #expect(try ArchiveCodec.action("another", in: encoded.bytes) == nil)
        }
    }

    @Test("The same archive is the same bytes, whatever the order of its parameters")
    func deterministic() throws {
        let first = try ArchiveCodec.encode(try Self.everything.archive(), family: .systemLarge)
        for _ in 0..<20 { #expect(try ArchiveCodec.normalize(Self.proto(Self.everything), family: .systemLarge) == first) }
    }

    @Test("Fields of a newer format stay in the bytes, and the fallback of a newer view is known")
    func newer() throws {
        var node = ProtoViewNode()
        // Field 900 of ViewNode, a content that doesn't exist yet: tag (900 << 3 | 2), a length and two bytes.
        try node.merge(serializedBytes: [0xA2, 0x38, 0x02, 0x08, 0x01] as [UInt8])
        node.fallback = "new thing"
        var proto = try Self.proto(.vstack([.text("a")]))
        proto.nodes.append(node)
        let encoded = try ArchiveCodec.normalize(proto, family: .systemSmall)
        #expect(encoded.archive.nodes[2].content == nil)
        #expect(encoded.archive.nodes[2].fallback == "new thing")
        #expect(encoded.archive.isReadable)
        let again = try ProtoViewArchive(serializedBytes: encoded.bytes)
        #expect(again.nodes[2].unknownFields == node.unknownFields)
        #expect(again.nodes.allSatisfy { $0.id.count == 16 })
        proto.nodes[2].mustUnderstand = true
        #expect(try !ArchiveCodec.normalize(proto, family: .systemSmall).archive.isReadable)
    }

    @Test("What no version allows is refused with its field")
    func refused() throws {
        func message(_ change: (inout ProtoViewArchive) -> Void) throws -> String? {
            var proto = try Self.proto(.vstack([.text("a")]))
            change(&proto)
            do {
                _ = try ArchiveCodec.normalize(proto, family: .systemSmall)
                return nil
            } catch {
                return error.message
            }
        }
        #expect(try message { $0.nodes[1].content = nil } == "archive.nodes[1]: a node needs a content, such as text or stack")
        #expect(try message { $0.nodes[1].content = .text(ProtoText()) } == "archive.nodes[1].text: needs a value: literal or live")
        #expect(try message { $0.nodes[0].stack.axis = .unspecified } == "archive.nodes[0].stack.axis: must be VERTICAL, HORIZONTAL or DEPTH")
        #expect(try message { $0.nodes[1].id = .init([1, 2]) } == "archive.nodes[1].id: an id has 16 bytes, or is left out, not 2")
        #expect(
            try message { $0.nodes[1].modifiers = [.with { $0.tint = .with { $0.named = "puce" } }] }?.hasPrefix(
                "archive.nodes[1].modifiers[0].tint: a named colour is one of primary") == true)
        #expect(try message { $0.actions = [.with { $0.id = "a" }] } == "archive.actions[0]: an action needs an effect: intent, reload or open_url")
        #expect(try message { $0.images = [ProtoImageReference()] } == "archive.images[0].sha256: a SHA-256 has 32 bytes, not 0")
        #expect(
            try message {
                $0.nodes[1].text.live = .with {
                    $0.style = .timer; $0.date = .init(seconds: .max, nanos: 0)
                }
            }?
            .hasPrefix("archive.nodes[1].text.live.date: a date lies in the years 1 to 9999") == true)
        #expect(try message { $0.nodes[1].modifiers = [.with { $0.opacity = 3 }] } == "nodes[1] (text): opacity is 0 to 1, not 3.0")
    }

    @Test("256 KiB and no more")
    func size() throws {
        var proto = try Self.proto(.text("a"))
        var node = ProtoViewNode()
        let length = 260_000
        // An unknown field of 260,000 bytes: within what a message may have, over what an entry may.
        try node.merge(
            serializedBytes: [0xA2, 0x38] + [UInt8(length & 0x7F | 0x80), UInt8(length >> 7 & 0x7F | 0x80), UInt8(length >> 14)]
                + [UInt8](repeating: 7, count: length))
        proto.nodes[0].unknownFields = node.unknownFields
        #expect(throws: Never.self) { try ArchiveCodec.normalize(proto, family: .systemSmall) }
        proto.unknownFields = node.unknownFields
        #expect { try ArchiveCodec.normalize(proto, family: .systemSmall) } throws: {
            ($0 as? WidgetError)?.message.hasPrefix("archive: one entry has at most 262144 bytes without its images, this one 520") == true
        }
    }

    @Test("Stored bytes that are no archive are a loss of data, not a crash")
    func garbage() {
        #expect { try ArchiveCodec.decode([0xFF, 0xFF, 0xFF]) } throws: { ($0 as? WidgetError)?.code == .dataLoss }
        #expect { _ = try ArchiveCodec.action("a", in: [0xFF, 0xFF, 0xFF]) } throws: { ($0 as? WidgetError)?.code == .dataLoss }
    }
}
