public import WidgetCore

extension Replica {
    /// Notes which transactions a device says it has durably. A number counts only if its hash equals the one here, because after a fork the number alone isn't
    /// enough.
    /// - Throws: the storage's errors.
    public mutating func acknowledge(_ states: [OriginState], by device: DeviceID) throws {
        var sequences: [OriginNumber: Int64] = [:]
        for state in states {
            guard let number = position.origins.number(of: state.origin) else { continue }
            // Transactions that aren't here yet can't be compared, so the earlier acknowledgement stays.
            guard state.sequence <= position.origins[number].sequence else { continue }
            sequences[number] = try isHere(state, number) ? state.sequence : 0
        }
        try storage.setAcknowledged(by: device, sequences)
    }

    /// Whether a transaction with this number and this hash is here.
    private func isHere(_ state: OriginState, _ number: OriginNumber) throws -> Bool {
        let mine = position.origins[number]
        if state.sequence == mine.sequence { return state.top == mine.top }
        return try state.sequence < mine.sequence && storage.hash(number, state.sequence) == state.top
    }

    /// The transactions that a device has durably, as far as is known here. A device that isn't linked with it asks for that.
    /// - Throws: the storage's errors.
    public func acknowledgements(of device: DeviceID) throws -> [OriginState] {
        try storage.acknowledged(by: device).compactMap { number, sequence in
            let mine = position.origins[number]
            guard sequence > 0, let hash = try sequence == mine.sequence ? mine.top : storage.hash(number, sequence) else { return nil }
            return OriginState(origin: mine.origin, sequence: sequence, top: hash)
        }
    }

    /// Notes which transactions a device has durably, as a third one says. It only adds to what is known: the device itself may have said more meanwhile.
    /// - Throws: the storage's errors.
    public mutating func acknowledge(_ states: [OriginState], by device: DeviceID, toldBy peer: DeviceID) throws {
        guard device != position.device, device != peer else { return }
        let known = try storage.acknowledged(by: device)
        var sequences: [OriginNumber: Int64] = [:]
        for state in states {
            guard let number = position.origins.number(of: state.origin), state.sequence > known[number] ?? 0, try isHere(state, number) else { continue }
            sequences[number] = state.sequence
        }
        try storage.setAcknowledged(by: device, sequences)
    }

    /// Removes from the log the transactions that every member has acknowledged as durable.
    /// - Parameter tail: how many transactions of each origin stay all the same, for users to read.
    /// - Returns: the number of transactions that were removed.
    /// - Throws: the storage's errors.
    @discardableResult
    public mutating func collect(tail: Int64 = 0) throws -> Int64 {
        let others = try storage.members().filter { $0 != position.device }
        var stable = position.origins.all.map(\.sequence)
        for device in others {
            let acknowledged = try storage.acknowledged(by: device)
            for index in stable.indices { stable[index] = min(stable[index], acknowledged[OriginNumber(rawValue: UInt16(index + 1))] ?? 0) }
        }
        var cut: Int64 = 0
        for index in stable.indices {
            let number = OriginNumber(rawValue: UInt16(index + 1))
            let through = stable[index] - tail
            var state = position.origins[number]
            guard through > state.floor else { continue }
            try storage.cutLog(number, through: through)
            cut += through - state.floor
            state.floor = through
            record(state, number)
        }
        return cut
    }

    /// The digest of the contents. It is computed once by reading everything, and is then updated with each change.
    /// - Throws: the storage's errors.
    public mutating func digest() throws -> RollingDigest {
        if let digest = position.digest { return digest }
        var digest = RollingDigest()
        var last: RowKey?
        while case let page = try storage.rows(after: last, limit: Self.page), let end = page.last?.row {
            for (row, cells) in page { for cell in cells { digest.add(row, cell.cell.column, cell.stamp, position.origins) } }
            last = end
        }
        last = nil
        while case let page = try storage.hiddenRows(after: last, limit: Self.page), let end = page.last?.row {
            for (row, cells) in page { for cell in cells { digest.add(row, cell.cell.column, cell.stamp, position.origins) } }
            last = end
        }
        position.digest = digest
        return digest
    }
}
