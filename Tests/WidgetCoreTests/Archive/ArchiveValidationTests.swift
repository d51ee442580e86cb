import Testing
import WidgetCore

@Suite("An archive is within every limit, or refused with the node that breaks it")
struct ArchiveValidationTests {
    static let text = ViewNode(parent: 0, content: .text("a"))

    static func stack(_ children: [ViewNode]) -> [ViewNode] {
        [ViewNode(parent: 0, content: .stack(axis: .vertical, alignment: nil, spacing: nil))] + children
    }

    static func error(_ archive: ViewArchive, family: WidgetFamily = .systemSmall) -> String? {
        do {
            _ = try archive.validated(family: family)
            return nil
        } catch {
            #expect(error.code == .invalidArgument)
            return error.message
        }
    }

    static func error(_ content: ViewContent) -> String? { error(ViewArchive(nodes: [ViewNode(parent: 0, content: content)])) }
    static func error(_ modifier: ViewModifier) -> String? {
        error(ViewArchive(nodes: [ViewNode(parent: 0, content: .text("a"), modifiers: [modifier])]))
    }

    @Test("A plain archive passes unchanged but for its identities")
    func plain() throws {
        let archive = ViewArchive(nodes: Self.stack([Self.text, Self.text]))
        var validated = try archive.validated(family: .systemSmall)
        #expect(validated.nodes.allSatisfy { $0.id != nil })
        for index in validated.nodes.indices { validated.nodes[index].id = nil }
        #expect(validated == archive)
    }

    @Test("1,024 nodes pass and one more doesn't")
    func nodes() {
        #expect(Self.error(ViewArchive(nodes: Self.stack(Array(repeating: Self.text, count: 1_023)))) == nil)
        #expect(Self.error(ViewArchive(nodes: Self.stack(Array(repeating: Self.text, count: 1_024)))) == "nodes: at most 1024, not 1025")
        #expect(Self.error(ViewArchive(nodes: [])) == "nodes: an archive has at least one view")
    }

    @Test("64 levels pass and one more doesn't")
    func depth() {
        func nested(_ levels: Int) -> ViewArchive {
            ViewArchive(nodes: (0..<levels).map { ViewNode(parent: max(0, $0 - 1), content: .stack(axis: .depth, alignment: nil, spacing: nil)) })
        }
        #expect(Self.error(nested(64)) == nil)
        #expect(Self.error(nested(65)) == "nodes[64] (zstack): views nest at most 64 deep, and this one is 65 deep")
    }

    @Test("Text is counted over the whole archive, labels and fallbacks too")
    func textBytes() {
        func archive(_ bytes: Int) -> ViewArchive {
            let half = String(repeating: "x", count: 8 << 10)
            return ViewArchive(
                nodes: Self.stack([
                    ViewNode(parent: 0, content: .text(half)),
                    ViewNode(parent: 0, content: .label(title: half, systemImage: ""), fallback: String(repeating: "f", count: bytes)),
                ]))
        }
        #expect(Self.error(archive(0)) == nil)
        #expect(Self.error(archive(1)) == "nodes[2] (label): all text of one entry has at most 16384 bytes, and with this view it has 16385")
    }

