import WidgetCore
import WidgetLayout

/// A widget, an activity or a control as the page has it.
struct WebItem: Sendable, Hashable {
    let kind: WebItemKind
    /// The daemon's.
    let id: String
    /// The element for browsers that may only look, and for those that may tap.
    let looking: String
    let acting: String
    /// As JSON, as ``WidgetFragment/animations``.
    let animations: String

    /// The element's id.
    static func element(_ kind: WebItemKind, _ id: String) -> String { "\(kind.rawValue)-\(id)" }

    /// A widget or an activity.
    ///
    /// - Parameters:
    ///   - name: stands below it.
    ///   - shape: the class that says how much room it has on the page.
    ///   - trouble: why it may be out of date; empty: it isn't.
    init(
        _ kind: WebItemKind, _ id: String, name: String, shape: String, list: DisplayList, targets: [TapTarget], trouble: String, pictures: PictureShelf
    ) {
        let element = Self.element(kind, id)
        let fragment = WidgetFragment(list, id: element, pictures: pictures)
        let places = TapPlaces(list)
        let known = Dictionary(targets.map { ($0.id, $0) }) { first, _ in first }
        var (looking, acting, addresses) = ("", "", "")
        if let whole = targets.first(where: { $0.kind == .widget }) {
            let link = Self.link(whole, Rect(origin: .zero, size: list.size), name: name)
            (looking, acting) = (looking + link, acting + link)
        }
        for place in places.places {
            guard let target = known[place.action] else { continue }
            if target.url != nil {
                let link = Self.link(target, place.frame, name: name)
                (looking, acting) = (looking + link, acting + link)
            } else {
                acting += Self.button(target, WebTap(kind, id, action: target.id, value: target.wantedValue), place.frame, name: name)
            }
        }
        // The browser doesn't know programs of the machine that gives the widget.
        for case let url? in targets.map(\.url) where !Self.isOpenable(url) { addresses += "<p>\(HTMLText.escaped(url))</p>" }
        let words = places.words.map { "<p>\(HTMLText.escaped($0))</p>" }.joined() + addresses
        let (label, note) = (HTMLText.escaped(name), trouble.isEmpty ? "" : #" <span class="trouble" title="\#(HTMLText.escaped(trouble))">⚠</span>"#)
        func whole(_ taps: String) -> String {
            #"<li class="item \#(kind.rawValue) \#(shape)" id="\#(element)"><div class="picture" role="group" aria-label="\#(label)" "#
                + #"style="width:\#(NumberText.short(list.size.width))px;height:\#(NumberText.short(list.size.height))px">"#
                + #"<div class="art" aria-hidden="true">\#(fragment.html)</div><div class="words">\#(words)</div>\#(taps)</div>"#
                + #"<p class="name" aria-hidden="true">\#(label)\#(note)</p></li>"#
        }
        (self.kind, self.id, self.looking, self.acting, animations) = (kind, id, whole(looking), whole(acting), fragment.animations)
    }

    /// A control: one button, or where there is nothing to press its picture.
    ///
    /// - Parameters:
    ///   - isOn: a toggle's position; nil: a button.
    ///   - unavailable: why it can't be pressed; empty: it can.
    init(control id: String, name: String, status: String, isOn: Bool?, list: DisplayList, unavailable: String) {
        let element = Self.element(.control, id)
        let fragment = WidgetFragment(list, id: element, pictures: PictureShelf())
        let label = HTMLText.escaped([name, status, unavailable].filter { !$0.isEmpty }.joined(separator: ", "))
        let tap = WebTap(.control, id, value: isOn.map { !$0 })
        func whole(_ canTap: Bool) -> String {
            let pressed = isOn.map { #" role="switch" aria-checked="\#($0)""# } ?? ""
            return #"<li class="item control" id="\#(element)"><button form="taps" name="tap" value="\#(tap.text)" "#
                + #"aria-label="\#(label)"\#(pressed)\#(canTap ? "" : " disabled")>"#
                + #"<span class="art" aria-hidden="true">\#(fragment.html)</span></button></li>"#
        }
        (kind, self.id, looking, acting, animations) = (.control, id, whole(false), whole(unavailable.isEmpty), fragment.animations)
    }

    private static func button(_ target: TapTarget, _ tap: WebTap, _ frame: Rect, name: String) -> String {
        var state = ""
        if case .toggle(let isOn) = target.kind { state = #" role="switch" aria-checked="\#(isOn)""# }
        let title = HTMLText.escaped(target.title.isEmpty ? "\(name): \(target.id)" : target.title)
        return #"<button class="tap" form="taps" name="tap" value="\#(tap.text)" aria-label="\#(title)"\#(state) \#(style(frame))></button>"#
    }

    private static func link(_ target: TapTarget, _ frame: Rect, name: String) -> String {
        guard let url = target.url, isOpenable(url) else { return "" }
        let title = HTMLText.escaped(target.title.isEmpty ? name : target.title)
        return ##"<a class="tap" href="\##(HTMLText.escaped(url))" target="_blank" rel="noopener noreferrer" aria-label="\##(title)" \##(style(frame))></a>"##
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
