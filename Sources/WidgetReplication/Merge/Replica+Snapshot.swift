public import WidgetCore

extension Replica {
    /// A page of all contents. Changes that are made while the pages are read come afterwards by the log.
    /// - Parameter vector: the vector when the first page was read. The chains of its origins are sent.
    /// - Throws: the storage's errors.
    public func snapshotPage(at place: SnapshotPlace, vector: [OriginState]) throws -> SnapshotPage {
        var page = SnapshotPage(next: SnapshotPlace(section: .end))
        var places: [OriginNumber: OriginNumber] = [:]
        func local(_ number: OriginNumber) -> OriginNumber {
            if let place = places[number] { return place }
            page.origins.append(position.origins[number].origin)
            let place = OriginNumber(rawValue: UInt16(page.origins.count))
            places[number] = place
            return place
        }
        func local(_ cells: [StampedCell]) -> [StampedCell] {
            cells.map { StampedCell($0.cell, Stamp(clock: $0.stamp.clock, origin: local($0.stamp.origin), sequence: $0.stamp.sequence)) }
        }
        let limit = ReplicationLimits.snapshotRowsPerPage
        func next(_ section: SnapshotPlace.Section, _ last: RowKey?, _ count: Int, then following: SnapshotPlace.Section) -> SnapshotPlace {
            count < limit ? SnapshotPlace(section: following) : SnapshotPlace(section: section, row: last)
        }
        switch place.section {
        case .rows:
            let rows = try storage.rows(after: place.row, limit: limit)
            page.rows = rows.map { .init(row: $0.row, cells: local($0.cells)) }
            page.next = next(.rows, rows.last?.row, rows.count, then: .tombstones)
        case .hidden:
            let rows = try storage.hiddenRows(after: place.row, limit: limit)
            page.hidden = rows.map { .init(row: $0.row, cells: local($0.cells)) }
            page.next = next(.hidden, rows.last?.row, rows.count, then: .rows)
        case .tombstones:
            let rows = try storage.tombstones(after: place.row, limit: limit)
            page.tombstones = rows.map { .init(row: $0.row, cells: local([StampedCell(Cell(column: StampedCell.birth, .integer(0)), $0.stamp)])) }
            page.next = next(.tombstones, rows.last?.row, rows.count, then: .chains)
        case .chains:
            var (index, last, room) = (place.origin, place.sequence, ReplicationLimits.snapshotHashesPerPage)
            while index < vector.count {
                if room == 0 {
                    page.next = SnapshotPlace(section: .chains, origin: index, sequence: last)
                    break
                }
                let number = position.origins.number(of: vector[index].origin)
                let hashes = try number.map { try storage.hashes($0, from: last + 1, limit: room) } ?? []
                if let number, !hashes.isEmpty { page.chains += runs(of: hashes.filter { $0.sequence <= vector[index].sequence }, local(number)) }
                room -= hashes.count
                if room > 0 { (index, last) = (index + 1, 0) } else { last = hashes.last?.sequence ?? last }
            }
        case .end: break
        }
        return page
    }

    /// Hashes whose numbers follow each other are one run.
    private func runs(of hashes: [(sequence: Int64, hash: ChainHash)], _ origin: OriginNumber) -> [SnapshotPage.Chain] {
        hashes.reduce(into: []) { runs, next in
            if let last = runs.last, last.first + Int64(last.hashes.count) == next.sequence {
                runs[runs.count - 1].hashes.append(next.hash)
            } else {
                runs.append(.init(origin: origin, first: next.sequence, hashes: [next.hash]))
            }
        }
    }

    /// Merges a page by the rules for any change. A page may come twice.
    /// - Throws: ``ReplicationFault`` `.malformed` or `.forbidden`; the storage's errors.
    public mutating func merge(_ page: SnapshotPage) throws {
        try check(page)
        try checkRoom(for: page.origins)
        notesLosers = false
        defer { notesLosers = true }
        let numbers = try page.origins.map { try number(of: $0) }
        func stamp(_ stamp: Stamp) -> Stamp { Stamp(clock: stamp.clock, origin: numbers[Int(stamp.origin.rawValue) - 1], sequence: stamp.sequence) }
        var void = VoidFields(origins: position.origins)
        for row in page.tombstones {
            let stamp = stamp(row.cells[0].stamp)
            try insertTombstone(row.row, stamp)
            void.add(row.row, tombstone: stamp)
        }
        for row in page.hidden {
            let cells = row.cells.map { StampedCell($0.cell, stamp($0.stamp)) }
            try merge(row.row, cells)
            void.add(row.row, cells)
        }
        let areNew = try areUntouched(page.rows)
        for row in page.rows {
            let cells = row.cells.map { StampedCell($0.cell, stamp($0.stamp)) }
            if areNew, let table = schema.table(row.row.table) { try insert(row.row, cells, table, hidden: []) } else { try merge(row.row, cells) }
            void.add(row.row, cells)
        }
        for chain in page.chains {
            let number = numbers[Int(chain.origin.rawValue) - 1]
            // The hash of a known transaction stays. Where it differs, the origin has forked, and the next comparison finds that.
            for (offset, hash) in chain.hashes.enumerated() {
                let sequence = chain.first + Int64(offset)
                if sequence > position.origins[number].sequence, position.origins[number].accepts(sequence) { try storage.setHash(number, sequence, hash) }
            }
        }
        // A peer that doesn't know of a closed origin may send void stamps.
        try adopt(void)
    }