    @Test("Nodes are a tree in preorder")
    func structure() {
        let stack = Self.stack([])[0]
        #expect(Self.error(ViewArchive(nodes: [ViewNode(parent: 1, content: .divider)])) == "nodes[0] (divider): the root's parent is itself, 0, not 1")
        #expect(Self.error(ViewArchive(nodes: [stack, ViewNode(parent: 1, content: .divider)])) == "nodes[1] (divider): its parent 1 must come before it")
        #expect(Self.error(ViewArchive(nodes: [stack, ViewNode(parent: -1, content: .divider)])) == "nodes[1] (divider): its parent -1 must come before it")
        #expect(
            Self.error(ViewArchive(nodes: [stack, stack, stack, ViewNode(parent: 1, content: .divider)]))
                == "nodes[3] (divider): its parent 1 is already closed: nodes are in preorder")
        #expect(
            Self.error(ViewArchive(nodes: [Self.text, Self.text])) == "nodes[1] (text): its parent, node 0, is a text, which has no children")
        #expect(
            Self.error(ViewArchive(nodes: [stack, ViewNode(parent: 0, content: .gridRow(alignment: nil))]))
                == "nodes[1] (grid row): a grid row lies in a grid, not in a vstack")
    }

    @Test("A view that this code doesn't know may have children and a fallback")
    func unknownContent() {
        #expect(Self.error(ViewArchive(nodes: [ViewNode(parent: 0, content: nil, fallback: "new"), Self.text])) == nil)
    }

    @Test("A toggle has its two states")
    func toggle() {
        let toggle = ViewNode(parent: 0, content: .toggle(action: 0, isOn: true, title: ""))
        let actions = [ViewAction(id: "a", effect: .reload)]
        #expect(Self.error(ViewArchive(nodes: [toggle, Self.text, Self.text], actions: actions)) == nil)
        #expect(
            Self.error(ViewArchive(nodes: [toggle, Self.text], actions: actions))
                == "nodes[0] (toggle): a toggle has two children, its states off and on, not 1")
    }

    @Test("One container background, below the root")
    func containerBackground() {
        let background = ViewNode(parent: 0, content: .containerBackground)
        #expect(Self.error(ViewArchive(nodes: [Self.text, background, ViewNode(parent: 1, content: .divider)])) == nil)
        #expect(
            Self.error(ViewArchive(nodes: [Self.text, background, background]))
                == "nodes[2] (container background): a widget has one container background, and this is the second")
        #expect(Self.error(.containerBackground) == "nodes[0] (container background): a container background lies below the root, not at it")
        let nested = ViewNode(parent: 1, content: .containerBackground)
        #expect(
            Self.error(ViewArchive(nodes: Self.stack([Self.stack([])[0], nested])))
                == "nodes[2] (container background): a container background is a child of the root, not of node 1")
    }

    @Test("Actions: form, one of each id, and indices that lead somewhere")
    func actions() {
        func archive(_ actions: [ViewAction]) -> ViewArchive { ViewArchive(nodes: [Self.text], actions: actions) }
        #expect(Self.error(archive([ViewAction(id: "a b", effect: .reload)])) == #"actions[0]: an id has the form [a-zA-Z0-9_.-]{1,64}, and "a b" has not"#)
        let twice = [ViewAction(id: "a", effect: .reload), ViewAction(id: "a", effect: .reload)]
        #expect(Self.error(archive(twice)) == #"actions[1]: the id "a" is there twice; each action has its own"#)
        #expect(
            Self.error(archive([ViewAction(id: "a", effect: .intent(name: "", parameters: [:]))]))
                == "actions[0]: an intent's name has 1 to 128 bytes, this one 0")
        #expect(
            Self.error(archive([ViewAction(id: "a", effect: .intent(name: "I", parameters: ["p": .number(.nan)]))]))
                == #"actions[0]: parameter "p" must be a finite number, not nan"#)
        let many = (0..<65).map { ViewAction(id: "a\($0)", effect: .reload) }
        #expect(Self.error(archive(many)) == "actions: at most 64, not 65")
        #expect(Self.error(.button(action: 0)) == "nodes[0] (button): names action 0, and the archive has 0")
    }

    @Test("Parameters have 4 KiB in all")
    func parameters() {
        let value = ParameterValue.text(String(repeating: "x", count: 1_024))
        func archive(_ names: [String]) -> ViewArchive {
            ViewArchive(
                nodes: [Self.text],
                actions: [ViewAction(id: "a", effect: .intent(name: "I", parameters: .init(uniqueKeysWithValues: names.map { ($0, value) })))])
        }
        #expect(Self.error(archive(["a", "b", "c"])) == nil)
        #expect(Self.error(archive(["a", "b", "c", "d"])) == "actions[0]: parameters have at most 4096 bytes in all, these 4100")
    }

    @Test(
        "Links are absolute",
        arguments: [
            ("https://example.org/a?b=c#d", true), ("mailto:someone@example.org", true), ("widgetd:open", true), ("/relative", false), ("example.org", false),
            ("https://", false), ("https:///path", false), (":x", false), ("http:", false), ("https://exa mple.org", false), ("https://e\u{1B}[2J", false),
            ("1a:b", false), ("https://exämple.org", false), ("https://" + String(repeating: "a", count: 2_040), true),
            ("https://" + String(repeating: "a", count: 2_041), false),
        ])
    func links(url: String, isGood: Bool) {
        #expect((Self.error(.link(url: url)) == nil) == isGood)
    }

    @Test("Numbers are finite and within their bounds")
    func numbers() {
        #expect(Self.error(.gauge(Gauge(value: .nan))) == "nodes[0] (gauge): value must be a finite number, not nan")
        #expect(Self.error(.gauge(Gauge(value: 1, minimum: 5, maximum: 5))) == "nodes[0] (gauge): the minimum 5.0 must be less than the maximum 5.0")
        #expect(Self.error(.gauge(Gauge(value: 7))) == nil, "A load above its maximum is drawn full")
        #expect(Self.error(.progress(.fraction(1.01), label: "")) == "nodes[0] (progress): fraction is 0 to 1, not 1.01")
        #expect(Self.error(.stack(axis: .vertical, alignment: nil, spacing: -1)) == "nodes[0] (vstack): spacing is 0 to 100000.0 points, not -1.0")
        #expect(Self.error(.opacity(.infinity)) == "nodes[0] (text): opacity is 0 to 1, not inf")
        #expect(Self.error(.font(ViewFont(size: 513))) == "nodes[0] (text): a font's size is 1.0 to 512.0 points, not 513.0")
        #expect(Self.error(.font(ViewFont(style: .title, size: 12))) == "nodes[0] (text): a font has a style or a size, not both")
        #expect(Self.error(.lineLimit(0)) == "nodes[0] (text): a line limit is 1 to 1000, not 0")
        #expect(Self.error(.frame(ViewFrame(maximumWidth: .infinity))) == nil)
        #expect(Self.error(.frame(ViewFrame(width: .infinity))) == "nodes[0] (text): frame.width is 0 to 100000.0 points, not inf")
        #expect(Self.error(.rotation(.nan)) == "nodes[0] (text): rotation is -100000.0 to 100000.0, not nan")
    }

    @Test("A time zone's name can't lead out of the zones' directory", arguments: ["../../etc/passwd", "/etc/passwd", "a.b", "a b"])
    func timeZone(name: String) {
        let live = LiveText(style: .time, date: Timestamp(milliseconds: 0), timeZone: name)
        #expect(Self.error(.liveText(live))?.contains("a time zone has a name of IANA") == true)
    }

    @Test("Images have at most twice the family's points")
    func images() throws {
        let digest = ContentDigest(of: [])
        func archive(_ width: Int, _ height: Int, type: String = "image/png") -> ViewArchive {
            ViewArchive(
                nodes: [ViewNode(parent: 0, content: .image(ViewImage(source: .image(0))))],
                images: [ImageReference(digest: digest, width: width, height: height, mediaType: type)])
        }
        #expect(Self.error(archive(316, 316)) == nil)
        #expect(Self.error(archive(317, 1)) == "images[0]: an image in systemSmall has at most 316 by 316 pixels, this one 317 by 1")
        #expect(Self.error(archive(317, 1), family: .systemMedium) == nil)
        #expect(Self.error(archive(0, 1)) != nil)
        #expect(Self.error(archive(1, 1, type: "image/gif")) == #"images[0]: its media type is "image/png", not "image/gif""#)
        #expect(Self.error(.image(ViewImage(source: .image(0)))) == "nodes[0] (image): names image 0, and the archive has 0")
    }

    @Test("The format's versions make sense, and a newer one is kept for readers that know it")
    func format() throws {
        #expect(Self.error(ViewArchive(format: 0, nodes: [Self.text])) == "format: the format's version is 1 or higher, not 0")
        #expect(Self.error(ViewArchive(format: 1, minimumReader: 2, nodes: [Self.text]))?.hasPrefix("min_reader: ") == true)
        let newer = try ViewArchive(format: 3, minimumReader: 3, nodes: [Self.text]).validated(family: .systemSmall)
        #expect(!newer.isReadable)
    }
}
