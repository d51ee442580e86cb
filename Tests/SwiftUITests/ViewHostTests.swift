import Foundation
import MotionArchive
import Testing
import WidgetCore

@testable import ListingsProvider
@testable import SwiftUI

/// The listings with state, shown by this program and tapped.
@MainActor @Suite struct ViewHostTests {
    private struct Kept<Content: View>: View {
        @State private var selected = false
        let content: (Binding<Bool>) -> Content
        var body: some View { content($selected) }
    }

    /// The changes of a tap on the picture.
    private func tap(_ view: @escaping (Binding<Bool>) -> some View) throws -> [ArchiveChanges.Change] {
        let host = try ViewHost(size: CGSize(width: 100, height: 100)) { Kept(content: view) }
        let image = try #require(host.archive.nodes.first { if case .image = $0.content { true } else { false } }?.id)
        let update = try #require(try host.tap(image))
        #expect(update.new.nodes.count == update.old.nodes.count)
        return update.changes.changes
    }

    private let pet = Pet(type: .dog)
    private let bouncy = ViewAnimation(.bouncy)
    private let smooth = ViewAnimation(.smooth)

    /// The modifiers that change, with their animations.
    private func scale(_ changes: [ArchiveChanges.Change]) -> [ViewAnimation?] {
        changes.compactMap { if case .modifiers = $0.kind { $0.animation } else { nil } }
    }

    @Test func aStateThatChangesInAnAnimationIsAnimatedWithIt() throws {
        #expect(try scale(tap { _ in A14.Avatar(pet: Pet(type: .dog)) }) == [bouncy])
    }

    @Test func aTransactionModifierDecides() throws {
        #expect(try scale(tap { A16.Avatar(pet: Pet(type: .dog), selected: $0) }) == [bouncy])
    }

    @Test func aRuleHoldsWhereItsValueChanges() throws {
        #expect(try scale(tap { A17.Avatar(pet: Pet(type: .dog), selected: $0) }) == [bouncy])
    }

    @Test func theInnermostRuleWins() throws {
        // The shadow within the first rule, the scale within the second.
        #expect(try scale(tap { A18.Avatar(pet: Pet(type: .dog), selected: $0) }) == [smooth, bouncy])
    }

    @Test func aRuleOfABodyHoldsForItsModifiersAlone() throws {
        #expect(try scale(tap { A19.Avatar(pet: Pet(type: .dog), selected: $0) }) == [smooth, bouncy])
    }

    @Test func aTransactionCarriesKeysOfOnesOwn() throws {
        #expect(try scale(tap { A20.Avatar(pet: Pet(type: .dog), selected: $0) }) == [bouncy])
        #expect(try scale(tap { A21.Avatar(pet: Pet(type: .dog), selected: $0) }) == [bouncy])
        #expect(try scale(tap { A22.Avatar(pet: Pet(type: .dog), selected: $0) }) == [bouncy])
    }

    private struct Counter: View {
        @State private var count = 0
        var body: some View {
            VStack {
                Text("\(count)")
                Button("More") { count += 1 }
                if count == 1 { Text("one").transition(.slide) }
            }
        }
    }

    @Test func stateIsKeptAndViewsComeAndLeave() throws {
        let host = try ViewHost(size: .zero) { Counter() }
        let button = try #require(host.archive.nodes.first { if case .button = $0.content { true } else { false } }?.id)
        let first = try #require(try host.tap(button))
        #expect(first.changes.changes.contains { $0.kind == .insertion(.slide) && $0.animation == nil })
        #expect(first.changes.changes.contains { $0.kind == .content(.automatic) })
        let second = try #require(try host.tap(button))
        #expect(second.changes.changes.contains { $0.kind == .removal(.slide) })
        #expect(try host.update() == nil)
        #expect(throws: WidgetError.self) { try host.tap(NodeID(high: 1, low: 1)) }
    }

    /// The last drink of a widget, from one entry to the next.
    @Test func anotherModelIsAnotherViewInTheSamePlace() throws {
        let date = Date(timeIntervalSince1970: 0)
        func drink(_ drink: Drink) throws -> ViewArchive {
            try archive(of: VStack { A9.LastDrinkView(log: CaffeineLog(drink: drink, date: date)) })
        }
        let changes = ArchiveChanges(from: try drink(.espresso), to: try drink(.coffee)).changes
        let animation = ViewAnimation(.smooth(duration: 1.8))
        #expect(changes.map(\.kind) == [.insertion(.push(.bottom)), .removal(.push(.bottom))])
        #expect(changes.map(\.animation) == [animation, animation])
        #expect(ArchiveChanges(from: try drink(.espresso), to: try drink(.espresso)).changes.isEmpty)
    }

    @Test func aTextThatChangesRolls() throws {
        func total(_ amount: Double) throws -> ViewArchive {
            try archive(of: A7.TotalCaffeineView(totalCaffeine: Measurement(value: amount, unit: .milligrams)))
        }
        let changes = ArchiveChanges(from: try total(1), to: try total(2)).changes
        #expect(changes.map(\.kind) == [.content(.numericText(value: 2))])
        #expect(changes.map(\.animation) == [ViewAnimation(.automatic)])
    }
}
