import Foundation
import Motion
import Synchronization
import Testing

private enum CountKey: TransactionKey { static let defaultValue = 7 }
extension Transaction {
    fileprivate var count: Int {
        get { self[CountKey.self] }
        set { self[CountKey.self] = newValue }
    }
}

@Suite("The thread's transaction")
struct WithTransactionTests {
    @Test("sets nothing outside of a change")
    func outside() {
        #expect(Transaction.current.animation == nil)
        #expect(Transaction.current.count == 7)
    }

    @Test("is what the change around sets, with what the inner one sets over it, and is what it was afterwards")
    func nested() {
        let result = withAnimation(Marker.animation(1)) {
            withTransaction(\.count, 3) {
                #expect(Transaction.current.animation == Marker.animation(1))
                #expect(Transaction.current.count == 3)
                withAnimation(Marker.animation(2)) {
                    #expect(Transaction.current.animation == Marker.animation(2))
                    #expect(Transaction.current.count == 3)
                }
                withAnimation(nil) { #expect(Transaction.current.animation == nil) }
                #expect(Transaction.current.animation == Marker.animation(1))
            }
            #expect(Transaction.current.count == 7)
            return 11
        }
        #expect(result == 11)
        #expect(Transaction.current.animation == nil)
    }

    @Test("takes over each value of a transaction that is handed in")
    func explicit() {
        var transaction = Transaction(animation: Marker.animation(1))
        transaction.disablesAnimations = true
        transaction.isContinuous = true
        withTransaction(transaction) {
            #expect(Transaction.current.animation == Marker.animation(1))
            #expect(Transaction.current.disablesAnimations && Transaction.current.isContinuous)
            transaction.animation = nil
            #expect(Transaction.current.animation == Marker.animation(1))
        }
    }

    @Test("is what it was also after a body that throws")
    func throwing() {
        withAnimation(Marker.animation(1)) {
            #expect(throws: BodyFailed.self) {
                try withAnimation(Marker.animation(2)) {
                    try withTransaction(\.count, 3) { throw BodyFailed() }
                }
            }
            #expect(Transaction.current.animation == Marker.animation(1))
            #expect(Transaction.current.count == 7)
        }
        #expect(Transaction.current.animation == nil)
    }

    @Test("is each thread's own", .timeLimit(.minutes(1)))
    func threads() {
        let mixed = Atomic(0)
        withAnimation(Marker.animation(-1)) {
            let threads = (0..<8).map { number in
                let done = DispatchSemaphore(value: 0)
                let thread = Thread {
                    if Transaction.current.animation != nil { mixed.add(1, ordering: .relaxed) }
                    for step in 0..<500 {
                        withAnimation(Marker.animation(number)) {
                            withTransaction(\.count, step) {
                                let current = Transaction.current
                                if current.animation != Marker.animation(number) || current.count != step { mixed.add(1, ordering: .relaxed) }
                            }
                        }
                    }
                    done.signal()
                }
                thread.start()
                return done
            }
            for thread in threads { thread.wait() }
            #expect(Transaction.current.animation == Marker.animation(-1))
        }
        #expect(mixed.load(ordering: .relaxed) == 0)
    }
}
