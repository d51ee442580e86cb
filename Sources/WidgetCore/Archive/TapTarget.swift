/// Something in a view that can be tapped, with the id that `widgetctl tap` takes.
public struct TapTarget: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        case button
        case toggle(isOn: Bool)
        case link
        /// The whole view, outside of everything else that can be tapped.
        case widget
    }

    /// For an action, its id in the archive. For a link, a name of the same form that no action of the archive has.
    public var id: String
    public var kind: Kind
    /// Its accessibility label, otherwise the text on it; empty: it has neither.
    public var title: String
    public var effect: ViewAction.Effect
    /// The index of the first node that carries it; nil: the whole view does, or none.
    public var node: Int?
    /// The text on it, whatever its label; empty: none.
    public var text = ""

    /// The address that it opens; nil: it does something else.
    public var url: String? {
        if case .openURL(let url) = effect { url } else { nil }
    }
}

extension ViewArchive {
    /// All that can be tapped: the actions in the order of their table, the links in theirs, and last what the whole view opens.
    ///
    /// An action that opens an address and that no view carries is the whole view's (`widgetURL`).
    public var tapTargets: [TapTarget] {
        var carriers: [Int: (node: Int, kind: TapTarget.Kind)] = [:]
        var links: [(node: Int, url: String)] = []
        for (index, node) in nodes.enumerated() {
            switch node.content {
            case .button(let action): if carriers[action] == nil { carriers[action] = (index, .button) }
            case .toggle(let action, let isOn, _): if carriers[action] == nil { carriers[action] = (index, .toggle(isOn: isOn)) }
            case .link(let url): links.append((index, url))
            default: break
            }
        }
        var taken = Set(actions.map(\.id))
        var targets: [TapTarget] = []
        var whole: [TapTarget] = []
        for (index, action) in actions.enumerated() {
            if let carrier = carriers[index] {
                targets.append(
                    .init(
                        id: action.id, kind: carrier.kind, title: title(of: carrier.node), effect: action.effect, node: carrier.node,
                        text: text(on: carrier.node)))
            } else if case .openURL = action.effect {
                whole.append(.init(id: action.id, kind: .widget, title: "", effect: action.effect))
            } else {
                targets.append(.init(id: action.id, kind: .button, title: "", effect: action.effect))
            }
        }
        for link in links {
            let title = title(of: link.node)
            let id = ViewAction.name(from: title, or: "link", besides: taken)
            taken.insert(id)
            targets.append(.init(id: id, kind: .link, title: title, effect: .openURL(link.url), node: link.node, text: text(on: link.node)))
        }
        return targets + whole.prefix(1)
    }

    /// The address that the whole view opens when it is tapped; nil: none.
    public var widgetURL: String? {
        guard actions.contains(where: { if case .openURL = $0.effect { true } else { false } }) else { return nil }
        return tapTargets.last.flatMap { $0.kind == .widget ? $0.url : nil }
    }

    private func title(of node: Int) -> String {
        let label = nodes[node].accessibilityLabel
        return label.isEmpty ? text(on: node) : label
    }

    /// The text on a view, in one line.
    private func text(on node: Int) -> String {
        var hidden: Set<Int> = []
        if case .toggle(_, let isOn, let title) = nodes[node].content {
            if !title.isEmpty { return title }
            // Its first child is what it looks like when it is off, the second when it is on.
            let states = nodes.indices.filter { nodes[$0].parent == node && $0 > node }
            if states.count == 2 { hidden = [states[isOn ? 0 : 1]] }
        }
        var words: [String] = []
        // Preorder: all that lies within a view follows it.
        var within: Set<Int> = [node]
        for (index, view) in nodes.enumerated().dropFirst(node + 1) {
            guard !hidden.contains(index), !hidden.contains(view.parent) else {
                hidden.insert(index)
                continue
            }
            guard within.contains(view.parent) else { break }
            within.insert(index)
            switch view.content {
            case .text(let text): words.append(text)
            case .label(let title, _): words.append(title)
            default: if !view.accessibilityLabel.isEmpty { words.append(view.accessibilityLabel) }
            }
        }
        return words.joined(separator: " ")
    }
}

extension TapTarget {
    /// All targets in several views of one widget or activity, each once. Two targets with the same id and the same effect are one.
    ///
    /// A link whose id names something else in another view gets `-2` and so on behind its id, so that each can be named. Other targets with the same id are
    /// one action, whatever it does: that of the first view.
    public static func all(in views: [ViewArchive]) -> [TapTarget] {
        let targets = views.map(\.tapTargets)
        let performed = Set(targets.joined().filter { $0.url == nil }.map(\.id))
        var names = Set(targets.joined().map(\.id))
        var known: [String: [TapTarget]] = [:]
        return targets.joined().compactMap { target in
            let before = known[target.id] ?? []
            guard let url = target.url else {
                if before.contains(where: { $0.url == nil }) { return nil }
                known[target.id] = before + [target]
                return target
            }
            if before.contains(where: { $0.url == url }) { return nil }
            known[target.id] = before + [target]
            if before.isEmpty, !performed.contains(target.id) { return target }
            var named = target
            named.id = ViewAction.free(target.id, besides: names)
            names.insert(named.id)
            return named
        }
    }
}

extension ViewAction {
    /// A name of the form of an action's id, made from the text on the view: `open-the-site`, with `-2` and so on where that is taken.
    /// - Parameter fallback: the name where the text has no character that an id can hold.
    public static func name(from text: String, or fallback: String, besides taken: Set<String> = []) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isIdentifierByte(byte), byte != UInt8(ascii: "-") {
                bytes.append((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte)
            } else if byte < 0x80, let last = bytes.last, last != UInt8(ascii: "-") {
                bytes.append(UInt8(ascii: "-"))
            }
            if bytes.count == Limits.actionNameBytes { break }
        }
        while bytes.last == UInt8(ascii: "-") || bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
        return free(bytes.isEmpty ? fallback : String(decoding: bytes, as: UTF8.self), besides: taken)
    }

    /// The name, with `-2` and so on where it is taken.
    fileprivate static func free(_ name: String, besides taken: Set<String>) -> String {
        var candidate = name
        var number = 1
        while taken.contains(candidate) {
            number += 1
            candidate = "\(name)-\(number)"
        }
        return candidate
    }
}
