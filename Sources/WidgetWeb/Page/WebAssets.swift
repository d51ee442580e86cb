import Crypto
import Glibc
import WidgetCore

/// The files that pages need. Their addresses have a digest that changes with their contents, so that browsers keep them for ever.
struct WebAssets: Sendable {
    private enum Content: Sendable {
        case bytes([UInt8])
        /// Read when it is asked for: a browser asks once, and the fonts are large.
        case file(String)
    }

    let style: String
    let script: String
    let manifest = "/manifest.webmanifest"
    /// The script that gets alerts. It works for the addresses below its own, so it lies at the top.
    private static let worker = "/worker.js"
    let icons: [(size: Int, path: String)]
    private var files: [String: (type: String, content: Content)] = [:]

    /// - Parameter fonts: the directory with Inter's files; nil: there is none.
    init(fonts: String?) {
        var files: [String: (type: String, content: Content)] = [:]
        func add(_ name: String, _ ending: String, _ type: String, _ content: Content, digestOf bytes: [UInt8]) -> String {
            let path = "/files/\(name)-\(Self.digest(bytes)).\(ending)"
            files[path] = (type, content)
            return path
        }
        func add(_ name: String, _ ending: String, _ type: String, _ bytes: [UInt8]) -> String { add(name, ending, type, .bytes(bytes), digestOf: bytes) }
        let faces = fonts.map { directory in
            FontFace.all.compactMap { face -> String? in
                let file = "\(directory)/\(face.file).otf"
                // The files are ten megabytes together, so their size and date stand for what is in them.
                var status = stat()
                guard stat(file, &status) == 0 else { return nil }
                let version = "\(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
                return face.rule(path: add(face.file, "otf", "font/otf", .file(file), digestOf: Array(version.utf8)))
            }
        }
        style = add("board", "css", "text/css; charset=utf-8", Array((faces ?? []).joined().utf8) + PackageResources.board_css)
        script = add("board", "js", "text/javascript; charset=utf-8", PackageResources.board_js)
        icons = [
            (192, add("icon-192", "png", "image/png", PackageResources.icon_192_png)),
            (512, add("icon-512", "png", "image/png", PackageResources.icon_512_png)),
        ]
        self.files = files
    }

    /// - Returns: nil where there is no such file.
    func response(_ path: String) -> WebResponse? {
        if path == Self.worker { return WebResponse(status: 200, type: "text/javascript; charset=utf-8", body: PackageResources.worker_js) }
        if path == manifest { return WebResponse(status: 200, type: "application/manifest+json", body: Array(manifestText.utf8)) }
        guard let (type, content) = files[path] else { return nil }
        switch content {
        case .bytes(let bytes): return WebResponse(status: 200, type: type, body: bytes, isKept: true)
        case .file(let file): return Self.read(file).map { WebResponse(status: 200, type: type, body: $0, isKept: true) }
        }
    }

    private var manifestText: String {
        let images = icons.map {
            #"{"src":"\#($0.path)","sizes":"\#($0.size)x\#($0.size)","type":"image/png","purpose":"any maskable"}"#
        }
        return ##"{"name":"Widgets","short_name":"Widgets","start_url":"/","scope":"/","display":"standalone","background_color":"#d9c9ef","##
            + ##""theme_color":"#b9d2f5","icons":[\##(images.joined(separator: ","))]}"##
    }

    private static func digest(_ bytes: [UInt8]) -> String {
        SHA256.hash(data: bytes).prefix(8).reduce(into: "") { $0 += ($1 < 16 ? "0" : "") + String($1, radix: 16) }
    }

    private static func read(_ path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= WebLimits.fontBytes else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        return Glibc.read(descriptor, &bytes, bytes.count) == bytes.count ? bytes : nil
    }
}

/// One face of the default font, in the file of Debian's package fonts-inter.
private struct FontFace {
    private static let weights = [
        ("Thin", 100), ("ExtraLight", 200), ("Light", 300), ("Regular", 400), ("Medium", 500), ("SemiBold", 600), ("Bold", 700), ("ExtraBold", 800),
        ("Black", 900),
    ]

    let family: String
    let file: String
    let weight: Int
    let isItalic: Bool

    static let all = ["Inter", "Inter Display"].flatMap { family in
        weights.flatMap { name, weight in
            [false, true].map { isItalic in
                let style = isItalic ? (name == "Regular" ? "Italic" : "\(name)Italic") : name
                return FontFace(family: family, file: "\(family.filter { $0 != " " })-\(style)", weight: weight, isItalic: isItalic)
            }
        }
    }

    /// Browsers load a face when a text needs it.
    func rule(path: String) -> String {
        #"@font-face{font-family:"\#(family)";font-weight:\#(weight);\#(isItalic ? "font-style:italic;" : "")font-display:swap;"#
            + #"src:url(\#(path)) format("opentype")}"# + "\n"
    }
}
