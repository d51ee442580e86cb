public import WidgetCore

extension ProtoDisplayGroup {
    /// Without the numbers of its displays.
    public init(_ group: DisplayGroup) {
        self.init()
        name = group.name
        pages = group.pages.map { UInt32(clamping: $0) }
        (activities, controls, viewOnly) = (group.showsActivities, group.showsControls, !group.acts)
    }
}

extension DisplayGroup {
    /// The group that a message describes, with its pages in order.
    /// - Throws: INVALID_ARGUMENT that names the field and the limit.
    public init(_ proto: ProtoDisplayGroup) throws(WidgetError) {
        self = try DisplayGroup(
            name: proto.name, pages: proto.pages.map { Int($0) }, showsActivities: proto.activities, showsControls: proto.controls, acts: !proto.viewOnly
        ).validated()
    }
}

extension ProtoEnrolment.Role {
    public init(_ role: Enrolment.Role) {
        switch role {
        case .viewer: self = .viewer
        case .editor: self = .editor
        }
    }
}

extension Enrolment.Role {
    /// - Throws: INVALID_ARGUMENT for a role that this version doesn't know.
    public init(_ proto: ProtoEnrolment.Role) throws(WidgetError) {
        switch proto {
        case .viewer: self = .viewer
        case .editor: self = .editor
        case .UNRECOGNIZED(let number): throw .invalid("role", "\(number) isn't known; use 0 for viewers or 1 for editors")
        }
    }
}
