/// A limited number of values by their keys. If there is no room for a new value, the value that has not been used for
/// the longest time is removed.
package struct RecentlyUsed<Key: Hashable, Value> {
    private let limit: Int
    private var values: [Key: Value] = [:]
    /// The keys of the values. The key that was used last is at the end.
    private var order: [Key] = []

    package init(limit: Int) { self.limit = limit }

    /// All values that are kept, in no particular order.
    package var all: [Value] { Array(values.values) }

    /// The cached value of a key. If there is none, it is made and cached.
    ///
    /// - Returns: the value, and the value that was removed to make room for it.
    package mutating func value(of key: Key, orMake make: () -> Value) -> (value: Value, removed: Value?) {
        if let known = values[key] {
            order.removeAll { $0 == key }
            order.append(key)
            return (known, nil)
        }
        let removed = order.count >= limit ? values.removeValue(forKey: order.removeFirst()) : nil
        let new = make()
        values[key] = new
        order.append(key)
        return (new, removed)
    }
}

extension RecentlyUsed: Sendable where Key: Sendable, Value: Sendable {}
