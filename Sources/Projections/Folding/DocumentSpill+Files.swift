import EventSourcing
import TemporaryFiles

extension DocumentSpill {
    /// Creates the storage for the documents of one clinic that do not stay in memory.
    ///
    /// - Parameters:
    ///   - projections: the number of projections. Each projection gets its own storage, and all of them share the
    ///     temporary files and the memory.
    ///   - memory: bounds the documents of all projections that are kept in memory.
    package static func toFiles(for projections: Int, _ memory: DocumentMemory) -> [DocumentSpill] {
        toStore(SpillStore { try TemporaryFile() }, for: projections, memory)
    }

    package static func toStore(
        _ store: SpillStore, for projections: Int, _ memory: DocumentMemory
    ) -> [DocumentSpill] {
        (0..<UInt32(projections)).map { section in
            DocumentSpill(
                memory: memory,
                put: { key, bytes, place in try store.put(bytes, key, in: section, replacing: place) },
                get: { key in try store.get(key, in: section) },
                remove: { key, place in try store.remove(key, in: section, at: place) },
                all: { store.all(in: section) })
        }
    }
}
