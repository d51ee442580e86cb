import NIOCore
import WidgetAPI
import WidgetCore
import WidgetPeers
import WidgetStore

// Archives and pictures, which aren't replicated: who lacks one asks for it by its digest.

extension PeerService {
    /// Contents that are being fetched, and when those that couldn't be had are asked for again.
    struct Contents {
        /// What connected devices are being asked for: a task returns what none of them has.
        var fetches: [ContentDigest: Task<Set<ContentDigest>, Never>] = [:]
        /// Pictures that somebody wants to see.
        var pictures: [ContentDigest: Task<Void, Never>] = [:]
        /// Has widgets look again after the pause.
        var retry: Task<Void, Never>?
        var pause = DaemonLimits.contentsRetry
    }

    /// Fetches what widgets wait for. What no device has yet is asked for again as long as one is connected: of a third device's timelines that it passes on,
    /// it may have yet to fetch the
    /// archives itself.
    /// - Parameter device: which is asked first.
    func want(_ wanted: WantedArchives, from device: DeviceID) async {
        let missing = await fetch(wanted.digests, from: device)
        guard !missing.isEmpty else { return }
        if !missing.isDisjoint(with: wanted.new) { endContentsRetry() }
        lookAgainLater()
    }

    /// Fetches a picture that somebody wants to see, also of a device that only another one can meet. Returns when it is here, or can't be had.
    func fetchPicture(_ digest: ContentDigest) async {
        let task =
            contents.pictures[digest]
            ?? Task {
                let missing = await fetch([digest])
                // Who asks this device meanwhile doesn't wait for that: two that both lack one would each wait for what the other waits for.
                if !missing.isEmpty { await fetchFromAll(missing, by: PeerMethod.remoteContents) }
                contents.pictures[digest] = nil
            }
        contents.pictures[digest] = task
        await task.value
    }

    /// Fetches contents that timelines here name and connected devices have; what is being fetched already isn't asked for again.
    /// - Parameter device: which is asked first; nil: any.
    /// - Returns: what none of them has, when all the others are here.
    @discardableResult
    private func fetch(_ wanted: Set<ContentDigest>, from device: DeviceID? = nil) async -> Set<ContentDigest> {
        let wanted = missing(of: wanted)
        let new = wanted.filter { contents.fetches[$0] == nil }
        if !new.isEmpty {
            let fetch = Task {
                let missing = await fetchFromAll(new, first: device, by: PeerMethod.contents)
                for digest in new { contents.fetches[digest] = nil }
                return missing
            }
            for digest in new { contents.fetches[digest] = fetch }
        }
        var missing: Set<ContentDigest> = []
        for fetch in Set(wanted.compactMap { contents.fetches[$0] }) { missing.formUnion(await fetch.value) }
        return missing.intersection(wanted)
    }

    /// Those that timelines here name and that aren't here: others wouldn't be kept.
    private func missing(of digests: Set<ContentDigest>) -> Set<ContentDigest> {
        do throws(WidgetError) {
            return try store.missing(digests)
        } catch {
            logger.error("which contents are missing couldn't be read", metadata: ["error": "\(error)"])
            return []
        }
    }

    /// Asks one device after another.
    /// - Parameter method: ``PeerMethod/contents``, or ``PeerMethod/remoteContents``.
    /// - Returns: what none of them has. What came and couldn't be written isn't among it: it is asked for again after the longest pause.
    @discardableResult
    private func fetchFromAll(_ digests: Set<ContentDigest>, first: DeviceID? = nil, by method: String) async -> Set<ContentDigest> {
        var missing = Array(digests)
        var asked: Set<DeviceID> = []
        do {
            // Who is connected is looked up each time: a device may have come while another was asked.
            while !missing.isEmpty, let source = nextSource(besides: asked, first: first) {
                asked.insert(source)
                missing = try await fetch(missing, at: source, by: method)
            }
            return Set(missing)
        } catch {
            logger.error("what was fetched from another device can't be written", metadata: ["error": "\(error)"])
            // It would come again and again, only to be dropped.
            contents.pause = DaemonLimits.longestContentsRetry
            lookAgainLater()
            return []
        }
    }

    private func nextSource(besides asked: Set<DeviceID>, first: DeviceID?) -> DeviceID? {
        let others = mesh.status.filter { $0.value.isConnected && !asked.contains($0.key) }.keys
        return first.flatMap { others.contains($0) ? $0 : nil } ?? others.min()
    }

    /// Has widgets look again whenever something came.
    /// - Returns: what that device doesn't have, or couldn't give.
    /// - Throws: what came couldn't be written.
    private func fetch(_ wanted: [ContentDigest], at device: DeviceID, by method: String) async throws -> [ContentDigest] {
        var (rest, missing): ([ContentDigest], [ContentDigest]) = (wanted, [])
        while !rest.isEmpty {
            let asked = Array(rest.prefix(DaemonLimits.contentsPerRequest))
            let contents: [(ContentDigest, [UInt8], String)]
            do {
                let response = try ProtoContentsResponse(serializedBytes: try await ask(device, method, asked.flatMap(\.bytes)))
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
            await widgets.contentsMayBeHere()
        }
        return missing + rest
    }

    /// Where no device is connected, the next one that is has widgets look again.
    private func lookAgainLater() {
        guard contents.retry == nil, !isStopping, mesh.status.values.contains(where: \.isConnected) else { return }
        let (clock, pause) = (EventLoopClock(loop: group.next()), contents.pause)
        contents.pause = min(pause * 2, DaemonLimits.longestContentsRetry)
        contents.retry = Task {
            guard (try? await clock.sleep(for: pause)) != nil, !Task.isCancelled else { return }
            contents.retry = nil
            await widgets.contentsMayBeHere()
        }
    }

    /// The next time is the first again.
    func endContentsRetry() {
        contents.retry?.cancel()
        contents.retry = nil
        contents.pause = DaemonLimits.contentsRetry
    }

    // MARK: Answers

    /// What another device asks for and this one has.
    func answerContents(_ payload: [UInt8]) throws(WidgetError) -> [UInt8] {
        var response = ProtoContentsResponse()
        var room = DaemonLimits.contentBytesPerAnswer
        for digest in try Self.digests(payload) {
            guard let content = try store.content(digest) else { continue }
            // One that is larger than an answer goes alone.
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

    /// The same, also what this device lacks and another one has that it can meet. That one asks nobody.
    func answerRemoteContents(_ payload: [UInt8]) async throws(WidgetError) -> [UInt8] {
        await fetch(Set(try Self.digests(payload)))
        return try answerContents(payload)
    }

    private static func digests(_ payload: [UInt8]) throws(WidgetError) -> [ContentDigest] {
        guard !payload.isEmpty, payload.count % 32 == 0, payload.count / 32 <= DaemonLimits.contentsPerRequest else {
            throw .invalid("digests", "1 to \(DaemonLimits.contentsPerRequest) of 32 bytes each")
        }
        return stride(from: 0, to: payload.count, by: 32).compactMap { ContentDigest(bytes: Array(payload[$0..<$0 + 32])) }
    }
}
