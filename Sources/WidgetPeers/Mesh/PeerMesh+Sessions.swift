import Linux
import NIOCore
import TTRPC
import TTRPCWire
import WidgetCore
import WidgetReplication

extension PeerMesh {
    // MARK: Inbound

    /// Accepts a member's stream. It is called on the link's event loop.
    func accept(_ context: CallContext, _ stream: ServerStream) throws -> any ServerStreamHandler {
        guard let peer = PeerLink.device(of: context.peer) else { throw RPCStatus(.permissionDenied, "this is spoken between devices") }
        let (mailbox, outbox) = (SessionMailbox(loop: context.eventLoop), SyncOutbox(stream: stream))
        let heard = dialer.endpoint.links.newest(from: peer)?.heard ?? LastHeard()
        let transport = SyncTransport(send: { outbox.send($0) }, close: { outbox.finish() }, heard: heard)
        try begin(with: peer, mailbox, transport, address: nil, isDialled: false, loop: context.eventLoop)
        return SyncStreamHandler(mailbox: mailbox, outbox: outbox)
    }

    // MARK: Outbound

    /// Dials the devices that are due, and sets the timer for the next.
    func dialDue() {
        let uptime = Uptime.now
        let attempts = state.withLock { state -> [(DeviceID, PeerAddress)] in
            guard !state.isStopping else { return [] }
            var attempts: [(DeviceID, PeerAddress)] = []
            var next = Int64.max
            for device in state.peers.keys {
                guard var peer = state.peers[device], peer.isTarget, peer.session == nil, !peer.isDialling, let due = peer.plan.due else { continue }
                guard due <= uptime else {
                    next = min(next, due)
                    continue
                }
                guard let address = peer.plan.next() else { continue }
                peer.isDialling = true
                state.peers[device] = peer
                attempts.append((device, address))
            }
            state.timer?.scheduled.cancel()
            state.timer = nil
            if next < .max {
                state.timer = (next, loop.scheduleTask(in: .milliseconds(max(next - uptime, 1))) { [weak self] in self?.dialDue() })
            }
            return attempts
        }
        for (device, address) in attempts { Task { await dial(device, address) } }
    }

    private func dial(_ peer: DeviceID, _ address: PeerAddress) async {
        do {
            let link = try await dialer.connect(to: address, expecting: peer)
            do {
                try await open(link, address)
            } catch {
                link.close()
                // The reason for which the link ended says more than this error.
                throw (try? await link.ended.get()) ?? error
            }
        } catch {
            let uptime = Uptime.now
            state.withLock { state in
                let random = state.random.next()
                state.peers[peer]?.isDialling = false
                state.peers[peer]?.plan.failed("\(address): \((error as? WidgetError)?.message ?? "\(error)")", uptime: uptime, random: random)
            }
            logger.debug("a device can't be reached", metadata: ["device": "\(peer.short)", "address": "\(address)", "error": "\(error)"])
            dialDue()
        }
    }

    private func open(_ link: PeerLink, _ address: PeerAddress) async throws {
        let client = try await link.client()
        let stream = try await client.stream(service: Self.serviceName, method: Self.methodName, sendsMore: true)
        let mailbox = SessionMailbox(loop: link.channel.eventLoop)
        let transport = SyncTransport(
            send: { stream.post($0) },
            close: {
                stream.closeSend()
                link.close()
            }, heard: link.heard)
        try begin(with: link.device, mailbox, transport, address: address, isDialled: true, loop: link.channel.eventLoop)
        Task {
            var reason = "the link broke"
            do {
                for try await message in stream {
                    guard mailbox.post(.message(Array(message.readableBytesView))) else {
                        reason = "more was sent than this device had taken in"
                        break
                    }
                }
            } catch {
                // If only the stream has ended, the link is useless. If the link has ended, its reason says more than this error.
                link.cut()
                reason = (try? await link.ended.get())??.message ?? (error as? RPCStatus)?.message ?? "\(error)"
            }
            mailbox.post(.closed(reason: reason))
        }
    }

    // MARK: Sessions

