import WidgetAPI
import WidgetCore

// The stack in words.
extension WidgetService {
    func stackState(_ request: ProtoShowStackRequest) async throws -> ProtoStackState {
        await described(within: DaemonLimits.descriptionPatience)
        return try state(arrangeStack(), request)
    }

    func state(_ arrangement: StackArrangement, _ request: ProtoShowStackRequest) throws(WidgetError) -> ProtoStackState {
        var state = ProtoStackState()
        var room = request.includeArchives ? DaemonLimits.archiveBytesPerCall : 0
        for (index, card) in arrangement.shown.enumerated() {
            var proto = self.card(card)
            proto.place = UInt32(index + 1)
            proto.privateHidden = try isHidden(card)
            if let bytes = try archive(of: card), bytes.count <= room {
                room -= bytes.count
                do {
                    proto.archive = try ProtoViewArchive(serializedBytes: bytes)
                } catch {
                    throw WidgetError(.dataLoss, "an archive in the store can't be read; reload the widget", cause: "\(error)")
                }
            } else {
                room = 0
            }
            state.cards.append(proto)
        }
        if request.includeAbsent { state.absent = arrangement.absent.prefix(DaemonLimits.absentCards).map { self.card($0) } }
        if let date = arrangement.nextChange { state.nextChange = .init(date) }
        state.circumstances = ProtoStackCircumstances(stack.circumstances)
        state.kinds = stack.schedule.installed.keys.sorted().map { id in
            var kind = ProtoStackKind()
            kind.kind = id
            guard let record = stack.schedule.records[id] else { return kind }
            if let date = record.answeredAt { kind.answeredAt = .init(date) }
            if let date = record.nextAsk { kind.nextAsk = .init(date) }
            kind.failures = UInt32(clamping: record.failures)
            kind.lastError = record.lastError
            kind.attributes = UInt32(clamping: record.provided?.cards.count ?? 0)
            return kind
        }
        return state
    }

    /// What `explain` says of a widget's place in the stack.
    func stackSentences(of id: WidgetID) -> [String] {
        let arrangement = arrangeStack()
        let place = arrangement.shown.firstIndex { $0.widget == id || $0.replaces.contains(id) }
        let own = (arrangement.shown + arrangement.absent).first { $0.widget == id }
        var sentences: [String] = []
        if let place, let own, own.absence == nil {
            sentences.append("In the Smart Stack it is at place \(place + 1) with \(own.score.points): \(own.why).")
        } else if let own {
            sentences.append("It isn't shown in the Smart Stack: \(own.why).")
        }
        for clue in own?.clues ?? [] { sentences.append(clue.sentence) }
        return sentences
    }

    private func card(_ card: StackCard) -> ProtoStackCard {
        var proto = ProtoStackCard()
        let kind = description(of: card.kind)
        proto.kind = card.kind
        proto.provider = card.provider
        proto.displayName = kind?.displayName ?? card.kind
        proto.contentMarginsDisabled = kind?.contentMarginsDisabled ?? false
        if let id = card.widget, let widget = widgets[id] {
            proto.widgetID = id.description
            if !widget.name.isEmpty { proto.displayName = widget.name }
            proto.parameters = widget.parameters.proto
            proto.family = ProtoWidgetFamily(widget.family)
            if let providingDevice = providingDevice(of: widget) {
                (proto.unavailable, proto.lastError) = (providingDevice.unavailable, providingDevice.lastError)
            }
            if hidden.contains(id) { (proto.parameters, proto.lastError) = ([:], Privacy.reason(proto.lastError)) }
            if let timeline = timelines[id], !timeline.entries.isEmpty { proto.receivedAt = .init(timeline.receivedAt) }
        } else if let index = card.index, let provided = stack.schedule.records[card.kind]?.provided, provided.cards.indices.contains(index) {
            proto.parameters = provided.cards[index].attribute.parameters.proto
            proto.family = ProtoWidgetFamily(provided.family)
        }
        proto.score = card.score
        proto.priority = ProtoStackCard.Priority(rawValue: card.priority.rawValue) ?? .filler
        if card.since > .earliest { proto.since = .init(card.since) }
        proto.clues = card.clues.map(ProtoStackClue.init)
        proto.pinned = card.isPinned
        proto.replaces = card.replaces.map(\.description)
        proto.why = card.why
        return proto
    }

    private func isHidden(_ card: StackCard) throws(WidgetError) -> Bool {
        switch card.content {
        case .widget(let id): return hidden.contains(id)
        case .card(let index):
            guard let provided = stack.schedule.records[card.kind]?.provided, provided.cards.indices.contains(index) else { return false }
            return privacy.hides && ArchiveCodec.hasPrivateViews(provided.cards[index].entry.archive)
        }
    }

    private func archive(of card: StackCard) throws(WidgetError) -> [UInt8]? {
        switch card.content {
        case .card(let index):
            guard let provided = stack.schedule.records[card.kind]?.provided, provided.cards.indices.contains(index) else { return nil }
            let bytes = provided.cards[index].entry.archive
            return try privacy.redacted(bytes) ?? bytes
        case .widget(let id):
            guard let entry = board.entry(id) else { return nil }
            switch entry.archive {
            case .none: return nil
            case .ready(_, let bytes), .own(let bytes): return bytes
            case .stored(let digest): return try store.archive(digest)
            }
        }
    }
}

extension ProtoStackClue {
    fileprivate init(_ score: RelevanceSignal) {
        self.init()
        clue = score.clue
        isTrue = score.isTrue
        points = score.points
        reason = score.reason
        if let date = score.since, date > .earliest { since = .init(date) }
        if let date = score.changesAt { changesAt = .init(date) }
    }
}

extension ProtoStackCircumstances {
    fileprivate init(_ circumstances: DeviceContext) {
        self.init()
        if let value = circumstances.isOnBattery.value { onBattery = value }
        networksKnown = circumstances.networks.value != nil
        networks = circumstances.networks.value?.sorted() ?? []
        if let value = circumstances.isMetered.value { metered = value }
        if let value = circumstances.hasHeadphones.value { headphones = value }
        if let value = circumstances.hasDisplay.value { display = value }
        if let value = circumstances.isLocked.value { locked = value }
    }
}
