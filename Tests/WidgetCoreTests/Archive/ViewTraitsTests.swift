import Testing
import WidgetCore
import WidgetScripts

@Suite("An entry has an archive for each kind of surface that its views tell apart")
struct ViewTraitsTests {
    private static let light = ViewTraits(colorScheme: .light)
    private static let dark = ViewTraits(colorScheme: .dark)

    private static func tree(_ text: String, for traits: ViewTraits..., variants: [ViewTree] = []) -> ViewTree {
        var tree = ViewTree.text(text)
        (tree.traits, tree.variants) = (traits, variants)
        return tree
    }

    private static func text(_ archive: ViewArchive) -> String? { if case .text(let text)? = archive.nodes.first?.content { text } else { nil } }

    private static func shown(_ tree: ViewTree, on surface: ViewTraits) throws -> String? {
        text(try tree.archive().validated(family: .systemSmall).adapted(to: surface.completed(by: .standard)))
    }

    @Test func aSurfaceShowsTheArchiveThatWasMadeForIt() throws {
        let tree = Self.tree("night", for: Self.dark, variants: [Self.tree("day", for: Self.light)])
        #expect(try Self.shown(tree, on: Self.light) == "day")
        #expect(try Self.shown(tree, on: Self.dark) == "night")
        #expect(try Self.shown(Self.tree("any"), on: Self.light) == "any")
    }

    @Test func withoutOneTheArchiveIsShownThatDiffersInWhatMattersLeast() throws {
        let accented = ViewTraits(colorScheme: .dark, renderingMode: .accented)
        let tree = Self.tree(
            "full", for: ViewTraits(colorScheme: .light, renderingMode: .fullColor), variants: [Self.tree("accented", for: accented)])
        #expect(try Self.shown(tree, on: ViewTraits(colorScheme: .light, renderingMode: .accented)) == "accented", "the mode weighs more than the scheme")
        #expect(try Self.shown(tree, on: ViewTraits(colorScheme: .dark, renderingMode: .vibrant)) == "accented")
    }

    @Test func oneMayBeMadeForSeveralSurfaces() throws {
        let archive = try Self.tree("same", for: Self.dark, Self.light).archive()
        #expect(archive.isMade(for: .standard) && archive.isMade(for: .standard.with(.light)))
        let night = try Self.tree("night", for: Self.dark).archive()
        #expect(night.isMade(for: .standard) && !night.isMade(for: .standard.with(.light)))
        #expect(try Self.tree("any").archive().isMade(for: .standard.with(.light)))
    }

    @Test func anActionOfOneIdIsOneActionInAllVariants() throws {
        func buttons(_ names: [String]) -> ViewTree {
            .vstack(names.map { ViewTree.button(effect: .intent(name: "Log", parameters: ["drink": .text($0)]), [.text($0)]) })
        }
        var tree = buttons(["tea", "water"])
        tree.traits = [Self.dark]
        var other = buttons(["water", "coffee", "tea"])
        other.traits = [Self.light]
        tree.variants = [other]
        let archive = try tree.archive().validated(family: .systemSmall)
        var effects: [String: ViewAction.Effect] = [:]
        for action in archive.actions + archive.variants[0].actions {
            #expect(effects.updateValue(action.effect, forKey: action.id) ?? action.effect == action.effect, "\(action.id) is one action")
        }
        #expect(effects.count == 3)
        let coffee = try #require(archive.variants[0].actions.first { $0.effect == .intent(name: "Log", parameters: ["drink": .text("coffee")]) })
        #expect(archive.action(coffee.id)?.0 == coffee, "also one that only a variant has")
    }

    @Test func whatIsPrivateIsHiddenInEveryVariant() throws {
        var secret = Self.tree("secret", for: Self.light)
        secret.isPrivacySensitive = true
        let archive = try Self.tree("plain", for: Self.dark, variants: [secret]).archive()
        #expect(archive.hasPrivateViews)
        let redacted = archive.redacted(.privateViews)
        #expect(Self.text(redacted) == "plain" && Self.text(redacted.variants[0])?.contains("secret") == false)
        #expect(Self.text(archive.redacted(.everything).variants[0])?.contains("secret") == false)
    }

