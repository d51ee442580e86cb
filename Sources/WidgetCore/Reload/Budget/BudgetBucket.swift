/// From which bucket a reload is paid.
public enum BudgetBucket: Sendable, Hashable {
    case own
    case push

    /// Nil: a reload for this cause is free.
    init?(_ cause: ReloadCause, by caller: ReloadCaller) {
        switch cause {
        case .policy: self = .own
        case .push: self = .push
        // What a provider does by itself to its own widget is a way to ask for a reload.
        case .explicit where caller == .background, .configured where caller == .background, .interaction where caller == .background: self = .own
        case .explicit, .interaction, .environment, .placed, .configured, .visible, .retry, .providerChanged: return nil
        }
    }
}

extension BudgetState {
    /// The bucket of a purse; nil: nothing was spent from it yet.
    subscript(bucket: BudgetBucket) -> TokenBucket? {
        get { bucket == .own ? own : push }
        set {
            switch bucket {
            case .own: own = newValue
            case .push: push = newValue
            }
        }
    }
}
