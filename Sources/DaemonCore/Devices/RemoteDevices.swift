package import SwiftProtobuf
import WidgetAPI
package import WidgetCore

/// The user's other devices, as services of this one reach them.
package protocol RemoteDevices: Sendable {
    func isConnected(_ device: DeviceID) -> Bool
    /// When a device last sent something; nil: not since the daemon started.
    func lastHeard(_ device: DeviceID) -> Timestamp?
    /// Calls a ``PeerMethod`` of a device.
    /// - Throws: UNAVAILABLE if the device isn't connected (then nothing was sent), or the device's own error.
    func ask(_ device: DeviceID, _ method: String, _ payload: [UInt8]) async throws(WidgetError) -> [UInt8]
    /// Has archives fetched from a device, or from any that has them.
    func want(_ archives: WantedArchives, from device: DeviceID)
    /// Fetches an image from any device that has it, and returns when it is here or can't be had.
    func fetchImage(_ digest: ContentDigest) async
}

extension RemoteDevices {
    /// Calls a ``PeerMethod`` of a device.
    /// - Parameter name: the device's, for errors.
    /// - Throws: as ``ask(_:_:_:)``, and INTERNAL for an answer that can't be read.
    package func ask<Response: Message>(
        _ device: DeviceID, named name: String, _ method: String, _ request: some Message
    ) async throws(WidgetError) -> Response {
        do {
            return try Response(serializedBytes: try await ask(device, method, try request.encoded()))
        } catch let error as WidgetError {
            throw error
        } catch {
            throw WidgetError(.internal, "the answer of '\(name)' can't be read", cause: "\(error)")
        }
    }
}

/// Archives that widgets wait for.
package struct WantedArchives: Sendable {
    package var digests: Set<ContentDigest> = []
    /// Those among ``digests`` that are wanted for the first time.
    package var new: Set<ContentDigest> = []

    package init() {}
}

/// Texts about a device that isn't connected to this one.
package enum UnreachableDevice {
    /// The reason that is shown with its widgets, activities and controls.
    package static func reason(_ name: String) -> String { "the device '\(name)' isn't connected" }
}

/// The requests between devices beside replication. Names and field numbers never change. A device answers UNIMPLEMENTED to a request that it doesn't know.
package enum PeerMethod {
    /// Digests of 32 bytes, one after another; answered with the contents that the device has, as many as fit in one message (`ContentsResponse`).
    package static let contents = "contents"
    /// The same; contents that the device lacks it fetches from others with `contents`. This is for images of a device to which the asker isn't connected.
    package static let remoteContents = "contents-elsewhere"
    /// The 16 bytes of each widget's id, one after another; answered with `ReloadResponse`. It leaves out widgets that aren't known to the device or that it
    /// doesn't provide.
    package static let reload = "reload"
    /// `AwaitReloadsRequest`, about widgets that the device provides; answered with `AwaitReloadsResponse`.
    package static let awaitReloads = "await-reloads"
    /// `PerformRequest` with a key; answered with `PerformResponse`.
    package static let perform = "perform"
    /// `ActivityRequest`, about an activity of the device that is asked; answered with `ActivityReceipt`.
    package static let activity = "activity"
    /// The 16 bytes of the id of an activity of the device that asks, and the activity's next row, which isn't written there yet; answered with nothing.
    package static let optimisticActivity = "activity-ahead"
    /// `ControlRequest`, about a control of the device that is asked; answered with the message that `ControlRequest` names.
    package static let control = "control"
    /// `OptionsRequest` about a kind that the asked device provides; answered with `OptionsResponse`.
    package static let options = "options"
    /// `ViewTraits` of a surface of the device that asks, which shows widgets or activities of the asked device; answered with nothing.
    package static let surface = "surface"
    /// `SetSurfaceRequest` about a surface of the device that is asked; answered with `SetSurfaceResponse`.
    package static let setSurface = "surface-set"
    /// `ForgetSurfaceRequest` about a surface of the device that is asked; answered with nothing.
    package static let forgetSurface = "surface-forget"
    /// Nothing; answered with `ContentDigests` of the values of all shared rows.
    package static let digests = "digests"
    /// A table and a bucket, each a byte; answered with the rows of that bucket (`BucketRows`).
    package static let bucket = "bucket"
    /// The 16 bytes of the id of a widget, an activity or a control; answered with `DeviceTrace`.
    package static let trace = "trace"
    /// The 32 bytes of each asked device's id, one after another; answered with `MemberAcknowledgements`.
    package static let acknowledged = "acknowledged"
    /// Nothing; answered with `HubReport`.
    package static let hubReport = "hub-report"

    /// The requests that run on the event loop's thread, because they are frequent and always short. The others run on the pool.
    package static let onLoop: Set<String> = [perform, activity, optimisticActivity, control]
}

extension DeviceID {
    /// Whether a text is enough of its beginning to name the device; case and hyphens don't matter.
    package func begins(with text: String) -> Bool {
        let wanted = text.uppercased().filter { $0 != "-" }
        return wanted.utf8.count >= DaemonCoreLimits.deviceIDBeginning && description.filter { $0 != "-" }.hasPrefix(wanted)
    }
}
