import TTRPC
import WidgetCore
import WidgetProviders

extension WidgetService {
    /// For whom a process of this machine asks: for a person, unless the daemon has launched it as a provider's program, or it descends from one.
    ///
    /// A provider is used by a person while one of its actions is being performed, from the tap until the action has ended. An action that a provider tapped by itself isn't that.
    func caller(_ peer: PeerIdentity) -> ReloadCaller {
        // The kernel is asked for the caller's forebears only while there is somebody to descend from: it takes as long as a commit.
        let running = providers.filter { $0.value.isRunning }
        guard !running.isEmpty else { return .foreground }
        let process = ProcessLineage(of: peer.pid)
        guard let provider = running.first(where: { $0.value.hasLaunched(process) })?.key else { return .foreground }
        let isUsed = performing.values.contains { action in
            action.caller != .background && widgets[action.widget].flatMap { kinds[$0.kind] }?.kind.provider == provider
        }
        return isUsed ? .session : .background
    }
}