    @Test func aVariantThatBreaksARuleIsNamed() throws {
        func error(_ archive: ViewArchive) -> String? { #expect(throws: WidgetError.self) { try archive.validated(family: .systemSmall) }?.message }
        let archive = try Self.tree("a", for: Self.dark, variants: [Self.tree("b", for: Self.light)]).archive()
        var nested = archive
        nested.variants[0].variants = [archive.variants[0]]
        #expect(error(nested)?.contains("variants[0].variants") == true)
        var nameless = archive
        nameless.variants[0].traits = []
        #expect(error(nameless)?.contains("variants[0].traits") == true)
        var many = archive
        many.variants = Array(repeating: archive.variants[0], count: Limits.variantsPerArchive + 1)
        #expect(error(many)?.contains("variants: at most \(Limits.variantsPerArchive)") == true)
        var broken = archive
        broken.variants[0].nodes[0].parent = 3
        #expect(error(broken)?.contains("variants[0]") == true)
        var remote = archive
        remote.variants[0].traits = [ViewTraits(locale: String(repeating: "a", count: 65))]
        #expect(error(remote)?.contains("locale") == true)
        var between = archive
        between.variants = [archive.variants[0], archive.variants[0]]
        between.variants[0].actions = [ViewAction(id: "x", effect: .reload)]
        between.variants[1].actions = [ViewAction(id: "x", effect: .openURL("https://a.b"))]
        #expect(error(between)?.contains("\"x\"") == true, "also where the archive itself has no such action")
        var different = archive
        different.actions = [ViewAction(id: "x", effect: .reload)]
        different.variants[0].actions = [ViewAction(id: "x", effect: .openURL("https://a.b"))]
        #expect(error(different)?.contains("\"x\"") == true)
    }

    @Test func aScriptGivesVariants() throws {
        let json = #"""
            {"for": {"colorScheme": "dark"}, "view": "night",
             "variants": [{"for": {"colorScheme": "light", "renderingMode": "accented", "showsBackground": false, "levelOfDetail": "simplified",
                                   "isLuminanceReduced": true, "dynamicTypeSize": "xLarge", "locale": "de"}, "view": "day"}]}
            """#
        let archive = try ScriptTimeline.decode(Array(json.utf8), family: .systemSmall, now: Timestamp(milliseconds: 0)).entries[0].archive
        #expect(archive.traits == [Self.dark])
        #expect(
            archive.variants[0].traits == [
                ViewTraits(
                    colorScheme: .light, renderingMode: .accented, showsBackground: false, levelOfDetail: .simplified, isLuminanceReduced: true,
                    dynamicTypeSize: .xLarge, locale: "de")
            ])
        func error(_ json: String) -> String? {
            #expect(throws: WidgetError.self) {
                try ScriptTimeline.decode(Array(json.utf8), family: .systemSmall, now: Timestamp(milliseconds: 0))
            }?.message
        }
        #expect(error(#"{"view": "a", "variants": [{"for": {"colorScheme": "light"}, "view": "b"}]}"#)?.contains("needs \"for\" too") == true)
        #expect(error(#"{"for": {"colorScheme": "beige"}, "view": "a"}"#)?.hasPrefix("for.colorScheme: ") == true)
        #expect(error(#"{"for": {"colorScheme": "dark"}, "view": "a", "variants": [{"for": {}, "view": "b"}]}"#)?.hasPrefix("variants[0].for: ") == true)
        #expect(error(#"{"for": {"colorScheme": "dark"}, "view": "a", "variants": [{"view": "b"}]}"#)?.hasPrefix("variants[0]") == true)
        let long = String(repeating: "a", count: Limits.textBytesPerArchive + 1)
        let inVariant = error(
            #"{"for": {"colorScheme": "dark"}, "view": "a", "variants": [{"for": {"colorScheme": "light"}, "view": {"vstack": ["b", "\#(long)"]}}]}"#)
        #expect(inVariant?.hasPrefix("variants[0].view.vstack[1]: ") == true, "\(inVariant ?? "")")
    }
}