    /// Begins a session, unless there is a better one with that device. Both ends decide alike, so that one of two crossing links stays.
    private func begin(
        with peer: DeviceID, _ mailbox: SessionMailbox, _ transport: SyncTransport, address: PeerAddress?, isDialled: Bool, loop: any EventLoop
    ) throws {
        let uptime = Uptime.now
        let session = MeshState.Session(id: ObjectIdentifier(mailbox), mailbox: mailbox, heard: transport.heard, isDialled: isDialled, beganAt: uptime)
        let (old, resume) = try state.withLock { state -> (SessionMailbox?, SnapshotResume?) in
            guard !state.isStopping else { throw RPCStatus(.unavailable, "the daemon stops") }
            var known = state.peers[peer] ?? MeshState.Peer()
            if let other = known.session, other.isDialled != isDialled {
                let dialler = isDialled ? device : peer
                guard dialler < (isDialled ? peer : device) else {
                    // The link that stays may be dead, so it is pinged.
                    other.mailbox.post(.pingIfIdle)
                    throw RPCStatus(.alreadyExists, "there is a link between the two devices")
                }
            }
            let old = known.session?.mailbox
            known.session = session
            known.status.session = nil
            known.isDialling = false
            known.status.isInbound = !isDialled
            if let address {
                known.status.address = "\(address)"
                known.plan.succeeded(at: address)
            }
            state.peers[peer] = known
            return (old, known.resume)
        }
        old?.post(.end(reason: "there is a newer link"))
        let runner = SessionRunner(
            session: PeerSession(peer: peer, version: version, resume: resume, time: SessionRunner<Store>.time(now())), store: store, mailbox: mailbox,
            transport: transport, loop: loop, now: now, observer: MeshObserver(mesh: self), logger: logger)
        Task {
            let outcome = await runner.run()
            ended(session, with: peer, outcome)
            // The changes that have come are made durable now, although nobody can be told. Nothing waits for that, not even the next link.
            do { try await store.sync() } catch { logger.debug("what came over a link couldn't be synced at its end", metadata: ["error": "\(error)"]) }
        }
    }

    private func ended(_ session: MeshState.Session, with peer: DeviceID, _ outcome: SessionOutcome) {
        let uptime = Uptime.now
        let (isCurrent, hadMet) = state.withLock { state -> (Bool, Bool) in
            guard var known = state.peers[peer] else { return (false, false) }
            known.resume = outcome.resume
            guard let current = known.session, current.id == session.id else {
                state.peers[peer] = known
                return (false, false)
            }
            known.session = nil
            if current.hasMet { known.status.lastSeenAt = current.lastSeen(at: now()) }
            known.status.session = nil
            if uptime - session.beganAt >= MeshLimits.settledAfter { known.plan.settled() }
            known.plan.ended(outcome.reason, uptime: uptime, random: state.random.next())
            state.peers[peer] = known
            return (true, current.hasMet)
        }
        guard isCurrent else { return }
        if hadMet {
            tellLinks()
            delegate.mesh(peer, isConnected: false, reason: outcome.reason)
        }
        dialDue()
    }

    /// Tells each session with whom this device is linked now.
    func tellLinks() {
        // The lock is held meanwhile, so that each session hears of the last change last.
        state.withLock { state in
            let linked = state.peers.filter(\.value.isConnected).compactMapValues(\.session?.mailbox)
            for mailbox in linked.values { mailbox.post(.linked(Set(linked.keys))) }
        }
    }
}

/// Passes the sessions' events on to the mesh and its delegate.
struct MeshObserver<Store: SyncStore>: SessionObserver {
    let mesh: PeerMesh<Store>

    func sessionChanged(_ peer: DeviceID, _ session: ObjectIdentifier, _ status: SessionStatus) {
        let (hasJustMet, mailbox) = mesh.state.withLock { state -> (Bool, SessionMailbox?) in
            guard var known = state.peers[peer], known.session?.id == session else { return (false, nil) }
            let before = known.status.session?.unconcernedDevices ?? []
            known.status.session = status
            let hasJustMet = status.lag.hasMet && known.session?.hasMet == false
            if hasJustMet { known.session?.hasMet = true }
            state.peers[peer] = known
            return (hasJustMet, before.isSubset(of: status.unconcernedDevices) ? nil : known.session?.mailbox)
        }
        // The session may not have been told of a change meanwhile that concerns it now.
        mailbox?.post(.changed)
        guard hasJustMet else { return }
        mesh.tellLinks()
        mesh.delegate.mesh(peer, isConnected: true, reason: "")
    }

    func session(_ peer: DeviceID, notes note: SessionNote) { mesh.delegate.mesh(peer, notes: note) }

    func session(_ peer: DeviceID, asks method: String, _ payload: [UInt8], answer: @escaping @Sendable (PeerResponse) -> Void) {
        mesh.delegate.mesh(peer, asks: method, payload, answer: answer)
    }
}
