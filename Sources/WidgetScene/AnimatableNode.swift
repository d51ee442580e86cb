import WidgetLayout

/// A display node as numbers that can be animated: its frame, and the points, colours and lengths of what it draws or does.
extension DisplayNode {
    var vector: NumberVector {
        var numbers: [Double] = []
        var node = self
        node.forEachNumber { numbers.append($0) }
        return NumberVector(numbers)
    }

    /// The node with other numbers, as many as ``vector`` has.
    func with(_ vector: NumberVector) -> DisplayNode {
        guard !vector.numbers.isEmpty else { return self }
        var (node, index) = (self, 0)
        node.forEachNumber { number in
            // A provider's own algorithm may go as far as it likes.
            let value = vector.numbers[index]
            number = value.isNaN ? 0 : min(Self.farthest, max(-Self.farthest, value))
            index += 1
        }
        node.forEachShape { $0.makeOutline() }
        return node
    }

    /// Points from a widget's corner: far enough outside of any surface.
    private static let farthest = 10_000.0

    /// The node as something that is only looked at.
    var drawnOnly: DisplayNode {
        var node = self
        (node.action, node.accessibility) = (nil, nil)
        return node
    }

    /// Whether the numbers of both mean the same, so that one can become the other.
    func isLike(_ other: DisplayNode) -> Bool { structure == other.structure }

    /// The node without its numbers, its place in the list, and what isn't drawn.
    private var structure: DisplayNode {
        var node = drawnOnly
        node.forEachNumber { $0 = 0 }
        node.forEachShape { $0.forgetOutline() }
        node.end = 0
        return node
    }

    private mutating func forEachShape(_ body: (inout DisplayShape) -> Void) {
        if case .shape(var shape) = content {
            body(&shape)
            content = .shape(shape)
        }
        switch effect {
        case .clip(var shape):
            body(&shape)
            effect = .clip(shape)
        case .material(var shape):
            body(&shape)
            effect = .material(shape)
        default: break
        }
    }

    private mutating func forEachNumber(_ body: (inout Double) -> Void) {
        frame.forEachNumber(body)
        switch content {
        case .text(var text):
            for line in text.lines.indices {
                body(&text.lines[line].baseline)
                for run in text.lines[line].runs.indices { text.lines[line].runs[run].forEachNumber(body) }
            }
            content = .text(text)
        case .shape(var shape):
            shape.forEachNumber(body)
            content = .shape(shape)
        case .picture(var picture):
            picture.tint?.forEachNumber(body)
            picture.matrix?.forEachNumber(body)
            content = .picture(picture)
        case nil: break
        }
        guard var effect else { return }
        effect.forEachNumber(in: frame, body)
        self.effect = effect
    }
}

extension DisplayEffect {
    /// - Parameter frame: of the node. A transform is taken apart about its middle.
    fileprivate mutating func forEachNumber(in frame: Rect, _ body: (inout Double) -> Void) {
        switch self {
        case .opacity(var opacity):
            body(&opacity)
            // A spring may go beyond its end.
            self = .opacity(min(1, max(0, opacity)))
        case .transform(let transform):
            var parts = TransformParts(transform, about: Point(x: frame.midX, y: frame.midY))
            parts.forEachNumber(body)
            self = .transform(parts.transform(about: Point(x: frame.midX, y: frame.midY)))
        case .rotation(var angle, var anchor):
            body(&angle)
            anchor.forEachNumber(body)
            self = .rotation(angle, about: anchor)
        case .scale(var x, var y, var anchor):
            body(&x)
            body(&y)
            anchor.forEachNumber(body)
            self = .scale(x: x, y: y, about: anchor)
        case .spatialRotation(var turn):
            for number in [\SpatialRotation.angle, \.axis.x, \.axis.y, \.axis.z, \.anchor.x, \.anchor.y, \.anchorZ, \.perspective] {
                body(&turn[keyPath: number])
            }
            self = .spatialRotation(turn)
        case .projection(let projection):
            var numbers = projection.columns
            for index in numbers.indices { body(&numbers[index]) }
            self = .projection(Projection(columns: numbers) ?? projection)
        case .clip(var shape):
            shape.forEachNumberOfOutline(body)
            self = .clip(shape)
        case .material(var shape):
            shape.forEachNumberOfOutline(body)
            self = .material(shape)
        case .blur(var radius):
            body(&radius)
            self = .blur(max(0, radius))
        case .shadow(var color, var radius, var offset):
            color.forEachNumber(body)
            body(&radius)
            offset.forEachNumber(body)
            self = .shadow(color, radius: max(0, radius), offset: offset)
        case .color(var matrix):
            matrix.forEachNumber(body)
            self = .color(matrix)
        case .blend, .group, .mask: break
        }
    }
}

