import WidgetCore

extension DisplayList {
    /// Bends all nodes from one on. Characters and symbols are turned; outlines and clips follow the arc. Pictures stay as they are.
    /// - Parameters:
    ///   - first: the first node. Texts from there on have a run for each character.
    ///   - room: the straight room in which they lie.
    mutating func bend(from first: Int, along arc: Arc, in room: Rect) {
        let straight = nodes
        nodes.removeSubrange(first...)
        func add(_ index: Int) {
            let node = straight[index]
            let position = nodes.count
            nodes.append(bent(node, along: arc, in: room))
            if case .text(let text) = node.content { addLetters(of: text, in: node, along: arc, room) }
            var child = index + 1
            while child < node.end {
                add(child)
                child = straight[child].end
            }
            nodes[position].end = nodes.count
        }
        var index = first
        while index < straight.count {
            add(index)
            index = straight[index].end
        }
    }

    private func bent(_ node: DisplayNode, along arc: Arc, in room: Rect) -> DisplayNode {
        var node = node
        switch node.content {
        case .shape(var shape):
            shape.form = nil
            if shape.symbol.isEmpty {
                shape.outline = arc.bent(shape.outline, in: room)
            } else {
                let placement = arc.placement(of: Point(x: node.frame.midX, y: node.frame.maxY), in: room)
                shape.outline = shape.outline.mapped(placement)
                for layer in shape.layers.indices { shape.layers[layer].outline = shape.layers[layer].outline.mapped(placement) }
            }
            node.content = .shape(shape)
            node.frame = shape.bounds
        case .text:
            // Its characters are nodes of their own.
            node.content = nil
            node.frame = arc.bent(.rectangle(node.frame), in: room).bounds
        case .picture, nil: break
        }
        switch node.effect {
        case .clip(var shape):
            shape.form = nil
            shape.outline = arc.bent(shape.outline, in: room)
            (node.effect, node.frame) = (.clip(shape), shape.outline.bounds)
        case .material(var shape):
            shape.form = nil
            shape.outline = arc.bent(shape.outline, in: room)
            (node.effect, node.frame) = (.material(shape), shape.outline.bounds)
        default: break
        }
        return node
    }

    /// Adds each character of a text in a group of its own, which turns it.
    private mutating func addLetters(of text: DisplayText, in node: DisplayNode, along arc: Arc, _ room: Rect) {
        var number = 0
        for line in text.lines {
            for run in line.runs {
                let id = DisplayID(node: node.id.node, part: DisplayPart.piece(number, of: node.id.part))
                number += 1
                let placement = arc.placement(of: Point(x: run.x + run.width / 2, y: line.baseline), in: room)
                let frame = Rect(x: run.x, y: node.frame.minY, width: run.width, height: node.frame.size.height)
                var group = DisplayNode(id: id, frame: placement.bounds(of: frame), effect: .transform(placement))
                group.end = nodes.count + 2
                var letter = DisplayNode(id: id, frame: frame, content: .text(DisplayText(lines: [DisplayText.Line(baseline: line.baseline, runs: [run])])))
                letter.end = nodes.count + 2
                nodes += [group, letter]
            }
        }
    }
}
