import WidgetCore
import WidgetVector

/// The board's page, finished without a script.
struct BoardPage {
    let state: BoardState
    let visitor: Visitor
    let scheme: BoardScheme
    /// Names the board in events' ids.
    let epoch: String
    let assets: WebAssets
    /// Nil: the browser can't have any.
    let alerts: Alerts?

    /// Alerts of Live Activities, also while no page is open.
    struct Alerts {
        /// The key for which a browser subscribes.
        var key: String
        var areOn: Bool
    }

    /// Shown by the script where the browser knows how.
    private var alertButton: String {
        alerts.map { #"<button id="alerts" class="switch" type="button" hidden data-key="\#($0.key)" aria-pressed="\#($0.areOn)">Alerts</button>"# } ?? ""
    }

    private var choiceLink: String { visitor.role == .act ? #"<a class="switch" href="/pages">Choose</a>"# : "" }

    var html: String {
        let since = state.isComplete ? "\(epoch).\(state.revision)" : ""
        let stale = state.staleSince == nil ? "" : #" class="stale""#
        let notice = state.staleSince == nil ? "" : "<span>The widgets' daemon is away. What you see may be old.</span>"
        var random = SystemRandomNumberGenerator()
        let key = String(random.next() as UInt64, radix: 16)
        return """
            \(PageHead.html(title: "Widgets", assets))
            <body data-scheme="\(scheme.rawValue)" data-since="\(since)"\(stale)>
            <h1>Widgets</h1>
            <form id="taps" method="post" action="/tap"><input type="hidden" name="form" value="\(visitor.formToken)">\
            <input type="hidden" name="key" value="\(key)"></form>
            <main>
            <section aria-labelledby="a"><h2 id="a">Live Activities</h2><ul id="activities">\(items(state.order.activities))</ul></section>
            <section aria-labelledby="w"><h2 id="w">Widgets</h2><div id="widgets">\(pages)</div>\(tabs)
            <p class="empty">There are no widgets yet. Place one: <code>widgetctl place system</code></p></section>
            <section aria-labelledby="c"><h2 id="c">Controls</h2><ul id="controls">\(items(state.order.controls))</ul></section>
            </main>
            <p class="below">\(choiceLink)\(alertButton)</p>
            <noscript><p class="still">Without scripts this page doesn't change by itself.
            <a href="/?scheme=\(scheme.rawValue)">Load it again</a></p></noscript>
            <p id="notice" role="status">\(notice)</p>
            <script src="\(assets.script)"></script>
            </body></html>

            """
    }

    private func items(_ keys: [BoardOrder.Key]) -> String { keys.compactMap { state[$0]?.html(for: visitor.role) }.joined(separator: "\n") }

    /// The pages beside each other. The script makes the same elements where there is another page, or another stack.
    private var pages: String {
        state.order.pages.enumerated().map { number, places in
            let elements = places.map { place -> String in
                switch place {
                case .item(let key): return items([key])
                case .stack(let stack): return html(stack)
                }
            }
            return #"<ul class="page" id="page-\#(number + 1)">\#(elements.joined(separator: "\n"))</ul>"#
        }.joined()
    }

    private func html(_ stack: BoardOrder.Stack) -> String {
        #"<li class="stack \#(stack.family)" id="\#(stack.element)"><ul>\#(items(stack.cards))</ul>"#
            + #"<p class="dots" aria-hidden="true">\#(String(repeating: "<i></i>", count: stack.cards.count))</p></li>"#
    }

    /// A dot for each page, which is a link to it. With one page there is none.
    private var tabs: String {
        let count = state.order.pages.count
        let links = (count > 1 ? Array(1...count) : []).map { ##"<a href="#page-\##($0)" aria-label="Page \##($0)"></a>"## }
        return #"<nav id="tabs" aria-label="Pages">\#(links.joined())</nav>"#
    }
}

/// The beginning of every page.
enum PageHead {
    static func html(title: String, _ assets: WebAssets?) -> String {
        let links = assets.map { assets in
            #"""
            <link rel="stylesheet" href="\#(assets.style)">
            <link rel="manifest" href="\#(assets.manifest)" crossorigin="use-credentials">
            <link rel="icon" type="image/png" href="\#(assets.icons[0].path)"><link rel="apple-touch-icon" href="\#(assets.icons[0].path)">
            """#
        }
        return #"""
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>\#(MarkupText.escaped(title))</title>
            <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
            <meta name="theme-color" content="#b9d2f5" media="(prefers-color-scheme: light)">
            <meta name="theme-color" content="#0d1b34" media="(prefers-color-scheme: dark)">
            <meta name="apple-mobile-web-app-capable" content="yes"><meta name="mobile-web-app-capable" content="yes">
            \#(links ?? "")</head>
            """#
    }
}

/// Pages that say one thing.
enum MessagePage {
    static func html(_ title: String, _ text: String, more: String = "", _ assets: WebAssets? = nil) -> String {
        """
        \(PageHead.html(title: title, assets))
        <body><main class="message"><h1>\(MarkupText.escaped(title))</h1><p>\(MarkupText.escaped(text))</p>\(more)</main></body></html>

        """
    }

    /// For a browser that nobody has paired. A link from another site brings no cookie along, and a look from here does.
    static func stranger(_ assets: WebAssets) -> String {
        html(
            "This browser isn't paired", "On the machine with the widgets, make an invitation and open its address here:",
            more: #"<p><code>widgetctl web invite</code></p><p><a class="next" href="/">Paired already? Try again</a></p>"#, assets)
    }

    static func invitation(_ secret: String, _ assets: WebAssets) -> String {
        html(
            "Show the widgets here?", "This browser will have the board until you revoke it with: widgetctl web revoke",
            more: #"<form method="post" action="/pair"><input type="hidden" name="invitation" value="\#(MarkupText.escaped(secret))">"#
                + #"<button>Pair this browser</button></form>"#, assets)
    }

    /// - Parameter url: an address to open; empty: none.
    static func outcome(_ message: String, url: String, _ assets: WebAssets? = nil) -> String {
        let link = WebItem.isOpenable(url) ? #"<p><a href="\#(MarkupText.escaped(url))" rel="noopener noreferrer">\#(MarkupText.escaped(url))</a></p>"# : ""
        return html("Widgets", message, more: #"\#(link)<p><a class="next" href="/">Back to the board</a></p>"#, assets)
    }
}
