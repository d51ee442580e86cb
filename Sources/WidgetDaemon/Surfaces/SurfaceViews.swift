import WidgetCore

/// The widgets that somebody sees on each surface, of all devices.
struct SurfaceViews {
    struct Key: Hashable {
        var device: DeviceID
        var name: String
    }

    private var views: [Key: VisibilityCounter.View] = [:]

    /// A surface is like this now.
    /// - Parameter surface: nil: it isn't there.
    /// - Returns: the widgets that somebody sees from now on, and then those that nobody sees there any more. A widget that stays is never unseen between.
    mutating func change(_ key: Key, to surface: SurfaceRegistration?) -> [(view: VisibilityCounter.View, isThere: Bool)] {
        let (before, after) = (views[key], surface.flatMap(Self.view))
        guard before != after else { return [] }
        views[key] = after
        return [after.map { ($0, true) }, before.map { ($0, false) }].compactMap(\.self)
    }

    /// The surfaces of a device that are counted.
    func names(of device: DeviceID) -> [String] { views.keys.filter { $0.device == device }.map(\.name) }

    private static func view(_ surface: SurfaceRegistration) -> VisibilityCounter.View? {
        guard let widgets = surface.visibleWidgets else { return .all }
        return widgets.isEmpty ? nil : .some(widgets)
    }
}

/// When it was written last that somebody sees a page, so that a wall that turns its pages writes seldom.
struct SeenPages {
    /// By the surface's name and the page's number.
    private var dates: [String: [Int: Timestamp]] = [:]

    mutating func forget(_ surface: String) { dates[surface] = nil }

    /// Notes the pages that are seen now.
    /// - Returns: whether that is to be written: for a page whose last note is old enough.
    mutating func note(_ surface: SurfaceRegistration, at date: Timestamp) -> Bool {
        guard surface.visibility == .visible else { return false }
        var isNew = false
        for page in surface.visiblePages {
            if let noted = dates[surface.name]?[page], date < noted + DaemonLimits.seenPageInterval, date >= noted { continue }
            dates[surface.name, default: [:]][page] = date
            isNew = true
        }
        return isNew
    }
}
