internal import WidgetCore

/// An address as columns: a number for what it is, the app, and the rest.
enum PushAddressCoding {
    static func columns(_ address: PushAddress) -> (type: Int, app: String, subject: String) {
        switch address {
        case .widgets(let app): (1, app, "")
        case .control(let app, let id): (2, app, id)
        case .activity(let app, let id): (3, app, id)
        case .attributes(let app, let type): (4, app, type)
        }
    }

    /// Nil for what only a later version knows.
    static func address(type: Int, app: String, subject: String) -> PushAddress? {
        switch type {
        case 1: .widgets(app: app)
        case 2: .control(app: app, id: subject)
        case 3: .activity(app: app, id: subject)
        case 4: .attributes(app: app, type: subject)
        default: nil
        }
    }
}
