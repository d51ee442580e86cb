import Motion
import Testing

@Suite("A binding")
struct BindingTests {
    private final class Store {
        struct Point: Equatable {
            var x = 0
            var y = 0
        }
        var point = Point()
        var carried: [Transaction] = []

        var binding: Binding<Point> {
            Binding {
                self.point
            } set: {
                self.point = $0
                self.carried.append($1)
                #expect(Transaction.current.animation == $1.animation)
            }
        }
    }

    @Test("reads and writes what it is bound to, also a part of it")
    func values() {
        let store = Store()
        store.binding.wrappedValue = Store.Point(x: 1, y: 2)
        store.binding.y.wrappedValue = 3
        #expect(store.point == Store.Point(x: 1, y: 3))
        #expect(store.binding.projectedValue.x.wrappedValue == 1)
        #expect(Binding(projectedValue: store.binding).wrappedValue == store.point)
    }

    @Test("never changes a constant")
    func constant() {
        let binding = Binding.constant(5)
        binding.wrappedValue = 6
        #expect(binding.wrappedValue == 5)
    }

    @Test("carries its animation with each change, also of a part, and nothing before and after")
    func animation() {
        let store = Store()
        let binding = store.binding.animation(Marker.animation(1))
        binding.wrappedValue.x = 1
        binding.x.wrappedValue = 2
        binding.x.animation(nil).wrappedValue = 3
        store.binding.x.wrappedValue = 4
        #expect(store.carried.map(\.animation) == [Marker.animation(1), Marker.animation(1), nil, nil])
        #expect(Transaction.current.animation == nil)
    }

    @Test("gives way to what the change around it says, and keeps what that doesn't say")
    func surroundings() {
        let store = Store()
        var transaction = Transaction(animation: Marker.animation(1))
        transaction.isContinuous = true
        withAnimation(Marker.animation(2)) { store.binding.transaction(transaction).wrappedValue.x = 1 }
        #expect(store.carried.first?.animation == Marker.animation(2))
        #expect(store.carried.first?.isContinuous == true)
    }

    @Test("lets the completions of its transaction come once, after the change")
    func completion() {
        let store = Store()
        var calls = 0
        var transaction = Transaction()
        transaction.addAnimationCompletion {
            calls += 1
            #expect(store.point.x == 1)
        }
        let binding = store.binding.transaction(transaction)
        binding.x.wrappedValue = 1
        #expect(calls == 1)
        binding.x.wrappedValue = 2
        #expect(calls == 1)
    }
}