    /// Whether none of a page's rows is known, nor any row between them, as on a new device. Then the rows needn't be looked up one by one.
    private func areUntouched(_ rows: [SnapshotPage.Row]) throws -> Bool {
        guard let first = rows.first?.row, let last = rows.last?.row, zip(rows, rows.dropFirst()).allSatisfy({ $0.row < $1.row }) else { return false }
        guard schema.table(first.table) != nil, schema.table(last.table) != nil else { return false }
        func isBehind(_ row: RowKey?) -> Bool { row.map { last < $0 } ?? true }
        return try storage.clocks(first) == nil && storage.tombstone(first) == nil && storage.hidden(first).isEmpty
            && isBehind(storage.rows(after: first, limit: 1).first?.row) && isBehind(storage.tombstones(after: first, limit: 1).first?.row)
            && isBehind(storage.hiddenRows(after: first, limit: 1).first?.row)
    }

    /// Takes over the snapshot's vector after the last page, when everything up to it is here.
    /// - Throws: ``ReplicationFault`` `.forbidden` where there is no room for its origins; the storage's errors.
    public mutating func takeOver(_ vector: [OriginState], now: Timestamp) throws {
        let latest = HybridLogicalClock.Reading(date: now + ReplicationLimits.clockAhead)
        try checkRoom(for: vector.lazy.map(\.origin))
        for theirs in vector where theirs.origin.device != position.device || position.origins.number(of: theirs.origin) != position.own {
            let number = try number(of: theirs.origin)
            var state = position.origins[number]
            guard theirs.sequence > state.sequence, state.accepts(theirs.sequence) else { continue }
            state.sequence = theirs.sequence
            state.top = theirs.top
            if theirs.clock <= latest {
                state.clock = max(state.clock, theirs.clock)
                position.clock.observe(theirs.clock)
            }
            state.floor = theirs.sequence
            record(state, number)
            try storage.setHash(number, theirs.sequence, theirs.top)
            try storage.cutLog(number, through: theirs.sequence)
        }
    }

    private func check(_ page: SnapshotPage) throws(ReplicationFault) {
        guard page.rows.count + page.hidden.count + page.tombstones.count <= ReplicationLimits.snapshotRowsPerPage else {
            throw .malformed("a snapshot's page of more than \(ReplicationLimits.snapshotRowsPerPage) rows")
        }
        func isKnown(_ number: OriginNumber) -> Bool { number.rawValue >= 1 && Int(number.rawValue) <= page.origins.count }
        for row in page.rows + page.hidden + page.tombstones {
            guard row.row.table >= 1, row.row.table <= ReplicationLimits.tableNumber, !row.cells.isEmpty,
                row.cells.count <= ReplicationLimits.columnsPerRow + 1,
                row.cells.allSatisfy({
                    isKnown($0.stamp.origin) && $0.stamp.sequence > 0 && $0.cell.column >= 0 && $0.cell.column <= ReplicationLimits.columnsPerRow
                })
            else { throw .malformed("a snapshot's row that names what isn't there") }
        }
        guard page.rows.allSatisfy({ $0.cells.contains { $0.cell.column == StampedCell.birth } }) else {
            throw .malformed("a snapshot's row that was never inserted")
        }
        for row in page.rows + page.hidden { try check(RowOperation(row.row, .insert(row.cells.map(\.cell).filter { $0.column != StampedCell.birth }))) }
        for row in page.tombstones { try check(RowOperation(row.row, .delete)) }
        for chain in page.chains {
            guard isKnown(chain.origin), chain.first > 0, chain.hashes.count <= ReplicationLimits.snapshotHashesPerPage else {
                throw .malformed("a chain of an origin that isn't there")
            }
        }
    }
}
