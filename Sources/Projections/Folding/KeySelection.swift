import EventSourcing

/// Selects documents of one projection by their keys, or all of them if the keys are too many to be kept in memory.
enum KeySelection {
    case listed(Set<DocumentKey>)
    case all

    static let nothing = KeySelection.listed([])

    var isEmpty: Bool {
        switch self {
        case .listed(let keys): keys.isEmpty
        case .all: false
        }
    }

    /// Whether the selection contains all documents of the projection, and not only listed ones.
    var isWhole: Bool {
        switch self {
        case .listed: false
        case .all: true
        }
    }

    func contains(_ key: DocumentKey) -> Bool {
        switch self {
        case .listed(let keys): keys.contains(key)
        case .all: true
        }
    }

    /// Adds documents to the selection. If the selection then has more than `limit`, all documents are selected.
    mutating func insert(_ added: some Sequence<DocumentKey>, limit: Int) {
        guard case .listed(var keys) = self else { return }
        // `self` gives up the set of keys first: `keys` is then its only owner, and the change does not copy it.
        self = .all
        keys.formUnion(added)
        if keys.count <= limit { self = .listed(keys) }
    }

    func union(_ other: KeySelection, limit: Int) -> KeySelection {
        guard case .listed(let keys) = other else { return .all }
        var united = self
        united.insert(keys, limit: limit)
        return united
    }
}
