import Testing
import WidgetCore

/// The callers that may use a control, row by row.
struct ControlAuthenticationTests {
    static let rows: [(policy: ControlAuthentication, isLocked: Bool, isLocalCaller: Bool, isAllowed: Bool)] = [
        (.alwaysAllowed, false, true, true), (.alwaysAllowed, false, false, true), (.alwaysAllowed, true, true, true), (.alwaysAllowed, true, false, true),
        (.requiresAuthentication, false, true, true), (.requiresAuthentication, false, false, true),
        (.requiresAuthentication, true, true, false), (.requiresAuthentication, true, false, false),
        (.requiresLocalDeviceAuthentication, false, true, true), (.requiresLocalDeviceAuthentication, false, false, false),
        (.requiresLocalDeviceAuthentication, true, true, false), (.requiresLocalDeviceAuthentication, true, false, false),
    ]

    @Test(arguments: rows)
    func aPolicyAllows(_ row: (policy: ControlAuthentication, isLocked: Bool, isLocalCaller: Bool, isAllowed: Bool)) {
        #expect((row.policy.refusal(isLocked: row.isLocked, isLocalCaller: row.isLocalCaller) == nil) == row.isAllowed)
    }

    @Test func everyCaseIsInTheTable() {
        #expect(Set(Self.rows.map { "\($0.policy) \($0.isLocked) \($0.isLocalCaller)" }).count == ControlAuthentication.allCases.count * 4)
    }

    @Test func aRefusalSaysWhatToDo() {
        #expect(ControlAuthentication.requiresAuthentication.refusal(isLocked: true, isLocalCaller: true)?.contains("unlock") == true)
        #expect(ControlAuthentication.requiresLocalDeviceAuthentication.refusal(isLocked: true, isLocalCaller: false)?.contains("device") == true)
    }
}
