import DequeModule

/// A queue with a lane for each key. Lanes take turns, so that a long lane delays only itself. Within a lane, first in
/// is first out.
package struct FairQueue<Key: Hashable, Element> {
    private var lanes: [Key: Deque<Element>] = [:]
    /// The lanes that are not empty, in the order of their turns.
    private var turns: Deque<Key> = []
    package private(set) var count = 0

    package init() {}

    package var isEmpty: Bool { count == 0 }

    package mutating func append(_ element: Element, in key: Key) {
        count += 1
        if lanes[key, default: []].isEmpty { turns.append(key) }
        lanes[key, default: []].append(element)
    }

    /// Puts an element before all others of its lane, whose turn does not change.
    package mutating func prepend(_ element: Element, in key: Key) {
        count += 1
        if lanes[key, default: []].isEmpty { turns.append(key) }
        lanes[key, default: []].prepend(element)
    }

    /// Removes the first element of the lane whose turn it is.
    package mutating func popFirst() -> Element? {
        guard let key = turns.popFirst(), let element = lanes[key]?.popFirst() else { return nil }
        count -= 1
        if lanes[key]?.isEmpty ?? true { lanes[key] = nil } else { turns.append(key) }
        return element
    }

    /// Removes the last element of the longest lane, which is dropped when the queue is full.
    package mutating func popLastOfLongest() -> Element? {
        guard let key = lanes.max(by: { $0.value.count < $1.value.count })?.key else { return nil }
        let last = lanes[key]?.popLast()
        count -= 1
        endLaneIfEmpty(key)
        return last
    }

    /// Removes elements from a lane, at any place.
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

    /// Calls `body` for the elements of all lanes, in no order.
    package func forEach(_ body: (Element) -> Void) {
        for lane in lanes.values { lane.forEach(body) }
    }
}
