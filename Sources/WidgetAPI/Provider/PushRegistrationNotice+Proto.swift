internal import SwiftProtobuf
public import WidgetCore

extension PushRegistrationNotice {
    /// As an encoded `PushInfoRequest`.
    /// - Throws: INTERNAL for a message that can't be encoded.
    public func pushInfoRequestBytes() throws(WidgetError) -> [UInt8] {
        var proto = ProtoPushInfoRequest()
        proto.token = .init(info.token?.bytes ?? [])
        proto.widgets = widgets.map { widget in
            var info = ProtoWidgetInfo()
            info.widgetID = widget.id.description
            info.kind = widget.kind
            info.family = ProtoWidgetFamily(widget.family)
            info.parameters = widget.configuration.proto
            return info
        }
        proto.controls = controls.map { control in
            .with {
                $0.controlID = control.id.description
                $0.kind = control.kind
                $0.parameters = control.configuration.proto
                $0.token = .init(control.token.bytes)
            }
        }
        return try encoded(proto, "where a server pushes to")
    }

    /// Decodes a `PushInfoRequest`.
    /// - Throws: INVALID_ARGUMENT that names the field.
    public init(pushInfoRequest bytes: [UInt8]) throws(WidgetError) {
        let proto: ProtoPushInfoRequest = try decoded(bytes, "PushInfoRequest")
        var token: PushToken?
        if !proto.token.isEmpty {
            guard let known = PushToken(bytes: Array(proto.token)) else {
                throw .invalid("token", "\(proto.token.count) bytes, the limit is \(PushLimits.tokenBytes)")
            }
            token = known
        }
        var widgets: [WidgetInfo] = []
        for (index, info) in proto.widgets.enumerated() {
            let field = "widgets[\(index)]"
            guard let id = WidgetID(info.widgetID) else { throw .invalid("\(field).widget_id", "is no widget's id") }
            guard let family = try WidgetFamily(info.family, field: "\(field).family") else { throw .invalid("\(field).family", "is unspecified") }
            widgets.append(
                WidgetInfo(id: id, kind: info.kind, family: family, configuration: try Parameters(info.parameters, field: "\(field).parameters")))
        }
        var controls: [ControlPushInfo] = []
        for (index, info) in proto.controls.enumerated() {
            let field = "controls[\(index)]"
            guard let id = ControlID(info.controlID) else { throw .invalid("\(field).control_id", "is no control's id") }
            guard let token = PushToken(bytes: Array(info.token)) else {
                throw .invalid("\(field).token", "\(info.token.count) bytes, the limit is \(PushLimits.tokenBytes)")
            }
            controls.append(
                ControlPushInfo(id: id, kind: info.kind, configuration: try Parameters(info.parameters, field: "\(field).parameters"), token: token))
        }
        self.init(info: WidgetPushInfo(token: token), widgets: widgets, controls: controls)
    }
}