extension DisplayShape {
    fileprivate mutating func forEachNumber(_ body: (inout Double) -> Void) {
        forEachNumberOfOutline(body)
        paint.forEachNumber(body)
        if var width = stroke?.width {
            body(&width)
            stroke?.width = max(0, width)
        }
        for layer in layers.indices { layers[layer].forEachNumber(body) }
    }
}

extension DisplayText.Run {
    fileprivate mutating func forEachNumber(_ body: (inout Double) -> Void) {
        body(&x)
        body(&width)
        body(&tracking)
        body(&baselineOffset)
        paint.forEachNumber(body)
        symbol?.forEachNumber(body)
    }
}

extension Paint {
    fileprivate mutating func forEachNumber(_ body: (inout Double) -> Void) {
        func colors(_ stops: inout [Stop]) {
            for index in stops.indices {
                body(&stops[index].location)
                stops[index].color.forEachNumber(body)
            }
        }
        switch self {
        case .color(var color):
            color.forEachNumber(body)
            self = .color(color)
        case .linear(var stops, var start, var end):
            colors(&stops)
            start.forEachNumber(body)
            end.forEachNumber(body)
            self = .linear(stops: stops, start: start, end: end)
        case .radial(var stops, var center, var startRadius, var endRadius):
            colors(&stops)
            center.forEachNumber(body)
            body(&startRadius)
            body(&endRadius)
            self = .radial(stops: stops, center: center, startRadius: startRadius, endRadius: endRadius)
        case .elliptical(var stops, var startRadius, var endRadius, let transform):
            colors(&stops)
            body(&startRadius)
            body(&endRadius)
            var parts = TransformParts(transform, about: .zero)
            parts.forEachNumber(body)
            self = .elliptical(stops: stops, startRadius: startRadius, endRadius: endRadius, transform: parts.transform(about: .zero))
        case .angular(var stops, var center, var startAngle, var endAngle):
            colors(&stops)
            center.forEachNumber(body)
            body(&startAngle)
            body(&endAngle)
            self = .angular(stops: stops, center: center, startAngle: startAngle, endAngle: endAngle)
        }
    }
}

extension ResolvedColor {
    fileprivate mutating func forEachNumber(_ body: (inout Double) -> Void) {
        body(&red)
        body(&green)
        body(&blue)
        body(&alpha)
        (red, green, blue, alpha) = (min(1, max(0, red)), min(1, max(0, green)), min(1, max(0, blue)), min(1, max(0, alpha)))
    }
}

extension ColorMatrix {
    fileprivate mutating func forEachNumber(_ body: (inout Double) -> Void) { for index in numbers.indices { body(&numbers[index]) } }
}

extension Point {
    fileprivate mutating func forEachNumber(_ body: (inout Double) -> Void) {
        body(&x)
        body(&y)
    }
}

extension Rect {
    fileprivate mutating func forEachNumber(_ body: (inout Double) -> Void) {
        origin.forEachNumber(body)
        body(&size.width)
        body(&size.height)
        size = Size(width: max(0, size.width), height: max(0, size.height))
    }
}
