import ClinicServer
import Identifiers
import Testing

/// Tests the turns of clinics and persons without tasks: each test is one interleaving of arrivals and departures.
@Suite struct FairPlacesTests {
    private let one = Sharer(clinic: UUIDBytes(high: 1, low: 0), person: UUIDBytes(high: 0, low: 1))
    private let colleague = Sharer(clinic: UUIDBytes(high: 1, low: 0), person: UUIDBytes(high: 0, low: 2))
    private let other = Sharer(clinic: UUIDBytes(high: 2, low: 0), person: UUIDBytes(high: 0, low: 3))

    private func places(_ count: Int, waiters: Int = 100, each: Int = 100) -> FairPlaces<Int> {
        FairPlaces(
            .init(places: count, ofClinic: count, ofPerson: count, waiters: waiters, waitersOfPerson: each))
    }

    @Test func `another clinic that comes after many waiters is next, and a colleague is next in the own clinic`() {
        var places = places(1)
        #expect(places.enter(0, for: one).isAdmitted)
        for number in 1...3 { #expect(!places.enter(number, for: one).isAdmitted) }
        #expect(!places.enter(10, for: colleague).isAdmitted)
        #expect(!places.enter(20, for: other).isAdmitted)
        var order: [Int] = []
        var sharer = one
        for _ in 1...5 {
            places.leave(sharer)
            guard let next = places.next() else { break }
            order.append(next.waiter)
            sharer = next.sharer
        }
        #expect(order == [1, 20, 10, 2, 3])
        places.leave(sharer)
        #expect(places.isIdle)
    }

    @Test func `a clinic that has all of its places is passed over until it leaves one`() {
        var places = FairPlaces<Int>(
            .init(places: 2, ofClinic: 1, ofPerson: 1, waiters: 9, waitersOfPerson: 9))
        #expect(places.enter(1, for: one).isAdmitted)
        #expect(!places.enter(2, for: colleague).isAdmitted)
        #expect(places.next() == nil)
        #expect(places.enter(20, for: other).isAdmitted)
        places.leave(other)
        #expect(places.next() == nil)
        places.leave(one)
        #expect(places.next()?.waiter == 2)
    }

    @Test func `a person with too many waiters is refused, and a colleague may wait`() {
        var places = places(1, each: 2)
        #expect(places.enter(0, for: one).isAdmitted)
        for number in 1...2 { #expect(!places.enter(number, for: one).isRefused) }
        #expect(places.enter(3, for: one).isRefused)
        #expect(!places.enter(10, for: colleague).isRefused)
        #expect(places.waiting == 3)
    }

    @Test func `if too many wait, the last waiter of the person with most waiters is pushed out`() {
        var places = places(1, waiters: 3)
        #expect(places.enter(0, for: one).isAdmitted)
        for number in 1...3 { #expect(places.enter(number, for: one).pushedOut == nil) }
        #expect(places.enter(20, for: other).pushedOut == 3)
        #expect(places.enter(10, for: colleague).pushedOut == 2)
        #expect(places.waiting == 3)
    }

    @Test func `a waiter that goes away leaves the turns of the others as they are`() {
        var places = places(1)
        #expect(places.enter(0, for: one).isAdmitted)
        for (number, sharer) in [(1, one), (20, other), (10, colleague)] { _ = places.enter(number, for: sharer) }
        places.remove(of: one) { $0 == 1 }
        places.leave(one)
        #expect(places.next()?.waiter == 10)
        places.leave(colleague)
        #expect(places.next()?.waiter == 20)
        #expect(places.waiting == 0)
    }

    @Test func `one person can hold a third of the places that are kept, and a colleague and another clinic get some`()
    {
        var places = FairPlaces<Int>(
            .init(places: 96, ofClinic: 96, ofPerson: 96, waiters: 0, waitersOfPerson: 0, keepsFree: true))
        func held(by sharer: Sharer) -> Int { (1...100).prefix { places.enter($0, for: sharer).isAdmitted }.count }
        #expect(held(by: one) == 32)
        #expect(held(by: colleague) > 0)
        #expect(held(by: other) > 10)
        #expect(places.enter(0, for: one).isRefused)
    }
}

extension FairPlaces.Entry {
    fileprivate var isAdmitted: Bool { if case .admitted = self { true } else { false } }
    fileprivate var isRefused: Bool { if case .refused = self { true } else { false } }
    fileprivate var pushedOut: Waiter? { if case .waits(let waiter) = self { waiter } else { nil } }
}
