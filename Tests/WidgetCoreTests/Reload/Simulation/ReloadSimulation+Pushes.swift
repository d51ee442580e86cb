import WidgetCore

/// The facts of pushes, apart from the ledger under test.
struct PushAccount {
    /// On the disk: those that aren't over.
    var open: [Int64: OpenPush] = [:]
    /// Ids of those that came and that no line of the log has ended.
    var endless: Set<String> = []
    /// How many ended in which way.
    var ends: [PushLogEntry.Event: Int] = [:]
}

extension ReloadSimulation {
    /// How long a push that expired may go on waiting: as long as the timer is late, and a clock that is set.
    private static let patience = Milliseconds.seconds(30)

    /// A server pushes to a widget: to be tried once, or kept for a while; urgent or not. It is on the disk before anything comes of it.
    mutating func push(_ id: WidgetID) throws {
        let kept: [Milliseconds?] = [nil, .seconds(20), .minutes(3), .minutes(30), .hours(6), .days(30)]
        let expiration = (kept.randomElement(using: &random) ?? nil).map { now + $0 }
        guard let token = PushToken(bytes: [1]) else { return }
        let number = nextNumber()
        let notification = PushNotification(
            id: "\(number)", source: .local, address: .widgets(app: id.description), token: token, priority: Bool.random(using: &random) ? 10 : 5,
            expiration: expiration)
        note("push \(notification.id) to \(id), priority \(notification.priority), until \(expiration.map { "\($0.milliseconds)" } ?? "-")")
        var push = OpenPush(number: Int64(number), notification: notification, arrivedAt: now)
        push.heldUntil = now
        pushAccount.endless.insert(notification.id)
        try write([.keep(push)])
        guard notification.priority < 10, let expiration else { return try ask(push) }
        try write(pushes.hold(push, for: [id], until: min(expiration, now + .seconds(60)), at: now))
    }

    /// The daemon is awake: pushes that waited for that are tried, and those that are over their date end.
    mutating func wakePushes() throws {
        let run = runs
        for push in pushes.takeHeld() {
            try ask(push.push)
            // After a crash those that are left were taken in again.
            guard runs == run else { return }
        }
        let expired = pushes.expire(at: now)
        let given = expired.compactMap { if case .giveUp(let id) = $0 { id } else { nil } }
        for id in given { note("the push that \(id) waited for has expired") }
        touched.formUnion(given)
        let date = now
        try apply(given.flatMap { engine.giveUpPush($0, at: date) }) { simulation in
            simulation.keep(expired)
            for id in given where simulation.owed[id]?.isKept == true {
                // The other promised reloads are still to come.
                let until = simulation.engine.status(of: id, at: date)?.deferredUntil
                if until == nil { simulation.owed[id] = nil } else { simulation.owed[id]?.until = until }
            }
        }
    }

    private mutating func ask(_ push: OpenPush) throws {
        guard let id = WidgetID(push.notification.address.app), disk.rows[id] != nil else {
            return try write([.close(push.number), .log(PushLogEntry(push.notification, .discarded, "no widget is placed", at: now))])
        }
        let isKept = push.notification.expiration.map { $0 > now } ?? false
        let (receipts, effects) = engine.requestReload(.widget(id), cause: .push, caller: .system, isKept: isKept, at: now)
        try expect(effects, .reloadRequested, 1)
        for receipt in receipts { try checkReceipt(receipt, .push, isKept: isKept) }
        let said = pushes.asked(push, receipts, at: now)
        let number = nextNumber()
        try apply(effects) { simulation in
            for receipt in receipts { simulation.owe(receipt, .push, number: number) }
            simulation.keep(said)
        }
    }

    /// Notes what is on the disk with the present commit.
    mutating func keep(_ effects: [PushEffect]) {
        for effect in effects {
            switch effect {
            case .keep(let push): pushAccount.open[push.number] = push
            case .close(let number): pushAccount.open[number] = nil
            case .log(let line) where line.event.isLast:
                pushAccount.ends[line.event, default: 0] += 1
                if pushAccount.endless.remove(line.push) == nil { lostPush = "push \(line.push) ends twice, the second time as \(line.event)" }
            case .log, .giveUp: break
            }
        }
    }

    /// The same in a commit of its own.
    mutating func write(_ effects: [PushEffect]) throws {
        keep(effects)
        if let lostPush { throw Failure(description: lostPush) }
    }

    /// Takes in what the last run of the daemon left.
    mutating func restorePushes() throws {
        pushes = PushLedger()
        for push in pushAccount.open.values.sorted(by: { $0.number < $1.number }) {
            var marks: [WidgetID: PushLedger.Mark] = [:]
            if let id = WidgetID(push.notification.address.app), let row = disk.rows[id] {
                let record = row.record
                let isOwed = record.map { $0.pending != nil || $0.failures > 0 } ?? true
                marks[id] = isOwed ? .unserved : record?.deferred == nil ? .served : .waiting
            }
            try write(pushes.restore(push, marks: marks, at: now))
        }
        try wakePushes()
    }

    /// Each push on the disk is one that hasn't ended, and none waits for a budget longer than it is kept.
    func checkPushes(_ widgets: [WidgetID]) throws {
        if let lostPush { throw Failure(description: lostPush) }
        let open = Set(pushAccount.open.values.map(\.notification.id))
        guard open == pushAccount.endless else {
            throw Failure(description: "pushes \(pushAccount.endless.symmetricDifference(open).sorted()) are lost: neither on the disk nor ended, or both")
        }
        for id in widgets {
            guard let expiration = pushes.waits(for: id) else { continue }
            guard expiration + Self.patience > now || disturbedAt + Self.patience.count > uptime else {
                throw Failure(description: "a push of \(id) has expired, and waits")
            }
            guard engine.status(of: id, at: now).map({ $0.deferred != nil || $0.isReloading || $0.isWaiting }) ?? false else {
                throw Failure(description: "a push waits for a reload of \(id), and none is kept")
            }
        }
    }
}
