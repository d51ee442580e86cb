import WebAccess
import WidgetCore
import WidgetLayout
import WidgetVector

/// A widget, an activity or a control as the page has it: one element.
struct WebItem: Sendable {
    let kind: WebItemKind
    /// The daemon's.
    let id: String
    /// Before the picture, and after it: for browsers that may only look, and for those that may tap.
    private let head: String
    private let looking: String
    private let acting: String
    private let fragment: WidgetFragment

    /// The element's id.
    static func element(_ kind: WebItemKind, _ id: String) -> String { "\(kind.rawValue)-\(id)" }

    /// The element as it stands still.
    func html(for role: WebRole) -> String { head + fragment.still + (role == .act ? acting : looking) }

    /// The event's data: the element, with the way to it from what was shown before, unless that is over.
    func event(for role: WebRole, at now: Timestamp) -> String {
        let name = #""\#(kind.rawValue)":\#(JSONText.quoted(id))"#
        guard let motion = fragment.motion, (now - motion.start).count < WebLimits.motionMilliseconds else {
            return #"{\#(name),"html":\#(JSONText.quoted(html(for: role)))}"#
        }
        let html = head + motion.html + (role == .act ? acting : looking)
        return #"{\#(name),"html":\#(JSONText.quoted(html)),"motion":\#(motion.animations),"elapsed":\#(max(0, (now - motion.start).count))}"#
    }

    /// Whether a browser that has the other one shows the same.
    func isLike(_ other: WebItem) -> Bool {
        head == other.head && fragment.still == other.fragment.still && looking == other.looking && acting == other.acting
    }

    /// A widget or an activity.
    ///
    /// - Parameters:
    ///   - tapped: what its buttons tap; nil: nothing, so it has none.
    ///   - name: stands below it.
    ///   - shape: the class that says how much room it has on the page.
    ///   - trouble: why it may be out of date; empty: it isn't.
    init(
        _ key: BoardOrder.Key, tapped: BoardOrder.Key?, name: String, shape: String, list: DisplayList, targets: [TapTarget], trouble: String,
        fragment: WidgetFragment
    ) {
        let known = Dictionary(targets.map { ($0.id, $0) }) { first, _ in first }
        var (looking, acting, addresses) = ("", "", "")
        if let whole = targets.first(where: { $0.kind == .widget }) {
            let link = Self.link(whole, Rect(origin: .zero, size: list.size), name: name)
            (looking, acting) = (looking + link, acting + link)
        }
        for place in list.targets {
            guard let target = known[place.action] else { continue }
            if target.url != nil {
                let link = Self.link(target, place.frame, name: name)
                (looking, acting) = (looking + link, acting + link)
            } else if let tapped {
                acting += Self.button(target, WebTap(tapped.kind, tapped.id, action: target.id, value: target.wantedValue), place.frame, name: name)
            }
        }
        // The browser doesn't know programs of the machine that gives the widget.
        for case let url? in targets.map(\.url) where !Self.isOpenable(url) { addresses += "<p>\(MarkupText.escaped(url))</p>" }
        let words = list.words.map { "<p>\(MarkupText.escaped($0))</p>" }.joined() + addresses
        let label = MarkupText.escaped(name)
        let note = trouble.isEmpty ? "" : #" <span class="trouble" title="\#(MarkupText.escaped(trouble))">⚠</span>"#
        (kind, id, self.fragment) = (key.kind, key.id, fragment)
        head =
            #"<li class="item \#(kind.rawValue) \#(shape)" id="\#(key.element)"><div class="picture" role="group" aria-label="\#(label)" "#
            + #"style="width:\#(NumberText.short(list.size.width))px;height:\#(NumberText.short(list.size.height))px"><div class="art" aria-hidden="true">"#
        func rest(_ taps: String) -> String {
            #"</div><div class="words">\#(words)</div>\#(taps)</div><p class="name" aria-hidden="true">\#(label)\#(note)</p></li>"#
        }
        (self.looking, self.acting) = (rest(looking), rest(acting))
    }

    /// A control: one button.
    ///
    /// - Parameters:
    ///   - isOn: a toggle's position; nil: a button.
    ///   - unavailable: why it can't be pressed; empty: it can.
    init(control id: String, name: String, status: String, isOn: Bool?, size: Size, unavailable: String, fragment: WidgetFragment) {
        let label = MarkupText.escaped([name, status, unavailable].filter { !$0.isEmpty }.joined(separator: ", "))
        let tap = WebTap(.control, id, value: isOn.map { !$0 })
        let pressed = isOn.map { #" role="switch" aria-checked="\#($0)""# } ?? ""
        let style = #"style="width:\#(NumberText.short(size.width))px;height:\#(NumberText.short(size.height))px""#
        let art = #"<div class="art" \#(style) aria-hidden="true">"#
        (kind, self.id, self.fragment) = (.control, id, fragment)
        head = #"<li class="item control" id="\#(Self.element(.control, id))">"# + art
        func rest(_ canTap: Bool) -> String {
            #"</div><button class="tap" form="taps" name="tap" value="\#(tap.text)" aria-label="\#(label)"\#(pressed)"#
                + (canTap ? "" : " disabled") + "></button></li>"
        }
        (looking, acting) = (rest(false), rest(unavailable.isEmpty))
    }

    private static func button(_ target: TapTarget, _ tap: WebTap, _ frame: Rect, name: String) -> String {
        var state = ""
        if case .toggle(let isOn) = target.kind { state = #" role="switch" aria-checked="\#(isOn)""# }
        let title = MarkupText.escaped(target.title.isEmpty ? "\(name): \(target.id)" : target.title)
        return #"<button class="tap" form="taps" name="tap" value="\#(tap.text)" aria-label="\#(title)"\#(state) \#(style(frame))></button>"#
    }

    private static func link(_ target: TapTarget, _ frame: Rect, name: String) -> String {
        guard let url = target.url, isOpenable(url) else { return "" }
        let title = MarkupText.escaped(target.title.isEmpty ? name : target.title)
        return ##"<a class="tap" href="\##(MarkupText.escaped(url))" target="_blank" rel="noopener noreferrer" aria-label="\##(title)" \##(style(frame))></a>"##
    }

    /// Addresses that a browser opens: nothing that runs in the page, nothing unprotected.
    static func isOpenable(_ url: String) -> Bool { url.lowercased().hasPrefix("https://") }

    private static func style(_ frame: Rect) -> String {
        let (x, y) = (NumberText.short(frame.minX), NumberText.short(frame.minY))
        return #"style="left:\#(x)px;top:\#(y)px;width:\#(NumberText.short(frame.size.width))px;height:\#(NumberText.short(frame.size.height))px""#
    }
}

extension TapTarget {
    /// The position that a tap on a toggle sets; nil: it is none.
    fileprivate var wantedValue: Bool? { if case .toggle(let isOn) = kind { !isOn } else { nil } }
}
