import TTRPC
import WidgetCore
import WidgetProviders

extension WidgetService {
    /// For whom a process of this machine asks: for a user, unless the daemon has launched it as a provider's program, or it descends from one.
    ///
    /// A provider is used by a user while one of its actions is being performed: of a widget, an activity or a control. An action that a provider tapped by itself isn't that.
    func caller(_ peer: PeerIdentity) -> ReloadCaller {
        // The kernel is asked for the caller's forebears only while there is somebody to descend from: it takes as long as a commit.
        let running = providers.filter { $0.value.isRunning }
        guard !running.isEmpty else { return .foreground }
        let process = ProcessLineage(of: peer.pid)
        guard let provider = running.values.first(where: { $0.hasLaunched(process) }) else { return .foreground }
        return provider.isServingUser ? .session : .background
    }
}
