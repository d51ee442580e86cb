// The names by which users call what a daemon has.

extension Dictionary<String, ProtoWidgetSnapshot> {
    /// A widget by its id, the beginning of it that no other has, its name, or its kind if it is placed once.
    public func id(named name: String) -> String? {
        if self[name] != nil { return name }
        func only(_ matches: (ProtoWidgetSnapshot) -> Bool) -> String? {
            let found = values.filter(matches)
            return found.count == 1 ? found.first?.widget.id : nil
        }
        return only { $0.widget.name == name } ?? only { $0.widget.kind == name } ?? (name.utf8.count >= 4 ? only { $0.widget.id.hasPrefix(name) } : nil)
    }
}

extension Dictionary<String, ProtoControlSnapshot> {
    /// A control by its id, its name, or its kind if there is one of it.
    public func id(named name: String) -> String? {
        if self[name] != nil { return name }
        func only(_ matches: (ProtoControlSnapshot) -> Bool) -> String? {
            let found = values.filter(matches)
            return found.count == 1 ? found.first?.control.id : nil
        }
        return only { $0.control.name == name } ?? only { $0.control.kind == name }
    }
}
