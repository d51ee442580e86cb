public import WidgetCore

// A passive engine can't adopt what stands behind a fork, and acknowledges for no device. So a replica that uses one does both.

extension Replica {
    /// Writes transactions behind a closed origin's end again under this device's origin, with the same clocks. They stood in an engine, where nobody else
    /// adopts them. Fields that are here with the same clock or a later one are left alone.
    /// - Throws: ``ReplicationFault`` where a transaction is malformed, and then nothing was written; the storage's errors.
    public mutating func adopt(_ transactions: [LoggedTransaction], now: Timestamp) throws {
        var void = VoidFields(origins: position.origins)
        let latest = HybridLogicalClock.Reading(date: now + ReplicationLimits.clockAhead)
        for transaction in transactions {
            if transaction.clock <= latest { position.clock.observe(transaction.clock) }
            guard let number = position.origins.number(of: transaction.origin) else { continue }
            let stamp = Stamp(clock: transaction.clock, origin: number, sequence: transaction.sequence)
            for operation in try transaction.operations() {
                try check(operation)
                switch operation.change {
                case .delete: if try isNews(stamp, storage.tombstone(operation.row)) { void.add(operation.row, tombstone: stamp) }
                case .insert(let cells): try add([.born(stamp)] + cells.map { StampedCell($0, stamp) }, of: operation.row, to: &void)
                case .update(let cells): try add(cells.map { StampedCell($0, stamp) }, of: operation.row, to: &void)
                }
            }
        }
        try adopt(void)
    }

    private func add(_ cells: [StampedCell], of row: RowKey, to void: inout VoidFields) throws {
        guard try storage.tombstone(row) == nil else { return }
        let clocks = try storage.clocks(row)
        let hidden = Dictionary(try storage.hidden(row).map { ($0.cell.column, $0.stamp) }) { _, last in last }
        let news = cells.filter { isNews($0.stamp, clocks?[$0.cell.column] ?? hidden[$0.cell.column]) }
        if !news.isEmpty { void.add(row, news) }
    }

    private func isNews(_ stamp: Stamp, _ current: Stamp?) -> Bool {
        guard let current else { return true }
        return position.origins.isVoid(current) || current.clock < stamp.clock
    }

    /// Removes from the log the transactions that an engine has durably, whoever else has them: other devices get them there, or by a snapshot.
    /// - Parameters:
    ///   - heads: the engine's origins, as far as they are durable there.
    ///   - tail: how many of the engine's last transactions of each origin stay all the same. They fill an engine that was put back to an older state.
    ///   - earliest: later transactions stay too.
    /// - Returns: the number of transactions that were removed.
    /// - Throws: the storage's errors.
    @discardableResult
    public mutating func collect(inEngine heads: [OriginState], tail: Int64, before earliest: Timestamp) throws -> Int64 {
        var cut: Int64 = 0
        for head in heads {
            guard let number = position.origins.number(of: head.origin) else { continue }
            var state = position.origins[number]
            let common = min(head.sequence, state.sequence)
            guard try common > 0 && (common < head.sequence || storage.hash(number, common) == head.top) else { continue }
            let through = try last(of: number, through: common - tail, before: earliest)
            guard through > state.floor else { continue }
            try storage.cutLog(number, through: through)
            cut += through - state.floor
            state.floor = through
            record(state, number)
        }
        return cut
    }

    /// The last transaction of an origin, at most `highest`, whose clock is before a date. Clocks rise with the numbers but for fields that were adopted, so it
    /// divides the range.
    private func last(of number: OriginNumber, through highest: Int64, before date: Timestamp) throws -> Int64 {
        let latest = HybridLogicalClock.Reading(date: date)
        var (low, high) = (position.origins[number].floor, highest)
        while low < high {
            let middle = (low + high + 1) / 2
            if let clock = try storage.clock(number, middle), clock >= latest { high = middle - 1 } else { low = middle }
        }
        return max(low, 0)
    }
}
