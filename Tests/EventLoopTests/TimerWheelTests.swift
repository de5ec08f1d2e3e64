import EventLoop
import Testing

struct TimerWheelTests {
    /// Compares a timer wheel with a plain list, by a simulated clock.
    @Test(arguments: 0..<8)
    func `timers that are not cancelled fire once, never early and at most one tick late, also after they were moved`(
        seed: UInt64
    ) {
        var random = SplitMix(state: seed)
        var wheel = TimerWheel<Int>()
        var waiting: [Int: (due: Int64, arrival: Int, key: TimerWheel<Int>.Key)] = [:]
        var (now, arrivals) = (Int64(1_000_000), 0)
        for step in 0..<3_000 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<4:
                let horizon: Int64 = [50, 2_000, 10_240, 200_000][step % 4]
                let due = now + Int64.random(in: 0...horizon, using: &random)
                arrivals += 1
                waiting[step] = (due, arrivals, wheel.insert(due: due, now: now, step))
            case 4:
                guard let (id, entry) = waiting.randomElement(using: &random) else { break }
                #expect(wheel.remove(entry.key) == id)
                #expect(wheel.remove(entry.key) == nil)
                waiting[id] = nil
            case 5:
                guard let (id, entry) = waiting.randomElement(using: &random) else { break }
                let due = now + Int64.random(in: 0...20_000, using: &random)
                arrivals += 1
                let isMoved = wheel.move(entry.key, due: due)
                #expect(isMoved)
                waiting[id] = (due, arrivals, entry.key)
            default:
                let pause: Int64 = step % 50 == 0 ? 30_000 : 40
                now += Int64.random(in: 0...pause, using: &random)
                let last = now / TimerWheel<Int>.tick * TimerWheel<Int>.tick
                let fired = wheel.dueKeys(at: now).compactMap { wheel.remove($0) }
                // No timer fires early, or more than one tick late.
                #expect(fired.allSatisfy { waiting[$0].map { $0.due <= now } ?? false })
                for id in fired { waiting[id]?.due = .max }
                let gone = Set(fired)
                #expect(gone.count == fired.count)
                waiting = waiting.filter { !gone.contains($0.key) }
                let late = waiting.values.filter { $0.due < last - TimerWheel<Int>.tick }
                #expect(late.isEmpty)
            }
            #expect(wheel.count == waiting.count)
            if let first = waiting.values.map(\.due).min() {
                let look = wheel.nextLook
                #expect(look.map { $0 <= first + TimerWheel<Int>.tick } ?? false)
            } else {
                #expect(wheel.nextLook == nil)
            }
        }
    }

    @Test func `timers that are due together fire by time, then by order of insertion`() {
        var wheel = TimerWheel<String>()
        _ = wheel.insert(due: 1_030, now: 1_000, "late")
        _ = wheel.insert(due: 1_012, now: 1_000, "second")
        _ = wheel.insert(due: 1_011, now: 1_000, "first")
        _ = wheel.insert(due: 1_012, now: 1_000, "third")
        #expect(wheel.dueKeys(at: 1_019).isEmpty)
        #expect(wheel.dueKeys(at: 1_040).compactMap { wheel.remove($0) } == ["first", "second", "third", "late"])
    }

    @Test func `a timer that is cancelled after it is due does not fire`() throws {
        var wheel = TimerWheel<String>()
        _ = wheel.insert(due: 1_001, now: 1_000, "first")
        let second = wheel.insert(due: 1_002, now: 1_000, "second")
        let due = wheel.dueKeys(at: 1_010)
        #expect(due.count == 2)
        #expect(wheel.remove(try #require(due.first)) == "first")
        #expect(wheel.remove(second) == "second")
        #expect(wheel.remove(try #require(due.last)) == nil)
        // The new timer's entry in the wheel has the index of the cancelled timer's entry, but another key.
        let third = wheel.insert(due: 1_050, now: 1_010, "third")
        #expect(!wheel.isWaiting(second))
        #expect(wheel.isWaiting(third))
    }

    @Test func `a deadline too far ahead to represent never fires`() {
        var wheel = TimerWheel<Int>()
        _ = wheel.insert(due: .max, now: 1_000, 1)
        #expect(wheel.dueKeys(at: 1_000_000_000).isEmpty)
        #expect(wheel.count == 1)
    }
}

struct SplitMix: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
