/// The versions of a read model's documents, folded from the events under one tag.
///
/// A document's version is the position of the last event that changed it.
struct DocumentVersions<P: Projection>: EventSourced {
    private(set) var versions: [DocumentKey: Int64] = [:]
    /// Further tags under which events of each document are found. They are computed from the events of the document
    /// that have the tag of this fold.
    private(set) var furtherTags: [DocumentKey: Set<Tag>] = [:]

    static var initial: Self { Self() }
    static var readsPersonal: Bool { false }
    static var readsLast: Bool { P.lastEventTellsVersion }

    mutating func evolve(_ recorded: Recorded<P.Event>) {
        for key in P.keys(of: recorded) {
            versions[key] = recorded.position
            furtherTags[key, default: []].formUnion(P.tags(of: key, toldBy: recorded.event))
        }
    }
}

extension DecisionModel {
    /// The version of a read model's document; `nil` if no event has created it.
    ///
    /// May only be used for read models whose keys determine the tags of their events.
    public mutating func version<P: Projection>(of key: DocumentKey, in model: P.Type) -> Int64?
    where P.Event == Event {
        var version: Int64?
        var seen: Set<Tag> = []
        var tags = P.tags(of: key)
        while let tag = tags.popLast() {
            guard seen.insert(tag).inserted else { continue }
            let found = self[Subject<DocumentVersions<P>>(tag)]
            if let last = found.versions[key] { version = max(version ?? last, last) }
            tags += found.furtherTags[key] ?? []
        }
        return version
    }
}
