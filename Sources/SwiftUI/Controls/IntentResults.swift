import AppIntents

// Results with a view. The caller of an intent gets its value and its dialog. The view isn't shown.

extension IntentResult {
    public static func result<V: Sendable>(value: V, view: some View) -> Self where Self == IntentResultContainer<V> { result(value: value) }
    public static func result<V: Sendable>(value: V, dialog: IntentDialog, view: some View) -> Self where Self == IntentResultContainer<V> {
        result(value: value, dialog: dialog)
    }
}

extension IntentResult where Self == IntentResultContainer<Never> {
    public static func result(view: some View) -> Self { result() }
    public static func result(dialog: IntentDialog, view: some View) -> Self { result(dialog: dialog) }
    public static func result(dialog: IntentDialog, @ViewBuilder content: () -> some View) -> Self { result(dialog: dialog) }
}
