import EventSourcing
import EventStore
import Identifiers
import Testing
import Theatre

@Suite struct `The caches of decision models` {
    private func model(seenTo position: Int64, _ heard: ClosedRange<Int64>...) -> ClinicStates<TheatreEvent> {
        let model = StateCaches<TheatreEvent>.one
        model.begin(at: position)
        for positions in heard { model.hear(positions) }
        return model
    }

    @Test func `the cache of states is known up to the position before the first event that it has not received`() {
        #expect(model(seenTo: 3).seen == 3)
        #expect(model(seenTo: 3, 4...4, 5...7).seen == 7)
        #expect(model(seenTo: 3, 7...8).seen == 3)
        #expect(model(seenTo: 3, 7...8, 5...6).seen == 3)
        #expect(model(seenTo: 3, 7...8, 5...6, 4...4).seen == 8)
        #expect(model(seenTo: 3, 2...3, 1...5).seen == 5)
        #expect(model(seenTo: 0).seen == 0)
        #expect(model(seenTo: 0, 2...3).seen == 0)
        #expect(model(seenTo: 0, 2...3, 1...1).seen == 3)
    }

    @Test func `the cache of states is known up to position 0 until the feed has been read once`() {
        let model = StateCaches<TheatreEvent>.one
        model.hear(1...4)
        #expect(model.seen == 0)
        model.begin(at: 3)
        #expect(model.seen == 4)
    }

    @Test func `a later read of the feed's position does not make the cache of states known up to that position`() {
        let model = model(seenTo: 3, 6...6)
        model.begin(at: 9)
        #expect(model.seen == 3)
        model.hear(4...5)
        #expect(model.seen == 6)
    }

    @Test func `the cache of states ignores a read that lacks a received event or decrypted personal values`() {
        let model = model(seenTo: 3, 10...10)
        let seat = Subject.seat("Lear", 1)
        func missing() -> [AnySubject<TheatreEvent>] {
            var run = DecisionModel(model.cache)
            _ = run[seat]
            return run.missing
        }
        model.load(missing(), after: [seat.tag: 0], opened: [seat.tag], events: [], upTo: 9)
        #expect(missing().count == 1)
        // The state of a seat may read personal values, so events whose values were not decrypted are not enough to
        // load it.
        model.load(missing(), after: [seat.tag: 0], opened: [], events: [], upTo: 10)
        #expect(missing().count == 1)
        model.load(missing(), after: [seat.tag: 0], opened: [seat.tag], events: [], upTo: 10)
        #expect(missing().isEmpty)
        #expect(model.seen == 3)
    }

    @Test func `the cache of states includes the events of a read and the events received during the read`() {
        let model = model(seenTo: 3)
        let seat = Subject.seat("Lear", 1)
        func look(seeing position: Int64) -> String? {
            var run = DecisionModel(model.cache)
            _ = run[seat]
            model.load(run.missing, after: [seat.tag: 0], opened: [seat.tag], events: [], upTo: position)
            run = DecisionModel(model.cache)
            let guest = run[seat].guest
            return run.missing.isEmpty ? guest ?? "nobody" : nil
        }
        func booked(_ guest: String, _ position: Int64) -> Recorded<TheatreEvent> {
            Recorded(
                clinic: .numbered(1), position: position,
                event: .seatBooked(SeatBooked(show: "Lear", seat: 1, guest: guest)),
                recordedAt: Instant(secondsSince1970: 0), actor: .system)
        }
        // Events that the process receives before a read of states begins are not kept for that read.
        model.hear(4...4, [booked("Ann", 4)])
        #expect(look(seeing: 3) == nil)
        model.fetches = 1
        model.hear(6...6, [booked("Cleo", 6)])
        #expect(look(seeing: 4) == nil)
        model.hear(5...5, [booked("Bob", 5)])
        #expect(look(seeing: 3) == nil)
        #expect(look(seeing: 4) == "Cleo")
        model.cache.forget(seat.tag)
        model.fetches = 0
        model.fetches = 1
        #expect(look(seeing: 4) == nil)
        #expect(look(seeing: 6) == "nobody")
        model.cache.forget(seat.tag)
        model.fetches = 0
        model.fetches = 1
        for position in [7, 8, 10] as [Int64] { model.hear(position...position, [booked("Dan", position)]) }
        #expect(look(seeing: 8) == nil)
    }

    @Test func `the state caches of several clinics share one capacity, and each keeps a minimum capacity`() {
        var caches = StateCaches<TheatreEvent>(clinics: 500, states: 100_000)
        let first = caches[.numbered(1)]
        #expect(first.cache.capacity == 100_000)
        let second = caches[.numbered(2)]
        #expect([first, second].map(\.cache.capacity) == [50_000, 50_000])
        for number in 3...20 { _ = caches[.numbered(number)] }
        #expect([first, second].map(\.cache.capacity) == [5_000, 5_000])
        let late = (21...100).map { caches[.numbered($0)].cache.capacity }
        #expect(Set(late + [first.cache.capacity]) == [5_000])
    }

    @Test
    func `if more clinics are cached than permitted, the least recently used clinic's cached states are evicted`() {
        var caches = StateCaches<TheatreEvent>(clinics: 2, states: 100_000)
        let first = caches[.numbered(1)]
        _ = caches[.numbered(2)]
        #expect(caches[.numbered(1)] === first)
        _ = caches[.numbered(3)]
        #expect(caches.existing(.numbered(1)) === first)
        #expect(caches.existing(.numbered(2)) == nil)
        #expect(caches.existing(.numbered(3)) != nil)
        #expect(first.cache.capacity == 50_000)
    }

    @Test func `a clinic's cached states are not evicted during a fetch of its events, even above the capacity`() {
        var caches = StateCaches<TheatreEvent>(clinics: 10, states: 10)
        let first = caches[.numbered(1)]
        var run = DecisionModel(first.cache)
        for seat in 1...20 { _ = run[.seat("Lear", seat)] }
        first.cache.load(run.missing, after: StateCache.request(missing: run.missing), events: [], upTo: 1)
        first.fetches = 1
        _ = caches[.numbered(2)]
        #expect(caches.existing(.numbered(1)) === first)
        first.fetches = 0
        _ = caches[.numbered(3)]
        #expect(caches.existing(.numbered(1)) == nil)
    }
}

extension StateCaches<TheatreEvent> {
    fileprivate static var one: ClinicStates<TheatreEvent> {
        var caches = StateCaches(clinics: 1, states: 100)
        return caches[.numbered(1)]
    }
}

extension UUIDBytes {
    fileprivate static func numbered(_ number: Int) -> UUIDBytes { UUIDBytes(high: 0xc1, low: UInt64(number)) }
}
