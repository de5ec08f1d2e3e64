/// The recently used person keys, in two generations. A used key moves to the young generation. When the young
/// generation has half of the capacity, it becomes the old one, and the keys of the previous old generation are
/// evicted.
struct KeyCache {
    private var young: [KeyName: KeyState] = [:]
    private var old: [KeyName: KeyState] = [:]
    private let capacity: Int
    /// The number of removals from this cache of person keys so far. A fetch compares the number before and after, so
    /// that a key removed during the fetch is not cached.
    private(set) var removals: UInt64 = 0

    init(capacity: Int) { self.capacity = capacity }

    mutating func use(_ name: KeyName) -> KeyState? {
        if let key = young[name] { return key }
        guard let key = old.removeValue(forKey: name) else { return nil }
        keep(key, as: name)
        return key
    }

    mutating func keep(_ key: KeyState, as name: KeyName) {
        if young.count >= max(1, capacity / 2) {
            old = young
            young = [:]
        }
        young[name] = key
    }

    mutating func remove(_ names: some Sequence<KeyName>) {
        removals &+= 1
        for name in names {
            young[name] = nil
            old[name] = nil
        }
    }

    mutating func removeAll() {
        removals &+= 1
        young = [:]
        old = [:]
    }
}
