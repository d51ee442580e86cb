/// Who asks for a reload.
public enum ReloadCaller: Sendable, Hashable {
    /// A local client with the `act` right: free of budgets, and before what a policy asks for.
    case foreground
    /// A provider that asks by itself.
    case background
    /// A provider that asks while a user uses it: as free as what the user asks for.
    case session
    /// The daemon.
    case system
}

/// Which widgets a request is about.
public enum ReloadTarget: Sendable, Hashable {
    case widget(WidgetID)
    /// All of one kind, by its id.
    case kind(String)
    case all
}

/// What the engine wants done. `persist` and `record` belong in the transaction of what caused them; `launch` and `show` follow when it is committed.
public enum ReloadEffect: Sendable, Hashable {
    /// Ask the provider for a timeline, and call ``ReloadEngine/finish(_:_:isUnchanged:at:)`` exactly once with what comes of it.
    case launch(WidgetID, ReloadCause)
    /// The entry with this index of the widget's timeline is shown from now on.
    case show(WidgetID, entry: Int)
    /// Append to the decision log.
    case record(Decision)
    /// What a restart needs.
    case persist(WidgetID, ReloadRecord)
}
