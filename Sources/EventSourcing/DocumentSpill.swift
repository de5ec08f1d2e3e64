/// The storage for the documents of one projection that are not kept in memory.
public struct DocumentSpill {
    /// Bounds the documents in memory. The folds of all projections of a clinic share it.
    public let memory: DocumentMemory
    /// Stores a document under its key.
    ///
    /// - Parameter place: the place of the document's older version; `nil` if no older version is stored.
    public let put: (DocumentKey, [UInt8], SpillPlace?) throws -> Void
    /// The stored document with a key; `nil` if there is none.
    public let get: (DocumentKey) throws -> SpilledDocument?
    /// Removes the document with a key, which is stored at a place.
    public let remove: (DocumentKey, SpillPlace) throws -> Void
    /// Begins to read all stored documents, in no particular order. Each call of the returned function reads the next
    /// document, or returns `nil` after the last one. No document may be stored before the last one was read.
    public let all: () -> () throws -> (key: DocumentKey, bytes: [UInt8])?

    public init(
        memory: DocumentMemory, put: @escaping (DocumentKey, [UInt8], SpillPlace?) throws -> Void,
        get: @escaping (DocumentKey) throws -> SpilledDocument?,
        remove: @escaping (DocumentKey, SpillPlace) throws -> Void,
        all: @escaping () -> () throws -> (key: DocumentKey, bytes: [UInt8])?
    ) {
        self.memory = memory
        self.put = put
        self.get = get
        self.remove = remove
        self.all = all
    }
}

/// A document that was read back from the storage for spilled documents.
public struct SpilledDocument {
    public let bytes: [UInt8]
    public let place: SpillPlace

    public init(bytes: [UInt8], place: SpillPlace) {
        self.bytes = bytes
        self.place = place
    }
}

/// The place of a spilled document in the temporary storage: the offset of its first byte.
public struct SpillPlace: Hashable, Sendable {
    public let offset: UInt64

    public init(offset: UInt64) { self.offset = offset }
}
