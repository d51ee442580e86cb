/// Pages that say one thing.
enum MessagePage {
    static func html(_ title: String, _ text: String, more: String = "", _ assets: WebAssets? = nil) -> String {
        """
        \(PageHead.html(title: title, assets))
        <body><main class="message"><h1>\(HTMLText.escaped(title))</h1><p>\(HTMLText.escaped(text))</p>\(more)</main></body></html>

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
            more: #"<form method="post" action="/pair"><input type="hidden" name="invitation" value="\#(HTMLText.escaped(secret))">"#
                + #"<button>Pair this browser</button></form>"#, assets)
    }

    /// - Parameter url: an address to open; empty: none.
    static func outcome(_ message: String, url: String, _ assets: WebAssets? = nil) -> String {
        let link = WebItem.isOpenable(url) ? #"<p><a href="\#(HTMLText.escaped(url))" rel="noopener noreferrer">\#(HTMLText.escaped(url))</a></p>"# : ""
        return html("Widgets", message, more: #"\#(link)<p><a class="next" href="/">Back to the board</a></p>"#, assets)
    }
}
