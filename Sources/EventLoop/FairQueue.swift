import DequeModule

/// A queue with a lane for each key. Lanes take turns, so that a key with many elements does not delay the others.
/// `append` adds an element at the end of its lane; `popFirst` removes an element from the front of a lane.
package struct FairQueue<Key: Hashable, Element> {
    private var lanes: [Key: Deque<Element>] = [:]
    /// The keys of the queue's lanes that are not empty, in the order of their turns.
    private var turns: Deque<Key> = []
    package private(set) var count = 0

    package init() {}

    package var isEmpty: Bool { count == 0 }

    package mutating func append(_ element: Element, in key: Key) {
        count += 1
        if lanes[key, default: []].isEmpty { turns.append(key) }
        lanes[key, default: []].append(element)
    }

    /// Adds an element in front of the others in its lane. The lane keeps its turn; if it was empty, it gets the last
    /// turn.
    package mutating func prepend(_ element: Element, in key: Key) {
        count += 1
        if lanes[key, default: []].isEmpty { turns.append(key) }
        lanes[key, default: []].prepend(element)
    }

    /// Removes and returns the first element of the queue's lane whose turn is next; `nil` if all lanes are empty.
    package mutating func popFirst() -> Element? {
        guard let key = turns.popFirst(), let element = lanes[key]?.popFirst() else { return nil }
        count -= 1
        if lanes[key]?.isEmpty ?? true { lanes[key] = nil } else { turns.append(key) }
        return element
    }

    /// Removes and returns the last element of the queue's longest lane; `nil` if the queue is empty. A full queue's
    /// owner rejects this element to make room.
    package mutating func popLastOfLongest() -> Element? {
        guard let key = lanes.max(by: { $0.value.count < $1.value.count })?.key else { return nil }
        let last = lanes[key]?.popLast()
        count -= 1
        endLaneIfEmpty(key)
        return last
    }

    /// Removes from the lane of `key` the elements for which `isGone` returns `true`.
    package mutating func remove(in key: Key, where isGone: (Element) -> Bool) {
        guard let before = lanes[key]?.count else { return }
        lanes[key]?.removeAll(where: isGone)
        count -= before - (lanes[key]?.count ?? 0)
        endLaneIfEmpty(key)
    }

    private mutating func endLaneIfEmpty(_ key: Key) {
        guard lanes[key]?.isEmpty == true else { return }
        lanes[key] = nil
        turns.removeAll { $0 == key }
    }

    /// Calls `body` for each element in the queue. The order of the lanes is random.
    package func forEach(_ body: (Element) -> Void) {
        for lane in lanes.values { lane.forEach(body) }
    }
}
