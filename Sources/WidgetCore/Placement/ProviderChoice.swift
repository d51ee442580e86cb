/// Which device gives a widget's timelines: one rule, the same on every device, so that all agree without asking each other.
///
/// The device on which the widget was placed, if it is a member that gives the kind; else, of the members that give it, the one that joined first (by date, then id). A device that is
/// offline keeps its widgets: they show their last timeline until it is back.
public enum ProviderChoice {
    /// - Parameters:
    ///   - placedOn: nil: not known.
    ///   - providingDevices: the devices whose providers give the kind.
    ///   - devices: all that are known.
    /// - Returns: nil: nobody gives the kind.
    public static func device(placedOn: DeviceID?, providingDevices: Set<DeviceID>, among devices: [Device]) -> DeviceID? {
        let candidates = devices.filter { $0.isMember && providingDevices.contains($0.id) }
        if let placedOn, candidates.contains(where: { $0.id == placedOn }) { return placedOn }
        return candidates.min { ($0.addedAt, $0.id) < ($1.addedAt, $1.id) }?.id
    }
}
