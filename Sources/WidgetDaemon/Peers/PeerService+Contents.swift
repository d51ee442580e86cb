import NIOCore
import WidgetAPI
import WidgetCore
import WidgetPeers
import WidgetStore

// Archives and pictures, which aren't replicated: who lacks one asks for it by its digest.

extension PeerService {
    /// Contents that are being fetched, and those that no device had.
    struct Contents {
        /// What is being fetched, and by what: it returns what couldn't be had.
        var fetches: [ContentDigest: Task<Set<ContentDigest>, Never>] = [:]
        /// What couldn't be had since widgets last looked, and the time before.
        var missing: Set<ContentDigest> = []
        var missingBefore: Set<ContentDigest> = []
        /// Has widgets look again after the pause.
        var retry: Task<Void, Never>?
        var pause = DaemonLimits.contentsRetry
    }

    /// Fetches what widgets wait for, and has them look again when it is here. What no device has yet is asked for again as long as one is connected: of a third device's timelines that it passes
    /// on, it may have yet to fetch the archives itself.
    /// - Parameter device: which is asked first.
    func want(_ digests: [ContentDigest], from device: DeviceID) async {
        let missing = await fetch(digests, from: device)
        if !missing.isEmpty { lookAgainLater(for: missing) }
    }

    /// Fetches contents, from the device that named them or from any other that has them, and has widgets look again.
    /// - Parameter device: which is asked first; nil: any.
    /// - Returns: what couldn't be had, when all the others are here.
    @discardableResult
    func fetch(_ wanted: [ContentDigest], from device: DeviceID? = nil) async -> Set<ContentDigest> {
        let new = wanted.filter { contents.fetches[$0] == nil }
        if !new.isEmpty {
            let fetch = Task { await fetchFromAll(new, first: device) }
            for digest in new { contents.fetches[digest] = fetch }
        }
        var missing: Set<ContentDigest> = []
        for fetch in Set(wanted.compactMap { contents.fetches[$0] }) { missing.formUnion(await fetch.value) }
        return missing.intersection(wanted)
    }

    private func fetchFromAll(_ digests: [ContentDigest], first: DeviceID?) async -> Set<ContentDigest> {
        var missing = digests
        var asked: Set<DeviceID> = []
        // Who is connected is looked up each time: a device may have come while another was asked.
        while !missing.isEmpty, let source = nextSource(besides: asked, first: first) {
            asked.insert(source)
            missing = await fetch(missing, at: source)
        }
        for digest in digests { contents.fetches[digest] = nil }
        if missing.count < digests.count { await widgets.contentsMayBeHere() }
        return Set(missing)
    }

    private func nextSource(besides asked: Set<DeviceID>, first: DeviceID?) -> DeviceID? {
        let others = mesh.status.filter { $0.value.isConnected && !asked.contains($0.key) }.keys
        return first.flatMap { others.contains($0) ? $0 : nil } ?? others.min()
    }

    /// - Returns: what that device doesn't have, or couldn't give.
    private func fetch(_ wanted: [ContentDigest], at device: DeviceID) async -> [ContentDigest] {
        var missing = wanted
        do {
            while !missing.isEmpty {
                let asked = Array(missing.prefix(DaemonLimits.contentsPerRequest))
                let response = try ProtoContentsResponse(serializedBytes: try await mesh.ask(device, PeerMethod.contents, asked.flatMap(\.bytes)))
                guard !response.contents.isEmpty else { return missing }
                let contents = response.contents.compactMap { content in
                    ContentDigest(bytes: Array(content.sha256)).map { ($0, Array(content.data), content.mediaType) }
                }
                try await store.write { transaction in
                    for (digest, bytes, mediaType) in contents { try transaction.addContent(digest, bytes, mediaType: mediaType) }
                }
                let came = Set(contents.map(\.0))
                guard missing.contains(where: came.contains) else { return missing }
                missing.removeAll(where: came.contains)
            }
        } catch {
            logger.info("contents could not be fetched", metadata: ["device": "\(device.short)", "missing": "\(missing.count)", "error": "\(error)"])
        }
        return missing
    }

    /// Where no device is connected, the next one that is has widgets look again.
    private func lookAgainLater(for missing: Set<ContentDigest>) {
        guard !isStopping, mesh.status.values.contains(where: \.isConnected) else { return }
        // Soon, where something is missing for the first time.
        if !missing.isSubset(of: contents.missing.union(contents.missingBefore)) { endContentsRetry() }
        contents.missing.formUnion(missing)
        guard contents.retry == nil else { return }
        let (clock, pause) = (EventLoopClock(loop: group.next()), contents.pause)
        contents.pause = min(pause * 2, DaemonLimits.longestContentsRetry)
        contents.retry = Task {
            guard (try? await clock.sleep(for: pause)) != nil else { return }
            contents.retry = nil
            (contents.missingBefore, contents.missing) = (contents.missing, [])
            await widgets.contentsMayBeHere()
        }
    }

    /// The next time is the first again.
    func endContentsRetry() {
        contents.retry?.cancel()
        contents.retry = nil
        contents.pause = DaemonLimits.contentsRetry
    }

    /// Answers another device.
    func answerContents(_ payload: [UInt8]) throws(WidgetError) -> [UInt8] {
        guard !payload.isEmpty, payload.count % 32 == 0, payload.count / 32 <= DaemonLimits.contentsPerRequest else {
            throw .invalid("digests", "1 to \(DaemonLimits.contentsPerRequest) of 32 bytes each")
        }
        var response = ProtoContentsResponse()
        var room = DaemonLimits.contentBytesPerAnswer
        for start in stride(from: 0, to: payload.count, by: 32) {
            guard let digest = ContentDigest(bytes: Array(payload[start..<start + 32])), let content = try store.content(digest) else { continue }
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
}
