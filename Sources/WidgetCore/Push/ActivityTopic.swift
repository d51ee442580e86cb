/// A name to which anybody with its token posts a state, which is shown as a Live Activity with the name as its tag.
public struct ActivityTopic: Sendable, Hashable {
    /// As ``isName(_:)`` says.
    public var name: String
    /// The digest of its token's bytes: the token itself isn't kept.
    public var digest: ContentDigest
    public var madeAt: Timestamp

    public init(name: String, digest: ContentDigest, madeAt: Timestamp) {
        self.name = name
        self.digest = digest
        self.madeAt = madeAt
    }

    /// The app of such activities.
    public static let app = "topics"

    /// Letters, digits, `-` and `_`, as ntfy has them: 1 to ``PushLimits/topicBytes``.
    public static func isName(_ text: some StringProtocol) -> Bool {
        (1...PushLimits.topicBytes).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
                default: byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
                }
            }
    }
}

/// A post to a topic. It starts the topic's activity, or changes the one that runs, and ends it where the status says so.
public struct TopicPost: Sendable, Hashable {
    public enum Status: String, Sendable, Hashable, CaseIterable {
        case running, done, failed
    }

    /// The topic's name.
    public var topic: String
    /// The title of the activity that it starts; nil: the topic. One that runs keeps its own.
    public var title: String?
    /// The same of a symbol's name.
    public var symbol: String?
    /// One line; nil: as it is.
    public var detail: String?
    /// 0 to 1; nil: as it is.
    public var progress: Double?
    public var status: Status
    /// 1 to 5, as ntfy has them. From 4 on it alerts.
    public var priority: Int

    public static let defaultPriority = 3

    public init(
        topic: String, title: String? = nil, symbol: String? = nil, detail: String? = nil, progress: Double? = nil, status: Status = .running,
        priority: Int = TopicPost.defaultPriority
    ) {
        self.topic = topic
        self.title = title
        self.symbol = symbol
        self.detail = detail
        self.progress = progress
        self.status = status
        self.priority = priority
    }

    // MARK: Posts to the topic's activity

    /// The task after the post.
    /// - Parameter before: the task before it; nil: none runs.
    func task(after before: TaskActivity?, at now: Timestamp) -> TaskActivity {
        var task = before ?? TaskActivity(title: title ?? topic, symbol: symbol ?? "", startedAt: now)
        if let detail { task.detail = detail }
        if let progress { task.progress = progress }
        guard status != .running else { return task }
        task.outcome = status == .done ? .success : .failure
        task.finishedAt = now
        return task
    }

    var alert: ActivityAlert? {
        guard priority > Self.defaultPriority else { return nil }
        return ActivityAlert(title: (title ?? topic).cut(toBytes: ActivityLimits.alertBytes), body: (detail ?? "").cut(toBytes: ActivityLimits.alertBytes))
    }
}

extension ActivityStateMachine {
    /// Starts the activity of a topic, or changes the one that runs; ends it where the post says so.
    /// - Parameter id: of the one that it starts.
    /// - Throws: as ``request(_:id:at:)`` and ``end(_:_:dismissal:at:)``; then nothing has changed.
    public mutating func post(_ post: TopicPost, id: ActivityID, at now: Timestamp) throws(WidgetError) -> (
        receipt: ActivityReceipt, effects: [ActivityEffect]
    ) {
        let before = self
        do throws(WidgetError) {
            return try apply(post, id: id, at: now)
        } catch {
            self = before
            throw error
        }
    }

    private mutating func apply(_ post: TopicPost, id: ActivityID, at now: Timestamp) throws(WidgetError) -> (
        receipt: ActivityReceipt, effects: [ActivityEffect]
    ) {
        let there = find(app: ActivityTopic.app, tag: post.topic).flatMap { $0.isRunning ? $0 : nil }
        var before: TaskActivity?
        if let there { before = try TaskActivity(attributes: there.attributes, state: there.content.state) }
        let task = post.task(after: before, at: now)
        let content = ActivityContent(state: task.state, relevanceScore: Double(post.priority - TopicPost.defaultPriority))
        if let there, post.status != .running {
            return try end(there.id, ActivityUpdate(content: content, alert: post.alert), dismissal: .default, at: now)
        }
        let request = ActivityRequest(
            app: ActivityTopic.app, tag: post.topic, type: TaskActivity.type, attributes: task.attributes, content: content, alert: post.alert)
        let (receipt, effects) = try self.request(request, id: id, at: now)
        guard post.status != .running else { return (receipt, effects) }
        // The post ends an activity that doesn't run, so the activity starts and ends at once.
        let (ended, more) = try end(receipt.id, ActivityUpdate(content: content), dismissal: .default, at: now)
        return (ended, effects + more)
    }
}
