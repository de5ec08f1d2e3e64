import EventSourcing
import Identifiers
import JSON
import SQL
import Testing

@Suite struct `The fold of a whole feed` {
    @Test(arguments: [1, 2, 7, 50])
    func `a fold with little memory makes the same documents as a fold that keeps all documents in memory`(
        _ inMemory: Int
    ) throws {
        let storage = Storage()
        let memory = DocumentMemory(documents: inMemory)
        let folds = (0..<2).map { FeedFold<Scored>(Scores.self, spillingTo: storage.spill($0, memory)) }
        var expected: [[String: Int]] = [[:], [:]]
        var random = SplitMix64(seed: UInt64(inMemory))
        for position in 1...2_000 {
            let projection = Int.random(in: 0..<2, using: &random)
            let event = Scored(
                player: "player \(Int.random(in: 0..<60, using: &random))",
                points: Int.random(in: 0..<5, using: &random))
            folds[projection].absorb([.at(Int64(position), event)])
            let before = expected[projection][event.player] ?? 0
            expected[projection][event.player] = event.points == 0 ? nil : before + event.points
        }
        for (fold, expected) in zip(folds, expected) {
            try fold.check()
            #expect(fold.count == expected.count)
            for number in 0..<60 {
                let player = "player \(number)"
                #expect(fold.row(.text(player))?.columns == expected[player].map { [.int64(Int64($0))] })
                #expect(fold.has(.text(player)) == (expected[player] != nil))
            }
            let next = fold.rows()
            var keys: [DocumentKey] = []
            while let row = next() { keys.append(row.key) }
            #expect(keys.count == expected.count && Set(keys) == Set(expected.keys.map { DocumentKey.text($0) }))
        }
    }

    @Test func `all folds of a clinic together keep a bounded number of documents in memory`() throws {
        let storage = Storage()
        let memory = DocumentMemory(documents: 10)
        let folds = (0..<3).map { FeedFold<Scored>(Scores.self, spillingTo: storage.spill($0, memory)) }
        for number in 1...300 {
            folds[number % 3].absorb([.at(Int64(number), Scored(player: "player \(number)", points: 1))])
        }
        #expect(storage.documents.count >= 300 - 10)
        #expect(folds.map(\.count) == [100, 100, 100])
    }

    @Test func `a fold keeps at most as many documents in memory as their limit in bytes allows`() {
        func kept(_ bytes: Int) -> Int {
            let storage = Storage()
            let memory = DocumentMemory(documents: 1_000, bytes: bytes)
            let fold = FeedFold<Scored>(Scores.self, spillingTo: storage.spill(0, memory))
            for number in 1...2_000 {
                fold.absorb([.at(Int64(number), Scored(player: "player \(number)", points: 1))])
            }
            return 2_000 - storage.documents.count
        }
        let size = #"{"points":1}"#.utf8.count
        #expect(kept(.max) == 1_000)
        #expect((200...640).contains(kept(600 * size)))
    }

    @Test func `a deleted document that was spilled is removed from the storage of spilled documents`() throws {
        let storage = Storage()
        let fold = FeedFold<Scored>(Scores.self, spillingTo: storage.spill(0, DocumentMemory(documents: 2)))
        fold.absorb([.at(1, Scored(player: "a", points: 1)), .at(2, Scored(player: "b", points: 1))])
        fold.absorb([.at(3, Scored(player: "c", points: 1)), .at(4, Scored(player: "a", points: 0))])
        fold.absorb([.at(5, Scored(player: "d", points: 1)), .at(6, Scored(player: "e", points: 1))])
        #expect(!storage.documents.keys.contains { $0.key == .text("a") })
        #expect(!fold.has(.text("a")) && fold.count == 4)
    }

    @Test func `a fold that failed to spill a document keeps the error and reads no more spilled documents`() {
        let storage = Storage()
        let fold = FeedFold<Scored>(Scores.self, spillingTo: storage.spill(0, DocumentMemory(documents: 2)))
        fold.absorb([.at(1, Scored(player: "a", points: 1)), .at(2, Scored(player: "b", points: 1))])
        storage.isBroken = true
        fold.absorb([.at(3, Scored(player: "c", points: 1))])
        #expect(throws: Storage.Broken.self) { try fold.check() }
        storage.isBroken = false
        #expect(fold.row(.text("a")) == nil)
        #expect(throws: Storage.Broken.self) { try fold.check() }
    }

    @Test func `the error about a spilled document that cannot be read does not contain the document's values`() {
        let storage = Storage()
        let fold = FeedFold<Scored>(Scores.self, spillingTo: storage.spill(0, DocumentMemory(documents: 2)))
        storage.documents[Storage.Key(section: 0, key: .text("a"))] = Array(#"{"points":"Margarethe"}"#.utf8)
        #expect(fold.row(.text("a")) == nil)
        let error = #expect(throws: UndecodableDocument.self) { try fold.check() }
        #expect(error?.description.contains("Margarethe") == false)
    }
}

/// A storage for spilled documents, which keeps them in memory.
private final class Storage {
    struct Key: Hashable {
        let section: Int
        let key: DocumentKey
    }

    struct Broken: Error {}

    var documents: [Key: [UInt8]] = [:]
    var isBroken = false

    func spill(_ section: Int, _ memory: DocumentMemory) -> DocumentSpill {
        let place = SpillPlace(offset: UInt64(section))
        return DocumentSpill(
            memory: memory,
            put: { key, bytes, old in
                if self.isBroken { throw Broken() }
                let before = self.documents.updateValue(bytes, forKey: Key(section: section, key: key))
                #expect((before == nil) == (old == nil))
            },
            get: { key in
                self.documents[Key(section: section, key: key)].map { SpilledDocument(bytes: $0, place: place) }
            },
            remove: { key, _ in
                #expect(self.documents.removeValue(forKey: Key(section: section, key: key)) != nil)
            },
            all: {
                var rest = self.documents.filter { $0.key.section == section }.map { ($0.key.key, $0.value) }[...]
                return { rest.popFirst() }
            })
    }
}

/// An event that adds points to a player's score. If it adds 0 points, the score's document is deleted.
private struct Scored: DomainEvent, EventPayload {
    static let stored = StoredType("scored")
    static let codec: Codec<Scored> = object(
        Scored.init, field("player", \.player, .string(max: 20)), field("points", \.points, .int))
    static let types = EventTypes<Scored>().with(Scored.self) { $0 }

    let player: String
    let points: Int

    var payload: any EventPayload { self }
    var tags: [EventSourcing.Tag] { [] }
}

/// A projection with one document for each player: the sum of the points.
private struct Scores: Projection {
    struct Document: Sendable {
        var points: Int
    }

    static let table = DocumentTable("score", key: "player", .text)
    static let codec: Codec<Document> = object(Document.init, field("points", \.points, .int))
    static let columns: [DocumentColumn<Document>] = [DocumentColumn("points", .bigint) { .int64(Int64($0.points)) }]

    static func keys(of event: Scored) -> [DocumentKey] { [.text(event.player)] }

    static func fold(_ document: Document?, _ recorded: Recorded<Scored>, key: DocumentKey) -> Document? {
        let points = recorded.event.points
        return points == 0 ? nil : Document(points: (document?.points ?? 0) + points)
    }
}

extension Recorded where Event == Scored {
    fileprivate static func at(_ position: Int64, _ event: Scored) -> Recorded {
        Recorded(
            clinic: UUIDBytes(high: 0, low: 0), position: position, event: event,
            recordedAt: Instant(secondsSince1970: 0), actor: .system)
    }
}
