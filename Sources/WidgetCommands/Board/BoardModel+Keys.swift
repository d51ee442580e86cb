import WidgetCore
import WidgetSurfaces

extension BoardModel {
    /// The effect of a key.
    enum Effect: Equatable {
        case quit
        case perform(action: String, of: BoardItem)
        /// A user has agreed to open an address that no program here is known to take.
        case open(BoardLink)
        case reload(widget: String)
        case dismiss(activities: [String])
        case press(control: String)
        /// Right before its neighbour, or right behind it.
        case move(widget: String, past: String, isEarlier: Bool)
    }

    mutating func press(_ key: Key) -> Effect? {
        if key.isAnswer { return nil }
        if let link = takeQuestion(), key == .letter("y") { return .open(link) }
        // A user who reads the help sees nothing else: a key closes it and does nothing more.
        if showsHelp, key != .letter("q") {
            showsHelp = false
            return nil
        }
        switch key {
        case .letter("q"): return .quit
        case .letter("?"): showsHelp.toggle()
        case .next: step(by: 1)
        case .previous: step(by: -1)
        case .left, .letter("h"): go(.left)
        case .right, .letter("l"): go(.right)
        case .up, .letter("k"): go(.up)
        case .down, .letter("j"): go(.down)
        case .home: if let first = items.first { select(first) }
        case .end: if let last = items.last { select(last) }
        case .pageUp, .pageDown: if let selected, let far = scene.far(from: selected, isDown: key == .pageDown) { select(far) }
        case .enter: return enter()
        case .digit(let number): return perform(number - 1)
        case .letter("v"): unfold()
        case .letter("o"): return openLink()
        case .letter("r"): if case .widget(let id) = selected { return .reload(widget: id) }
        case .letter("x"): return dismiss()
        case .click(let column, let row): return click(column: column, row: row)
        case .wheel(let isDown, let column, let row): wheel(isDown: isDown, column, row)
        case .letter("("), .letter(")"): if case .widget(let id) = selected { turnStack(of: id, by: key == .letter(")") ? 1 : -1) }
        case .letter("["): turnPage(by: -1)
        case .letter("]"): turnPage(by: 1)
        case .earlier, .letter("<"): return move(isEarlier: true)
        case .later, .letter(">"): return move(isEarlier: false)
        case .letter, .background, .graphics, .attributes: break
        }
        return nil
    }

    // MARK: Selecting

    /// Selects the next or the previous item, round and round.
    private mutating func step(by step: Int) {
        let items = items
        guard !items.isEmpty else { return }
        let index = selected.flatMap { items.firstIndex(of: $0) } ?? 0
        select(items[(index + step + items.count) % items.count])
    }

    private mutating func go(_ direction: BoardDirection) {
        guard let selected, let next = scene.neighbour(of: selected, toward: direction) else { return }
        select(next)
    }

    /// The wheel turns a stack, and elsewhere the board.
    private mutating func wheel(isDown: Bool, _ column: Int, _ row: Int) {
        if case .widget(let id)? = scene.target(column: column, row: row - BoardFrame.headerRows)?.item, stack(of: id) != nil {
            return turnStack(of: id, by: isDown ? 1 : -1)
        }
        scroll(by: isDown ? BoardLimits.wheelRows : -BoardLimits.wheelRows)
    }

    /// A click selects. On a button it performs the action, and elsewhere on a card it opens the view's link. On an activity or a control that is selected
    /// already it does what Enter does.
    private mutating func click(column: Int, row: Int) -> Effect? {
        guard let (item, action) = scene.target(column: column, row: row - BoardFrame.headerRows), items.contains(item) else { return nil }
        let wasSelected = item == selected
        select(item)
        if let action { return .perform(action: action, of: item) }
        switch item {
        case .ended: unfold()
        case .activity where wasSelected: unfold()
        case .control(let id) where wasSelected: return .press(control: id)
        case .activity, .control, .widget: break
        }
        return nil
    }

    // MARK: Acting

    private mutating func enter() -> Effect? {
        switch selected {
        case .activity, .ended:
            unfold()
            return nil
        case .widget, .control, nil: return perform(0)
        }
    }

    private mutating func openLink() -> Effect? {
        guard let selected, let link = link(of: selected) else {
            note = "This item has no link."
            return nil
        }
        return .perform(action: link, of: selected)
    }

    private mutating func unfold() {
        switch selected {
        case .activity, .ended: if let selected { toggleFold(selected) }
        case .widget, .control, nil: note = "Only activities can be unfolded."
        }
    }

    private mutating func dismiss() -> Effect? {
        switch selected {
        case .activity(let id): .dismiss(activities: [id])
        case .ended: .dismiss(activities: ended.map(\.activity.id))
        case .widget, .control, nil: nil
        }
    }

    private mutating func move(isEarlier: Bool) -> Effect? {
        guard case .widget(let id) = selected, let index = shownWidgets.firstIndex(of: id) else {
            note = "Only widgets can be moved."
            return nil
        }
        let other = index + (isEarlier ? -1 : 1)
        guard shownWidgets.indices.contains(other) else {
            note = "It is the \(isEarlier ? "first" : "last") on its page; `widgetctl move WIDGET --page 2` puts it on another."
            return nil
        }
        beginMove(of: id)
        func word(_ id: String) -> String { stack(of: id).map { PageWord.stack($0.name).text } ?? id }
        return .move(widget: word(id), past: word(shownWidgets[other]), isEarlier: isEarlier)
    }

    private mutating func perform(_ index: Int) -> Effect? {
        guard let selected else { return nil }
        // Pressing is all that a control has.
        if case .control(let id) = selected, index == 0 { return .press(control: id) }
        let actions = actions
        guard actions.indices.contains(index) else {
            note = index == 0 ? "It has no actions." : "It has no action \(index + 1)."
            return nil
        }
        return .perform(action: actions[index], of: selected)
    }
}
