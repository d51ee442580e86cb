extension ReloadEngine {
    /// Which kinds there are now, and which of them changed. Widgets of kinds that came or changed reload; those of kinds that went keep their timeline and
    /// its entries, and wait. Without effect where nothing came, went or changed.
    public mutating func setInstalled(_ installed: Set<String>, changed: Set<String>, at now: Timestamp) -> [ReloadEffect] {
        var effects: [ReloadEffect] = []
        for name in installed.sorted() where kindOf[name] == nil { _ = index(ofKind: name, isInstalled: true) }
        for kind in kinds.indices {
            let isInstalled = installed.contains(kinds[kind].name)
            let isChanged = isInstalled && kinds[kind].isInstalled && changed.contains(kinds[kind].name)
            setInstalled(isInstalled, kind: kind, isChanged: isChanged, at: now, &effects)
        }
        launch(at: now, &effects)
        return effects
    }

    /// Sets ``ReloadConfiguration/minimumSpacing`` for the widgets of one kind, from the next timeline on; nil: as configured. For providers whose interval a
    /// person chose, such as a plugin with it in its file name.
    public mutating func setMinimumSpacing(_ spacing: Milliseconds?, forKind name: String) {
        let kind = kindOf[name] ?? index(ofKind: name, isInstalled: false)
        kinds[kind].minimumSpacing = spacing
    }

    /// The kind's index; where it is new, one with this state.
    mutating func index(ofKind name: String, isInstalled: Bool) -> Int {
        if let known = kindOf[name] { return known }
        kinds.append(ReloadKind(name: name, isInstalled: isInstalled, budget: configuration.kindBudgets[name]))
        kindOf[name] = kinds.count - 1
        return kinds.count - 1
    }

    mutating func setInstalled(
        _ isInstalled: Bool, kind: Int, isChanged: Bool = false, at now: Timestamp, _ effects: inout [ReloadEffect]
    ) {
        let wasInstalled = kinds[kind].isInstalled
        kinds[kind].isInstalled = isInstalled
        guard isInstalled != wasInstalled || isChanged else { return }
        if isInstalled {
            _ = requestAll(LaunchTicket(for: .providerChanged, by: .system), by: .system, at: now, &effects) { $0.kind == kind }
        } else {
            for slot in slots.indices where slots[slot].isPlaced && slots[slot].kind == kind {
                withdraw(slot, &effects)
                arm(slot)
            }
        }
    }
}
