import WidgetAPI
import WidgetCore

// The push gateway.
extension DoctorJudgement {
    static func pushes(_ status: ProtoStatusResponse, _ found: DoctorFindings) -> [DoctorCheck] {
        let gateway = status.pushGateway
        guard status.hasPushGateway else { return [DoctorCheck(.ok, "pushes", "no server can push; widgetd --push-listen lets them")] }
        let restart = "mend it, then \(found.manager.systemctl) restart widgetd; APNs' protocol goes on meanwhile"
        let webPush = gateway.webPushError.isEmpty ? [] : [DoctorCheck(.failure, "web push", gateway.webPushError, advice: restart)]
        let again = "\(found.manager.systemctl) reload widgetd (SIGHUP)"
        guard gateway.error.isEmpty else {
            return [DoctorCheck(.failure, "pushes", gateway.error, advice: "mend it, then have it tried again: \(again)")] + webPush
        }
        guard !gateway.listening.isEmpty || !gateway.managing.isEmpty else { return [DoctorCheck(.ok, "pushes", "the gateway is being opened")] + webPush }
        return [DoctorCheck(.ok, "pushes", StatusRendering.pushes(gateway))] + certificate(gateway, found.now, again: again) + webPush
    }

    private static func certificate(_ gateway: ProtoPushGatewayStatus, _ now: Timestamp, again: String) -> [DoctorCheck] {
        var checks: [DoctorCheck] = []
        if !gateway.certificateError.isEmpty {
            checks.append(
                DoctorCheck(
                    .failure, "certificate", "\(gateway.certificateError); the one before is still shown", advice: "mend the files, then \(again)"))
        }
        let ends = gateway.certificateEnds.timestamp
        let day = CalendarDate(ends, offset: 0).day8601
        let left = (ends - now).count
        if left <= 0 {
            checks.append(
                DoctorCheck(.failure, "certificate", "the one that servers are shown ended on \(day): they refuse it", advice: "renew it, then \(again)"))
        } else if left < CommandLimits.certificateWarning {
            checks.append(DoctorCheck(.warning, "certificate", "the one that servers are shown ends on \(day)", advice: "renew it, then \(again)"))
        } else if checks.isEmpty {
            checks.append(DoctorCheck(.ok, "certificate", "until \(day)"))
        }
        return checks
    }
}
