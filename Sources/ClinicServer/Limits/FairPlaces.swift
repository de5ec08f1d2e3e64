import DequeModule
import Endpoints
import Identifiers

/// One person of one clinic, for whom work is done. In a fair line clinics take turns, and within a clinic its persons
/// do.
package struct Sharer: Hashable, Sendable {
    package let clinic: UUIDBytes
    package let person: UUIDBytes

    package init(clinic: UUIDBytes, person: UUIDBytes) {
        self.clinic = clinic
        self.person = person
    }

    /// The client at an address, for work that is shared before its caller is known.
    init(at host: String?) {
        var hasher = Swift.Hasher()
        hasher.combine(host)
        let address = UUIDBytes(high: UInt64(bitPattern: Int64(hasher.finalize())), low: 0)
        self.init(clinic: address, person: address)
    }

    init(_ principal: Principal) { self.init(clinic: principal.feed, person: principal.account) }
}

/// A limited number of places for work, and the waiters for them. Clinics with waiters take turns, and within a clinic
/// its persons do. A clinic or a person that has all of its places is passed over until it leaves one.
package struct FairPlaces<Waiter> {
    /// The limits of places and waiters.
    package struct Limits: Sendable {
        /// The number of places.
        var places: Int
        /// The maximum number of places of one clinic.
        var ofClinic: Int
        /// The maximum number of places of one person.
        var ofPerson: Int
        /// The maximum number of waiters.
        var waiters: Int
        /// The maximum number of waiters of one person.
        var waitersOfPerson: Int
        /// Whether a sharer may also take a place only while enough places stay free: a clinic fewer than are free, and a
        /// person fewer than its clinic leaves. So there is a free place for a clinic or person who has none, however
        /// long the others keep theirs.
        var keepsFree: Bool

        package init(
            places: Int, ofClinic: Int, ofPerson: Int, waiters: Int, waitersOfPerson: Int, keepsFree: Bool = false
        ) {
            self.places = places
            self.ofClinic = ofClinic
            self.ofPerson = ofPerson
            self.waiters = waiters
            self.waitersOfPerson = waitersOfPerson
            self.keepsFree = keepsFree
        }
    }

    /// The outcome for a waiter that came.
    package enum Entry {
        case admitted
        /// The waiter waits. If too many waited, `pushedOut` does not wait any more: the last waiter of the person with
        /// most waiters in the clinic with most waiters, which may be the waiter that came.
        case waits(pushedOut: Waiter?)
        /// The person has too many waiters.
        case refused
    }

    private struct Lane {
        var persons: [UUIDBytes: Deque<Waiter>] = [:]
        /// The persons with waiters, in the order of their turns.
        var turns: [UUIDBytes] = []
        var count = 0
    }

    private let limits: Limits
    private var clinics: [UUIDBytes: Int] = [:]
    private var persons: [Sharer: Int] = [:]
    private var taken = 0
    private var lanes: [UUIDBytes: Lane] = [:]
    /// The clinics with waiters, in the order of their turns.
    private var turns: [UUIDBytes] = []
    package private(set) var waiting = 0

    package init(_ limits: Limits) { self.limits = limits }

    package var isIdle: Bool { taken == 0 && waiting == 0 }

    /// Takes a place for the sharer, or lets `waiter` wait for one.
    package mutating func enter(_ waiter: Waiter, for sharer: Sharer) -> Entry {
        if mayTake(sharer), lanes[sharer.clinic]?.persons[sharer.person] == nil {
            take(sharer)
            return .admitted
        }
        guard (lanes[sharer.clinic]?.persons[sharer.person]?.count ?? 0) < limits.waitersOfPerson else {
            return .refused
        }
        var lane = lanes[sharer.clinic] ?? Lane()
        if lane.count == 0 { turns.append(sharer.clinic) }
        if lane.persons[sharer.person] == nil { lane.turns.append(sharer.person) }
        lane.persons[sharer.person, default: []].append(waiter)
        lane.count += 1
        lanes[sharer.clinic] = lane
        waiting += 1
        return .waits(pushedOut: waiting > limits.waiters ? removeLastOfLongest() : nil)
    }

    /// Takes a place for the sharer.
    ///
    /// - Returns: whether there was one.
    package mutating func take(for sharer: Sharer) -> Bool {
        guard mayTake(sharer) else { return false }
        take(sharer)
        return true
    }

    /// Gives back the place of a sharer.
    package mutating func leave(_ sharer: Sharer) {
        taken -= 1
        clinics[sharer.clinic] = clinics[sharer.clinic].flatMap { $0 > 1 ? $0 - 1 : nil }
        persons[sharer] = persons[sharer].flatMap { $0 > 1 ? $0 - 1 : nil }
    }

    /// Takes a place for the waiter whose turn is next, if there is a place for it.
    package mutating func next() -> (waiter: Waiter, sharer: Sharer)? {
        guard taken < limits.places else { return nil }
        for (index, clinic) in turns.enumerated() {
            guard var lane = lanes[clinic] else { continue }
            let found = lane.turns.firstIndex { mayTake(Sharer(clinic: clinic, person: $0)) }
            guard let found else { continue }
            let sharer = Sharer(clinic: clinic, person: lane.turns.remove(at: found))
            guard var waiters = lane.persons[sharer.person], let waiter = waiters.popFirst() else { continue }
            // Both the clinic and the person have had their turn.
            lane.turns.append(sharer.person)
            lanes[clinic] = lane
            turns.append(turns.remove(at: index))
            replace(with: waiters, of: sharer)
            take(sharer)
            return (waiter, sharer)
        }
        return nil
    }

    /// Removes the waiters of a sharer for which `isGone` returns `true`.
    package mutating func remove(of sharer: Sharer, where isGone: (Waiter) -> Bool) {
        guard var waiters = lanes[sharer.clinic]?.persons[sharer.person] else { return }
        waiters.removeAll(where: isGone)
        replace(with: waiters, of: sharer)
    }

    private mutating func removeLastOfLongest() -> Waiter? {
        let clinic = turns.max { (lanes[$0]?.count ?? 0) < (lanes[$1]?.count ?? 0) }
        guard let clinic, let lane = lanes[clinic] else { return nil }
        let person = lane.turns.max { (lane.persons[$0]?.count ?? 0) < (lane.persons[$1]?.count ?? 0) }
        guard let person, var waiters = lane.persons[person] else { return nil }
        let last = waiters.popLast()
        replace(with: waiters, of: Sharer(clinic: clinic, person: person))
        return last
    }

    /// Stores the waiters of a sharer after some were removed. The others keep their turns.
    private mutating func replace(with waiters: Deque<Waiter>, of sharer: Sharer) {
        guard var lane = lanes[sharer.clinic] else { return }
        let removed = (lane.persons[sharer.person]?.count ?? 0) - waiters.count
        lane.persons[sharer.person] = waiters.isEmpty ? nil : waiters
        if waiters.isEmpty { lane.turns.removeAll { $0 == sharer.person } }
        lane.count -= removed
        waiting -= removed
        if lane.count == 0 { turns.removeAll { $0 == sharer.clinic } }
        lanes[sharer.clinic] = lane.count == 0 ? nil : lane
    }

    private func mayTake(_ sharer: Sharer) -> Bool {
        let (ofClinic, ofPerson) = (clinics[sharer.clinic] ?? 0, persons[sharer] ?? 0)
        guard taken < limits.places, ofClinic < limits.ofClinic, ofPerson < limits.ofPerson else { return false }
        let free = limits.places - taken
        return !limits.keepsFree || (ofClinic < free && (ofPerson == 0 || ofPerson < free - ofClinic))
    }

    private mutating func take(_ sharer: Sharer) {
        taken += 1
        clinics[sharer.clinic, default: 0] += 1
        persons[sharer, default: 0] += 1
    }
}

extension FairPlaces.Entry: Sendable where Waiter: Sendable {}
