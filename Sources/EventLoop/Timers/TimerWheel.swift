/// Deadlines, grouped by the tick at which they are due. Adding and cancelling take O(1); finding the due ones visits
/// the slots of the ticks that have passed.
///
/// The wheel is hashed: slot `tick % slots` holds the deadlines of that tick and those of later revolutions of the
/// wheel. A due time is rounded up to its tick, so an entry never fires early, and fires at most one tick late.
package struct TimerWheel<Action> {
    /// The milliseconds per tick of the timer wheel.
    package static var tick: Int64 { 10 }
    /// The number of slots of the timer wheel, a power of two. One revolution of the wheel takes 10.24 s.
    package static var slots: Int { 1024 }

    /// Identifies a deadline in the timer wheel while it is pending. The index of its entry is reused later, but with
    /// another generation.
    package struct Key: Hashable, Sendable {
        var index: UInt32
        var generation: UInt32
    }

    private struct Entry {
        var action: Action?
        var due: Int64
        var arrival: UInt64
        var generation: UInt32
        var isWaiting: Bool
        /// The indices of the previous and the next entry in the same slot of the timer wheel; -1 if there is none. In
        /// a free entry, `next` is the index of the next free entry.
        var previous: Int32
        var next: Int32
    }

    private var entries: [Entry] = []
    private var firstFree: Int32 = -1
    private var heads = [Int32](repeating: -1, count: slots)
    /// A bit for each slot of the timer wheel: whether the slot has entries.
    private var occupied = [UInt64](repeating: 0, count: slots / 64)
    /// The last tick that the timer wheel has checked, or skipped while it was empty.
    private var cursor: Int64 = 0
    private var arrivals: UInt64 = 0
    package private(set) var count = 0

    package init() {}

    /// Adds a deadline to the timer wheel.
    ///
    /// - Parameters:
    ///   - due: the time in milliseconds, on the clock whose time is passed to `dueKeys(at:)`.
    ///   - now: the current time of that clock.
    package mutating func insert(due: Int64, now: Int64, _ action: Action) -> Key {
        if count == 0 { cursor = max(cursor, now / Self.tick) }
        arrivals += 1
        count += 1
        let index: Int
        if firstFree >= 0 {
            index = Int(firstFree)
            firstFree = entries[index].next
        } else {
            index = entries.count
            entries.append(
                Entry(action: nil, due: 0, arrival: 0, generation: 0, isWaiting: false, previous: -1, next: -1))
        }
        entries[index].action = action
        entries[index].due = max(due, cursor * Self.tick + 1)
        entries[index].arrival = arrivals
        entries[index].isWaiting = true
        link(index)
        return Key(index: UInt32(index), generation: entries[index].generation)
    }

    /// Moves a pending deadline to another time. Returns `false` if the deadline is no longer pending.
    package mutating func move(_ key: Key, due: Int64) -> Bool {
        guard isWaiting(key) else { return false }
        let index = Int(key.index)
        unlink(index)
        arrivals += 1
        entries[index].due = max(due, cursor * Self.tick + 1)
        entries[index].arrival = arrivals
        link(index)
        return true
    }

    package func isWaiting(_ key: Key) -> Bool {
        let index = Int(key.index)
        return index < entries.count && entries[index].isWaiting && entries[index].generation == key.generation
    }

    /// Whether a deadline is pending and its tick has passed at the time `now`.
    package func isDue(_ key: Key, at now: Int64) -> Bool {
        isWaiting(key) && Self.tick(of: entries[Int(key.index)].due) <= now / Self.tick
    }

    /// Removes a pending deadline, and returns its action. Returns `nil` if the deadline is no longer pending.
    package mutating func remove(_ key: Key) -> Action? {
        guard isWaiting(key) else { return nil }
        let index = Int(key.index)
        unlink(index)
        let action = entries[index].action.take()
        entries[index].isWaiting = false
        entries[index].generation &+= 1
        entries[index].next = firstFree
        firstFree = Int32(index)
        count -= 1
        return action
    }

    package mutating func removeAll() -> [Action] {
        entries.indices.compactMap { index in
            remove(Key(index: UInt32(index), generation: entries[index].generation))
        }
    }

    /// The pending deadlines whose ticks have passed since the last call, up to `now`, in the order of their times.
    /// Each stays pending until the caller removes it, so that the action of one deadline can still cancel another.
    package mutating func dueKeys(at now: Int64) -> [Key] {
        let last = now / Self.tick
        guard last > cursor else { return [] }
        var due: [Int] = []
        if count > 0 {
            for tick in (cursor + 1)...min(last, cursor + Int64(Self.slots)) {
                let slot = Self.slot(of: tick)
                guard occupied[slot / 64] & (1 << UInt64(slot % 64)) != 0 else { continue }
                var index = heads[slot]
                while index >= 0 {
                    if Self.tick(of: entries[Int(index)].due) <= last { due.append(Int(index)) }
                    index = entries[Int(index)].next
                }
            }
        }
        cursor = last
        if due.count > 1 {
            due.sort { (entries[$0].due, entries[$0].arrival) < (entries[$1].due, entries[$1].arrival) }
        }
        return due.map { Key(index: UInt32($0), generation: entries[$0].generation) }
    }

    /// The time in milliseconds of the next tick at which the timer wheel may have a due deadline; `nil` if the wheel
    /// is empty.
    package var nextLook: Int64? {
        guard count > 0 else { return nil }
        let start = Self.slot(of: cursor + 1)
        // In the bitmap `occupied`, a bit is set for each slot with entries. The search begins at the bit `start`. The
        // bits before `start` in the same word are checked last, since the wheel is a ring.
        for step in 0...occupied.count {
            let word = (start / 64 + step) % occupied.count
            var bits = occupied[word]
            let below = (1 << UInt64(start % 64)) - 1 as UInt64
            if step == 0 { bits &= ~below }
            if step == occupied.count { bits &= below }
            guard bits != 0 else { continue }
            let slot = word * 64 + bits.trailingZeroBitCount
            let distance = (slot - start + Self.slots) % Self.slots
            return (cursor + 1 + Int64(distance)) * Self.tick
        }
        return nil
    }

    private static func tick(of due: Int64) -> Int64 { (due - 1) / tick + 1 }
    private static func slot(of tick: Int64) -> Int { Int(tick & Int64(slots - 1)) }

    private mutating func link(_ index: Int) {
        let slot = Self.slot(of: Self.tick(of: entries[index].due))
        let head = heads[slot]
        entries[index].previous = -1
        entries[index].next = head
        if head >= 0 { entries[Int(head)].previous = Int32(index) }
        heads[slot] = Int32(index)
        occupied[slot / 64] |= 1 << UInt64(slot % 64)
    }

    private mutating func unlink(_ index: Int) {
        let (previous, next) = (entries[index].previous, entries[index].next)
        if next >= 0 { entries[Int(next)].previous = previous }
        if previous >= 0 {
            entries[Int(previous)].next = next
            return
        }
        let slot = Self.slot(of: Self.tick(of: entries[index].due))
        heads[slot] = next
        if next < 0 { occupied[slot / 64] &= ~(1 << UInt64(slot % 64)) }
    }
}
