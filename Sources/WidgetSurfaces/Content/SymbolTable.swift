/// Characters that stand for symbols by name. Names are those of SF Symbols, which providers know; of `wifi.circle.fill` what counts is `wifi`.
enum SymbolTable {
    /// The character for `name`; a small diamond for a name that nobody knows.
    static func character(for name: String, isUnicode: Bool) -> String {
        var parts = name.split(separator: ".").map(String.init)
        while !parts.isEmpty {
            let candidate = parts.joined(separator: ".")
            if isUnicode, let character = unicode[candidate] { return character }
            if !isUnicode, let character = ascii[candidate] { return character }
            parts.removeLast()
        }
        return isUnicode ? "◆" : "*"
    }

    private static let ascii: [String: String] = [
        "arrow.up": "^", "arrow.down": "v", "arrow.left": "<", "arrow.right": ">", "chevron.up": "^", "chevron.down": "v", "chevron.left": "<",
        "chevron.right": ">", "plus": "+", "minus": "-", "xmark": "x", "checkmark": "x", "exclamationmark": "!", "questionmark": "?", "info": "i",
        "number": "#",
        "at": "@", "dollarsign": "$", "percent": "%", "play": ">", "circle": "o", "square": "#",
    ]

    private static let unicode: [String: String] = [
        // Arrows and marks
        "arrow.up": "↑", "arrow.down": "↓", "arrow.left": "←", "arrow.right": "→", "arrow.up.right": "↗", "arrow.down.right": "↘", "arrow.up.left": "↖",
        "arrow.down.left": "↙", "arrow.up.arrow.down": "⇅", "arrow.left.arrow.right": "⇄", "arrow.clockwise": "↻", "arrow.counterclockwise": "↺",
        "arrow.triangle.2.circlepath": "↻", "arrow.uturn.left": "↩", "chevron.up": "⌃", "chevron.down": "⌄", "chevron.left": "‹", "chevron.right": "›",
        "plus": "+", "minus": "−", "multiply": "×", "divide": "÷", "equal": "=", "percent": "%", "number": "#", "at": "@", "xmark": "✕", "checkmark": "✓",
        "exclamationmark": "!", "exclamationmark.triangle": "⚠", "questionmark": "?", "info": "ℹ", "ellipsis": "…", "asterisk": "✱",
        // Shapes
        "circle": "○", "circle.fill": "●", "circle.lefthalf.filled": "◐", "square": "□", "square.fill": "■", "triangle": "△", "triangle.fill": "▲",
        "diamond": "◇", "diamond.fill": "◆", "star": "☆", "star.fill": "★", "heart": "♡", "heart.fill": "♥", "flag": "⚑", "bookmark": "⚑", "sparkles": "✦",
        // Time
        "clock": "◷", "alarm": "⏰", "timer": "◴", "stopwatch": "◴", "hourglass": "⌛", "calendar": "▦",
        // Weather
        "sun.max": "☀", "sun.min": "☀", "sunrise": "☀", "sunset": "☀", "moon": "☾", "cloud": "☁", "cloud.sun": "⛅", "cloud.rain": "☂", "cloud.heavyrain": "☂",
        "cloud.drizzle": "☂", "cloud.snow": "❄", "cloud.bolt": "⚡", "cloud.fog": "≋", "snowflake": "❄", "wind": "≈", "umbrella": "☂", "drop": "◉",
        "thermometer": "♨", "humidity": "◉", "tornado": "≋", "bolt": "⚡", "flame": "♨",
        // Machines
        "wifi": "≋", "wifi.slash": "≉", "antenna.radiowaves.left.and.right": "≋", "network": "⌗", "globe": "◍", "cpu": "▣", "memorychip": "▤",
        "internaldrive": "▥",
        "externaldrive": "▥", "opticaldisc": "◎", "server.rack": "▤", "desktopcomputer": "▭", "laptopcomputer": "▭", "display": "▭", "keyboard": "⌨",
        "printer": "⎙", "battery": "▮", "battery.0percent": "▯", "powerplug": "⌁", "power": "⏻", "fanblades": "✣", "gauge": "◔", "speedometer": "◔",
        "terminal": "❯",
        "command": "⌘", "option": "⌥", "shift": "⇧", "escape": "⎋", "delete.left": "⌫", "return": "⏎", "folder": "▱", "doc": "▯", "tray": "▿", "trash": "⌦",
        "archivebox": "▤", "paperclip": "⌇", "link": "∞", "lock": "⚿", "lock.open": "⚷", "key": "⚷", "shield": "⛨", "gear": "⚙", "gearshape": "⚙",
        "wrench": "⚒", "hammer": "⚒", "slider.horizontal.3": "☰", "line.3.horizontal": "☰", "list.bullet": "☰", "list.number": "☰", "checklist": "☑",
        "magnifyingglass": "⌕", "chart.bar": "▂", "chart.line.uptrend.xyaxis": "↗", "chart.pie": "◔",
        // Media
        "play": "▶", "pause": "‖", "stop": "■", "record.circle": "●", "backward": "«", "forward": "»", "shuffle": "⇄", "repeat": "↻", "speaker": "♪",
        "speaker.slash": "∅", "music.note": "♪", "headphones": "♫", "mic": "♩", "camera": "◉", "photo": "▨", "tv": "▭", "film": "▦",
        // People and messages
        "person": "☺", "person.2": "☺", "face.smiling": "☺", "envelope": "✉", "message": "✉", "bubble.left": "✉", "phone": "☎", "bell": "♪", "bell.slash": "∅",
        "megaphone": "♪", "hand.thumbsup": "✓", "hand.thumbsdown": "✕", "eye": "◉", "eye.slash": "∅", "pencil": "✎", "square.and.pencil": "✎",
        "square.and.arrow.up": "↥", "square.and.arrow.down": "↧",
        // Things and places
        "house": "⌂", "building.2": "▥", "mappin": "⌖", "location": "➤", "map": "▧", "car": "▰", "airplane": "✈", "tram": "▰", "bicycle": "⚙",
        "figure.walk": "☺",
        "cart": "⊔", "creditcard": "▬", "dollarsign": "$", "eurosign": "€", "sterlingsign": "£", "yensign": "¥", "bitcoinsign": "₿", "gift": "❖",
        "cup.and.saucer": "☕",
        "mug": "☕", "fork.knife": "⑂", "leaf": "❧", "tree": "♣", "pawprint": "❖", "book": "▤", "newspaper": "▤", "graduationcap": "▲", "briefcase": "▬",
        "bed.double": "▬",
        "lightbulb": "☼", "lightbulb.fill": "✹", "lamp.desk": "☼", "lamp.desk.fill": "✹", "cross": "✚", "pills": "◍", "trophy": "♛", "crown": "♛",
        "gamecontroller": "▣",
        "moon.stars": "☾", "moon.zzz": "☾", "zzz": "z",
    ]
}
