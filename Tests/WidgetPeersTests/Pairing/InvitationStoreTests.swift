import Testing
import WidgetCore

@testable import WidgetPeers

@Suite struct InvitationStoreTests {
    private let start = Timestamp(milliseconds: 1_800_000_000_000)
    private let secret = [UInt8](1...16)
    private let wrong = [UInt8](2...17)
    private let (lap, phone): (DeviceID, DeviceID)
    private var book = InvitationStore()

    init() throws {
        lap = try #require(DeviceID(bytes: [UInt8](repeating: 1, count: 32)))
        phone = try #require(DeviceID(bytes: [UInt8](repeating: 2, count: 32)))
    }

    private func after(_ milliseconds: Int64) -> Timestamp { start + .milliseconds(milliseconds) }

    @Test func withoutAnInvitationNothingIsOpen() {
        var book = book
        #expect(!book.isOpen(now: start))
        #expect(book.show(secret, by: lap, now: start) == .wrong)
    }

    @Test func anInvitationLastsTenMinutesAndNotAMomentMore() throws {
        var book = book
        let end = try book.open(secret: secret, now: start)
        #expect(end == after(600_000))
        #expect(book.isOpen(now: after(599_999)))
        #expect(!book.isOpen(now: end))
        #expect(book.show(secret, by: lap, now: end) == .wrong)
        #expect(book.show(secret, by: lap, now: after(599_999)) == .wrong, "what has ended stays ended")
    }

    @Test func aClockThatIsSetBackDoesntProlongIt() throws {
        var book = book
        _ = try book.open(secret: secret, now: start)
        #expect(!book.isOpen(now: after(-1)))
        #expect(book.show(secret, by: lap, now: after(-1)) == .wrong)
    }

    @Test func itIsUsedOnce() throws {
        var book = book
        _ = try book.open(secret: secret, now: start)
        #expect(book.show(secret, by: lap, now: start) == .admitted(.member))
        #expect(!book.isOpen(now: start))
        #expect(book.show(secret, by: phone, now: start) == .wrong)
        #expect(book.show(secret, by: lap, now: start) == .admitted(.member), "the answer may have been lost")
    }

    @Test func theFifthWrongSecretVoidsAll() throws {
        var book = book
        _ = try book.open(secret: secret, now: start)
        _ = try book.open(secret: [UInt8](repeating: 7, count: 16), now: start)
        for _ in 1..<PairingLimits.wrongSecrets { #expect(book.show(wrong, by: lap, now: start) == .wrong) }
        #expect(book.isOpen(now: start))
        #expect(book.show(wrong, by: phone, now: start) == .void)
        #expect(!book.isOpen(now: start))
        #expect(book.show(secret, by: phone, now: start) == .wrong)
    }

    @Test func fourWrongSecretsDontHinderTheRightOne() throws {
        var book = book
        _ = try book.open(secret: secret, now: start)
        for _ in 1..<PairingLimits.wrongSecrets { _ = book.show(wrong, by: phone, now: start) }
        #expect(book.show(secret, by: lap, now: start) == .admitted(.member))
    }

    /// Another invitation beside an open one doesn't give an attacker five more tries.
    @Test func triesCountOverInvitations() throws {
        var book = book
        _ = try book.open(secret: secret, now: start)
        for _ in 1..<PairingLimits.wrongSecrets { _ = book.show(wrong, by: phone, now: start) }
        _ = try book.open(secret: [UInt8](repeating: 7, count: 16), now: start)
        #expect(book.show(wrong, by: phone, now: start) == .void)
    }

    @Test func aNewInvitationAfterAVoidOneBeginsAnew() throws {
        var book = book
        _ = try book.open(secret: secret, now: start)
        for _ in 0..<PairingLimits.wrongSecrets { _ = book.show(wrong, by: phone, now: start) }
        _ = try book.open(secret: secret, now: start)
        #expect(book.show(wrong, by: phone, now: start) == .wrong)
        #expect(book.show(secret, by: lap, now: start) == .admitted(.member))
    }

    @Test func itIsOpenAgainWhenTheDeviceCouldntBeAdmitted() throws {
        var book = book
        _ = try book.open(secret: secret, now: start)
        #expect(book.show(secret, by: lap, now: start) == .admitted(.member))
        book.giveBack(lap)
        #expect(book.isOpen(now: start))
        #expect(book.show(secret, by: phone, now: start) == .admitted(.member))
    }

    @Test func aCodeThatHasLetADeviceInIsForNoOther() throws {
        var book = InvitationStore()
        _ = try book.open(secret: secret, now: start)
        #expect(book.show(secret, by: lap, now: start) == .admitted(.member))
        book.settle(lap)
        // It asks again, and that fails.
        #expect(book.show(secret, by: lap, now: start) == .admitted(.member))
        book.giveBack(lap)
        #expect(book.show(secret, by: phone, now: start) == .wrong)
    }

    @Test func noMoreThanFourAreOpen() throws {
        var book = book
        for number in 0..<PairingLimits.openInvitations { _ = try book.open(secret: [UInt8](repeating: UInt8(number), count: 16), now: start) }
        #expect(throws: WidgetError.self) { try book.open(secret: secret, now: start) }
        _ = try book.open(secret: secret, now: after(600_000))
    }
}
