import CFuzzer

/// Changes inputs so that they stay conversations: a field of one message at a time, with all lengths around it made right. A mutator that knows nothing of
/// messages breaks them at the first length.
struct Mutator {
    private static let deepest = 6
    private var random: UInt64

    init(seed: UInt32) { random = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1 }

    /// - Returns: nil where there is nothing that it could change.
    mutating func mutate(_ input: [UInt8]) -> [UInt8]? {
        guard let first = input.first else { return nil }
        var pieces = Pieces.split(input.dropFirst())
        guard !pieces.isEmpty else { return nil }
        let index = below(pieces.count)
        switch below(8) {
        case 0: pieces.insert(pieces[below(pieces.count)], at: index)
        case 1: pieces.swapAt(index, below(pieces.count))
        default:
            guard let changed = message(pieces[index][...], depth: 0) else { return nil }
            pieces[index] = changed
        }
        return [below(16) == 0 ? UInt8(below(256)) : first] + Pieces.join(pieces)
    }

    private mutating func message(_ bytes: ArraySlice<UInt8>, depth: Int) -> [UInt8]? {
        guard var fields = Field.split(bytes), !fields.isEmpty else { return nil }
        let index = below(fields.count)
        switch below(12) {
        case 0: fields.remove(at: index)
        case 1: fields.insert(fields[index], at: below(fields.count))
        default: fields[index].value = changed(fields[index].value, depth: depth)
        }
        return fields.flatMap(\.bytes)
    }

    private mutating func changed(_ value: Field.Value, depth: Int) -> Field.Value {
        switch value {
        case .varint(let number): return .varint(changed(number))
        case .fixed(var bytes):
            bytes[below(bytes.count)] = UInt8(below(256))
            return .fixed(bytes)
        case .bytes(let bytes):
            if depth < Self.deepest, below(4) > 0, let inner = message(bytes[...], depth: depth + 1) { return .bytes(inner) }
            var buffer = bytes + Array(repeating: 0, count: 16)
            let count = LLVMFuzzerMutate(&buffer, bytes.count, buffer.count)
            return .bytes(Array(buffer.prefix(count)))
        }
    }

    /// Near what it was, or at an end of what a number can be.
    private mutating func changed(_ number: UInt64) -> UInt64 {
        switch below(8) {
        case 0: 0
        case 1: .max
        case 2: UInt64(Int64.max)
        case 3: UInt64(Int64.max) + 1
        case 4: number &- 1
        case 5: number &+ 1
        case 6: 1 << UInt64(below(64))
        default: next()
        }
    }

    private mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    private mutating func next() -> UInt64 {
        random ^= random << 13
        random ^= random >> 7
        random ^= random << 17
        return random
    }
}

/// A field of a protobuf message, whatever the message is.
private struct Field {
    enum Value {
        case varint(UInt64)
        case fixed([UInt8])
        case bytes([UInt8])
    }

    var tag: UInt64
    var value: Value

    /// - Returns: nil for what isn't a message.
    static func split(_ bytes: ArraySlice<UInt8>) -> [Field]? {
        var (fields, rest): ([Field], ArraySlice<UInt8>) = ([], bytes)
        while !rest.isEmpty {
            guard let tag = varint(&rest), tag >> 3 > 0 else { return nil }
            switch tag & 7 {
            case 0:
                guard let number = varint(&rest) else { return nil }
                fields.append(Field(tag: tag, value: .varint(number)))
            case 1, 5:
                let count = tag & 7 == 1 ? 8 : 4
                guard rest.count >= count else { return nil }
                fields.append(Field(tag: tag, value: .fixed(Array(rest.prefix(count)))))
                rest = rest.dropFirst(count)
            case 2:
                guard let count = varint(&rest), count <= UInt64(rest.count) else { return nil }
                fields.append(Field(tag: tag, value: .bytes(Array(rest.prefix(Int(count))))))
                rest = rest.dropFirst(Int(count))
            default: return nil
            }
        }
        return fields
    }

    var bytes: [UInt8] {
        switch value {
        case .varint(let number): Self.encoded(tag) + Self.encoded(number)
        case .fixed(let bytes): Self.encoded(tag) + bytes
        case .bytes(let bytes): Self.encoded(tag) + Self.encoded(UInt64(bytes.count)) + bytes
        }
    }

    private static func varint(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
        var (number, shift): (UInt64, UInt64) = (0, 0)
        while let byte = rest.popFirst(), shift < 64 {
            number |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return number }
            shift += 7
        }
        return nil
    }

    private static func encoded(_ number: UInt64) -> [UInt8] {
        var (bytes, rest): ([UInt8], UInt64) = ([], number)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }
}

/// libFuzzer calls it in place of its own mutations, where there is one of this name.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutateInput(_ input: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int, _ seed: UInt32) -> Int {
    var mutator = Mutator(seed: seed)
    guard seed % 4 != 0, let changed = mutator.mutate(Array(UnsafeBufferPointer(start: input, count: count))), changed.count <= limit else {
        return LLVMFuzzerMutate(input, count, limit)
    }
    input.update(from: changed, count: changed.count)
    return changed.count
}
