import CLinux
import Glibc
import Synchronization

/// Whether headphones are plugged in, as ALSA's cards say, and when that changes. The user at the seat and the group `audio` can read a card's control device.
/// Where none can be read, or no card senses its jack, the answer is unknown.
public final class AudioJacks: Sendable {
    private let directory: String
    private let heard: @Sendable (_ areHeadphonesConnected: Bool?) -> Void
    private let cards = Mutex<[DescriptorWatch]>([])

    /// - Parameters:
    ///   - directory: the directory of the devices.
    ///   - heard: called at once, and whenever the answer may have changed; nil means unknown. Later calls come on ``DescriptorWatcher``'s thread, so it must
    ///     be quick.
    public init(directory: String = "/dev/snd", heard: @escaping @Sendable (_ areHeadphonesConnected: Bool?) -> Void) {
        self.directory = directory
        self.heard = heard
        rescan()
    }

    deinit { close() }

    /// Looks for cards again. Call it when a card came or went.
    public func rescan() {
        close()
        open()
        tell()
    }

    private func tell() {
        let answers = cards.withLock { cards in cards.map { widgetd_audio_jack($0.descriptor) } }.filter { $0 >= 0 }
        heard(answers.isEmpty ? nil : answers.contains(1))
    }

    private func open() {
        guard let list = opendir(directory) else { return }
        defer { closedir(list) }
        while let entry = readdir(list) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            guard name.hasPrefix("controlC"), cards.withLock({ $0.count }) < LinuxLimits.audioCards else { continue }
            let descriptor = Glibc.open(directory + "/" + name, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            guard widgetd_audio_listen(descriptor) >= 0, let watch = try? DescriptorWatcher.watch(descriptor, { [weak self] in self?.drain(descriptor) })
            else {
                Glibc.close(descriptor)
                continue
            }
            cards.withLock { $0.append(watch) }
        }
    }

    private func close() {
        cards.withLock { cards in
            for card in cards { card.cancel() }
            cards = []
        }
    }

    /// Reads a card's events and ignores their content: the jacks' state is asked for again.
    private func drain(_ descriptor: Int32) {
        let isGone = withUnsafeTemporaryAllocation(byteCount: LinuxLimits.audioEventBytes, alignment: 8) { buffer in
            while true {
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                if count > 0 || count < 0 && errno == EINTR { continue }
                return count == 0 || errno != EAGAIN
            }
        }
        // A card that was unplugged, or that fails, would stay readable. It is opened again only after ``rescan()``.
        if isGone { drop(descriptor) }
        tell()
    }

    private func drop(_ descriptor: Int32) {
        cards.withLock { cards in
            cards.first { $0.descriptor == descriptor }?.cancel()
            cards.removeAll { $0.descriptor == descriptor }
        }
    }
}
