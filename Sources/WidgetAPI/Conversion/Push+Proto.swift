public import WidgetCore

extension ProtoPushKey {
    public init(_ key: PushKey) {
        self.init()
        team = key.team
        id = key.id
        publicKey = .init(key.publicKey)
        addedAt = .init(key.addedAt)
        apps = key.apps.sorted()
    }
}

extension PushKey {
    /// The key as it came, unchecked. The daemon sets the date at which it was added.
    public init(_ proto: ProtoPushKey) {
        self.init(team: proto.team, id: proto.id, publicKey: Array(proto.publicKey), addedAt: .earliest, apps: Set(proto.apps))
    }
}

extension ProtoPushLogLine {
    /// - Parameter sequence: its place in the log.
    public init(_ line: PushLogEntry, sequence: Int64) {
        self.init()
        self.sequence = sequence
        time = .init(line.time)
        pushID = line.push
        app = line.app
        pushType = line.type.rawValue
        event = Event(rawValue: line.event.rawValue) ?? .unspecified
        detail = line.detail
        if let until = line.until { self.until = .init(until) }
    }
}

extension ProtoPushTopic {
    public init(_ topic: ActivityTopic) {
        self.init()
        name = topic.name
        madeAt = .init(topic.madeAt)
    }
}
