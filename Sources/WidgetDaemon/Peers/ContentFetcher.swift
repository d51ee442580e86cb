import DaemonCore
import Logging
import WidgetAPI
import WidgetCarrier
import WidgetCore
import WidgetPeers
import WidgetStore

/// Fetches archives and images from other devices and from the engine, and sends them this device's. Archives and images aren't replicated: a device that lacks
/// one asks for it by its digest.
actor ContentFetcher {
    private let store: WidgetStore
    private let mesh: PeerMesh<DaemonSyncStore>
    /// Nil where this device uses no engine.
    private let carrier: CarrierRunner<DaemonSyncStore>?
    private let events: MeshEvents
    private let clock: any Clock<Duration>
    private let logger: Logger
    /// Fetches under way: a task returns the digests that no device has.
    private var fetches: [ContentDigest: Task<Set<ContentDigest>, Never>] = [:]
    /// Fetches of images for clients.
    private var imageFetches: [ContentDigest: Task<Void, Never>] = [:]
    /// Makes the widgets look for missing contents again after the pause.
    private var retry: Task<Void, Never>?
    private var pause = DaemonLimits.contentsRetry
    private var isStopping = false

    init(
        store: WidgetStore, mesh: PeerMesh<DaemonSyncStore>, carrier: CarrierRunner<DaemonSyncStore>?, events: MeshEvents, runtime: DaemonRuntime
    ) {
        self.store = store
        self.mesh = mesh
        self.carrier = carrier
        self.events = events
        clock = runtime.clock
        logger = runtime.logger
    }

    /// Fetches the archives that widgets wait for. Archives that no device has yet are asked for again as long as a device is connected. A connected device may
    /// pass on the timelines of a third one before it has their archives.
    /// - Parameter device: the device that is asked first.
    func want(_ wanted: WantedArchives, from device: DeviceID) async {
        let missing = await fetch(wanted.digests, from: device)
        // A content that a provider here gave in the meantime is here without having been fetched.
        if let here = try? store.present(Array(wanted.digests)), !here.isEmpty { events.post(.contentsArrived) }
        guard !missing.isEmpty else { return }
        if !missing.isDisjoint(with: wanted.new) { endRetry() }
        lookAgainLater()
    }

    /// Fetches an image for a client, also from a device to which only another one is connected. Returns when the image is here or can't be had.
    func fetchImage(_ digest: ContentDigest) async {
        let task =
            imageFetches[digest]
            ?? Task {
                let missing = await fetch([digest])
                // This isn't in `fetches`, so requests of other devices don't wait for it: two devices that lack the same image would wait for each other.
                if !missing.isEmpty { await fetchFromAll(missing, by: PeerMethod.remoteContents) }
                imageFetches[digest] = nil
            }
        imageFetches[digest] = task
        await task.value
    }

    /// Fetches contents that timelines here name and that connected devices have. Contents that are being fetched already aren't asked for again.
    /// - Parameter device: the device that is asked first; nil: any.
    /// - Returns: the contents that none of them has. All the others are here then.
    @discardableResult
    private func fetch(_ wanted: Set<ContentDigest>, from device: DeviceID? = nil) async -> Set<ContentDigest> {
        let wanted = missing(of: wanted)
        let new = wanted.filter { fetches[$0] == nil }
        if !new.isEmpty {
            let fetch = Task {
                let missing = await fetchFromAll(new, first: device, by: PeerMethod.contents)
                for digest in new { fetches[digest] = nil }
                return missing
            }
            for digest in new { fetches[digest] = fetch }
        }
        var missing: Set<ContentDigest> = []
        for fetch in Set(wanted.compactMap { fetches[$0] }) { missing.formUnion(await fetch.value) }
        return missing.intersection(wanted)
    }

    /// The contents that timelines here name and that aren't here. Others wouldn't be kept.
    private func missing(of digests: Set<ContentDigest>) -> Set<ContentDigest> {
        do throws(WidgetError) {
            return try store.missing(digests)
        } catch {
            logger.error("which contents are missing couldn't be read", metadata: ["error": "\(error)"])
            return []
        }
    }

    /// Asks one device after another, and then the engine.
    /// - Parameter method: ``PeerMethod/contents``, or ``PeerMethod/remoteContents``.
    /// - Returns: the digests that none of them has. A content that came and couldn't be written isn't among them: it is asked for again later.
    @discardableResult
    private func fetchFromAll(_ digests: Set<ContentDigest>, first: DeviceID? = nil, by method: String) async -> Set<ContentDigest> {
        var missing = Array(digests)
        var asked: Set<DeviceID> = []
        do {
            // The connected devices are looked up each time: one may have come while another was asked.
            while !missing.isEmpty, let source = nextSource(besides: asked, first: first) {
                asked.insert(source)
                missing = try await fetch(missing, at: source, by: method)
            }
            return Set(try await fetchFromEngine(missing))
        } catch {
            logger.error("what was fetched from another device can't be written", metadata: ["error": "\(error)"])
            // Without this pause the contents would be fetched again and again, only to be dropped.
            pause = DaemonLimits.longestContentsRetry
            lookAgainLater()
            return []
        }
    }

    private func nextSource(besides asked: Set<DeviceID>, first: DeviceID?) -> DeviceID? {
        let others = mesh.status.filter { $0.value.isConnected && !asked.contains($0.key) }.keys
        return first.flatMap { others.contains($0) ? $0 : nil } ?? others.min()
    }

    /// Fetches contents from one device, and posts an event whenever some came.
    /// - Returns: the contents that the device doesn't have or couldn't send.
    /// - Throws: the store's error if contents couldn't be written.
    private func fetch(_ wanted: [ContentDigest], at device: DeviceID, by method: String) async throws -> [ContentDigest] {
        var (rest, missing): ([ContentDigest], [ContentDigest]) = (wanted, [])
        while !rest.isEmpty {
            let asked = Array(rest.prefix(DaemonLimits.contentsPerRequest))
            let contents: [(ContentDigest, [UInt8], String)]
            do {
                let response = try ProtoContentsResponse(serializedBytes: try await mesh.ask(device, method, asked.flatMap(\.bytes)))
                contents = response.contents.compactMap { content in
                    ContentDigest(bytes: Array(content.sha256)).map { ($0, Array(content.data), content.mediaType) }
                }
            } catch {
                logger.info("contents could not be fetched", metadata: ["device": "\(device.short)", "missing": "\(rest.count)", "error": "\(error)"])
                break
            }
            let came = Set(contents.map(\.0)).intersection(asked)
            guard !came.isEmpty else {
                missing += asked
                rest.removeFirst(asked.count)
                continue
            }
            do {
                try await store.write { transaction in
                    for (digest, bytes, mediaType) in contents { try transaction.addContent(digest, bytes, mediaType: mediaType) }
                }
            } catch {
                guard error.code == .invalidArgument else { throw error }
                logger.warning("a device gave other contents than it was asked for", metadata: ["device": "\(device.short)", "error": "\(error)"])
                break
            }
            rest.removeAll(where: came.contains)
            events.post(.contentsArrived)
        }
        return missing + rest
    }

    /// - Returns: the contents that the engine doesn't have either.
    /// - Throws: the store's error if contents couldn't be written.
    private func fetchFromEngine(_ wanted: [ContentDigest]) async throws -> [ContentDigest] {
        guard let carrier else { return wanted }
        var (rest, missing): ([ContentDigest], [ContentDigest]) = (wanted, [])
        while !rest.isEmpty {
            let asked = Array(rest.prefix(DaemonLimits.contentsPerRequest))
            let contents = await carrier.contents(asked).filter { ContentDigest(of: $0.data) == $0.digest }
            let came = Set(contents.map(\.digest))
            guard !came.isEmpty else {
                missing += asked
                rest.removeFirst(asked.count)
                continue
            }
            try await store.write { transaction in
                for content in contents { try transaction.addContent(content.digest, content.data, mediaType: content.mediaType) }
            }
            rest.removeAll(where: came.contains)
            events.post(.contentsArrived)
        }
        return missing
    }

    /// Plans the next look. If there is nobody to ask, the next connection causes it.
    private func lookAgainLater() {
        guard retry == nil, !isStopping, carrier != nil || mesh.status.values.contains(where: \.isConnected) else { return }
        let thisPause = pause
        pause = min(pause * 2, DaemonLimits.longestContentsRetry)
        retry = Task {
            guard (try? await clock.sleep(for: thisPause)) != nil, !Task.isCancelled else { return }
            retry = nil
            events.post(.contentsArrived)
        }
    }

    /// Ends the pause and resets it to the shortest.
    func endRetry() {
        retry?.cancel()
        retry = nil
        pause = DaemonLimits.contentsRetry
    }

    func stop() {
        isStopping = true
        endRetry()
    }

    // MARK: Answers

    /// The answer to a device that asks for contents: those that are here.
    /// - Throws: INVALID_ARGUMENT for a request that can't be read; the store's errors.
    func answer(_ payload: [UInt8]) throws(WidgetError) -> [UInt8] {
        var response = ProtoContentsResponse()
        var room = DaemonLimits.contentBytesPerAnswer
        for digest in try Self.digests(payload) {
            guard let content = try store.content(digest) else { continue }
            // A content that is larger than an answer is sent alone.
            guard room == DaemonLimits.contentBytesPerAnswer || content.data.count <= room else { break }
            room -= content.data.count
            response.contents.append(
                .with {
                    $0.sha256 = .init(digest.bytes)
                    $0.mediaType = content.mediaType
                    $0.data = .init(content.data)
                })
            if room <= 0 { break }
        }
        return try response.encoded()
    }

    /// The same; contents that this device lacks are first fetched from other connected devices, which don't ask further ones.
    func answerRemotely(_ payload: [UInt8]) async throws(WidgetError) -> [UInt8] {
        await fetch(Set(try Self.digests(payload)))
        return try answer(payload)
    }

    private static func digests(_ payload: [UInt8]) throws(WidgetError) -> [ContentDigest] {
        guard !payload.isEmpty, payload.count % 32 == 0, payload.count / 32 <= DaemonLimits.contentsPerRequest else {
            throw .invalid("digests", "1 to \(DaemonLimits.contentsPerRequest) of 32 bytes each")
        }
        return stride(from: 0, to: payload.count, by: 32).compactMap { ContentDigest(bytes: Array(payload[$0..<$0 + 32])) }
    }
}
