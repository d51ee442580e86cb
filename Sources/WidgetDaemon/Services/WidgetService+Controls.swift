import WidgetCore
import WidgetProviders
import WidgetStore

// Which kinds of controls providers give.
extension WidgetService {
    /// For ``ControlService``: what there is now.
    var controlProviders: ControlProviders {
        ControlProviders(revision: controlRevision, kinds: controlKinds.mapValues(\.kind), hosts: providers)
    }

    /// Kinds of controls or the providers have changed.
    func controlsMayHaveChanged() {
        controlRevision += 1
        tellControls()
    }

    /// Which controls take pushes, and by which tokens: providers are told.
    func setPushed(_ controls: [String: [ControlPushInfo]]) {
        guard pushedControls != controls else { return }
        pushedControls = controls
        pushTargetsChanged()
    }

    /// All kinds of controls once a provider gives these; of an id that another installed provider gives already, a problem instead.
    func controlKinds(
        replacing described: [ControlKind], of provider: ProviderManifest, problems: inout [ManifestProblem]
    ) -> [String: StoredControlKind] {
        var kinds = controlKinds.filter { $0.value.kind.provider != provider.id }
        for kind in described {
            if let other = kinds[kind.id], providers[other.kind.provider] != nil {
                let message = "control '\(kind.id)' is given by provider '\(other.kind.provider)' already; rename one of them"
                problems.append(ManifestProblem(path: provider.path, message: message))
            } else {
                kinds[kind.id] = StoredControlKind(kind: kind, fingerprint: provider.fingerprint)
            }
        }
        return kinds
    }
}
