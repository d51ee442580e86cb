/// The eight patterns that are laid over the data, so that it doesn't look like a finder or a plain area.
enum QRMask: Int, CaseIterable {
    case checkers, rows, columns, diagonals, blocks, grid, flowers, lattice

    func inverts(_ x: Int, _ y: Int) -> Bool {
        switch self {
        case .checkers: (x + y) % 2 == 0
        case .rows: y % 2 == 0
        case .columns: x % 3 == 0
        case .diagonals: (x + y) % 3 == 0
        case .blocks: (x / 3 + y / 2) % 2 == 0
        case .grid: x * y % 2 + x * y % 3 == 0
        case .flowers: (x * y % 2 + x * y % 3) % 2 == 0
        case .lattice: ((x + y) % 2 + x * y % 3) % 2 == 0
        }
    }
}

/// A code as it is drawn: first the patterns by which a reader finds its way, then the data around them.
struct QRDrawing {
    let size: Int
    private(set) var modules: [Bool]
    private let version: Int
    private var isFunction: [Bool]

    init(version: Int) {
        self.version = version
        size = 17 + 4 * version
        modules = [Bool](repeating: false, count: size * size)
        isFunction = modules
        for index in 0..<size {
            set(6, index, index % 2 == 0)
            set(index, 6, index % 2 == 0)
        }
        drawFinder(3, 3)
        drawFinder(size - 4, 3)
        drawFinder(3, size - 4)
        drawAlignment()
        drawFormat(.checkers)
        drawVersion()
    }

    mutating func draw(_ codewords: [UInt8], _ mask: QRMask) {
        drawData(codewords)
        for y in 0..<size {
            for x in 0..<size where !isFunction[y * size + x] && mask.inverts(x, y) { modules[y * size + x].toggle() }
        }
        drawFormat(mask)
    }

    private mutating func set(_ x: Int, _ y: Int, _ isDark: Bool) {
        modules[y * size + x] = isDark
        isFunction[y * size + x] = true
    }

    /// With the light frame around it.
    private mutating func drawFinder(_ centerX: Int, _ centerY: Int) {
        for dy in -4...4 {
            for dx in -4...4 where (0..<size).contains(centerX + dx) && (0..<size).contains(centerY + dy) {
                let distance = max(abs(dx), abs(dy))
                set(centerX + dx, centerY + dy, distance != 2 && distance != 4)
            }
        }
    }

    private mutating func drawAlignment() {
        guard version > 1 else { return }
        let count = version / 7 + 2
        let step = (version * 8 + count * 3 + 5) / (count * 4 - 4) * 2
        let places = [6] + (0..<count - 1).reversed().map { size - 7 - $0 * step }
        for (row, y) in places.enumerated() {
            for (column, x) in places.enumerated() where ![(0, 0), (0, count - 1), (count - 1, 0)].contains(where: { $0 == (row, column) }) {
                for dy in -2...2 { for dx in -2...2 { set(x + dx, y + dy, max(abs(dx), abs(dy)) != 1) } }
            }
        }
    }

    /// The level and the mask, twice, with their own error correction.
    private mutating func drawFormat(_ mask: QRMask) {
        let level = 1
        let data = level << 3 | mask.rawValue
        let bits = (data << 10 | Self.remainder(data, polynomial: 0x537, degree: 10)) ^ 0x5412
        func bit(_ index: Int) -> Bool { bits >> index & 1 == 1 }
        for index in 0...5 { set(8, index, bit(index)) }
        set(8, 7, bit(6))
        set(8, 8, bit(7))
        set(7, 8, bit(8))
        for index in 9..<15 { set(14 - index, 8, bit(index)) }
        for index in 0..<8 { set(size - 1 - index, 8, bit(index)) }
        for index in 8..<15 { set(8, size - 15 + index, bit(index)) }
        set(8, size - 8, true)
    }

    private mutating func drawVersion() {
        guard version >= 7 else { return }
        let bits = version << 12 | Self.remainder(version, polynomial: 0x1F25, degree: 12)
        for index in 0..<18 {
            let (far, near) = (size - 11 + index % 3, index / 3)
            set(far, near, bits >> index & 1 == 1)
            set(near, far, bits >> index & 1 == 1)
        }
    }

    private static func remainder(_ data: Int, polynomial: Int, degree: Int) -> Int {
        (0..<degree).reduce(data) { rest, _ in rest << 1 ^ (rest >> (degree - 1)) * polynomial }
    }

    /// In columns of two from the right, up and down in turns.
    private mutating func drawData(_ codewords: [UInt8]) {
        var bit = 0
        for right in stride(from: size - 1, through: 1, by: -2).map({ $0 <= 6 ? $0 - 1 : $0 }) {
            let isUpward = (right + 1) & 2 == 0
            for step in 0..<size {
                for x in [right, right - 1] {
                    let y = isUpward ? size - 1 - step : step
                    guard !isFunction[y * size + x], bit < codewords.count * 8 else { continue }
                    modules[y * size + x] = codewords[bit >> 3] >> UInt8(7 - bit & 7) & 1 == 1
                    bit += 1
                }
            }
        }
    }
}
