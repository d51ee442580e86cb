import Testing
import WidgetCore
import WidgetLayout
import WidgetSettings

@testable import WidgetWall

@Suite("A wall's surfaces, as the daemon is told of them") struct SurfaceStateTests {
    private func state(page: Int, isCovered: Bool = false, isLocked: Bool = false) -> SurfaceState {
        SurfaceState(
            setup: WallSurface(name: "hall", kind: .wall), pages: [[], []], stacks: [:], current: page, isShown: true, isCovered: isCovered,
            isLocked: isLocked, isDimmed: false, scale: 1, size: Size(width: 800, height: 600))
    }

    @Test("A surface that something covers on one display is seen on the other, with the page there")
    func partlyCovered() throws {
        let surface = try #require(SurfaceState.registrations(of: [state(page: 0, isCovered: true), state(page: 1)]).first)
        #expect(surface.visibility == .visible && surface.visiblePages == [2])
    }

    @Test("One that is covered on each display is covered; where the session is locked too, it is locked")
    func covered() throws {
        let surface = try #require(SurfaceState.registrations(of: [state(page: 0, isCovered: true), state(page: 1, isCovered: true)]).first)
        #expect(surface.visibility == .covered && surface.visiblePages == [1, 2])
        let locked = try #require(SurfaceState.registrations(of: [state(page: 0, isCovered: true, isLocked: true)]).first)
        #expect(locked.visibility == .locked)
    }
}
