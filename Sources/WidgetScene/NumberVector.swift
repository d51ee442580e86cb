import Motion

/// Numbers that are animated together. Zero has none, and stands for as many zeros as another vector has numbers.
struct NumberVector: VectorArithmetic, Animatable, Sendable {
    var numbers: [Double]

    init(_ numbers: [Double]) { self.numbers = numbers }

    static func == (lhs: NumberVector, rhs: NumberVector) -> Bool {
        if lhs.numbers.isEmpty || rhs.numbers.isEmpty { return (lhs.numbers + rhs.numbers).allSatisfy { $0 == 0 } }
        return lhs.numbers == rhs.numbers
    }

    static var zero: NumberVector { NumberVector([]) }

    static func += (lhs: inout NumberVector, rhs: NumberVector) { lhs.combine(rhs, +) }
    static func -= (lhs: inout NumberVector, rhs: NumberVector) { lhs.combine(rhs, -) }
    static func + (lhs: NumberVector, rhs: NumberVector) -> NumberVector {
        var sum = lhs
        sum += rhs
        return sum
    }
    static func - (lhs: NumberVector, rhs: NumberVector) -> NumberVector {
        var difference = lhs
        difference -= rhs
        return difference
    }

    mutating func scale(by factor: Double) { for index in numbers.indices { numbers[index] *= factor } }

    var magnitudeSquared: Double { numbers.reduce(0) { $0 + $1 * $1 } }

    private mutating func combine(_ other: NumberVector, _ combine: (Double, Double) -> Double) {
        if numbers.isEmpty { numbers = Array(repeating: 0, count: other.numbers.count) }
        for index in other.numbers.indices where index < numbers.count { numbers[index] = combine(numbers[index], other.numbers[index]) }
    }
}
