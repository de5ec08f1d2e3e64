import EventSourcing
import Identifiers
import JSON
import Migrations
import PostgresClient
import SQL
import TestSupport

/// The sample domain for personal values: guests sign a book, notes are added about them, and their names are struck
/// out.
package enum BookEvent: DomainEvent {
    case signed(GuestSigned)
    case noted(GuestNoted)
    case struck(GuestStruck)

    package static let types = EventTypes<BookEvent>()
        .with(GuestSigned.self) { .signed($0) }
        .with(GuestNoted.self) { .noted($0) }
        .with(GuestStruck.self) { .struck($0) }

    package var payload: any EventPayload {
        switch self {
        case .signed(let signed): signed
        case .noted(let noted): noted
        case .struck(let struck): struck
        }
    }

    package var erasure: Erasure? {
        if case .struck(let struck) = self { Erasure(of: struck.guest, [.contact]) } else { nil }
    }

    package var guest: UUIDBytes {
        switch self {
        case .signed(let signed): signed.guest
        case .noted(let noted): noted.guest
        case .struck(let struck): struck.guest
        }
    }
}

package struct GuestSigned: EventPayload {
    package static let stored = StoredType("guest-signed")
    package static let codec: Codec<GuestSigned> = object(
        GuestSigned.init, field("guest", \.guest, .uuid), field("name", \.name, .personal(.contact, .string(max: 50))))

    package let guest: UUIDBytes
    package let name: Personal<String>

    package init(guest: UUIDBytes, name: Personal<String>) {
        self.guest = guest
        self.name = name
    }

    package var person: UUIDBytes? { guest }
    package var tags: [Tag] { [.guest(guest)] }
}

package struct GuestNoted: EventPayload {
    package static let stored = StoredType("guest-noted")
    package static let codec: Codec<GuestNoted> = object(
        GuestNoted.init, field("guest", \.guest, .uuid),
        optionalField("note", \.note, .personal(.clinical, .string(max: 50))))

    package let guest: UUIDBytes
    package let note: Personal<String>?

    package init(guest: UUIDBytes, note: Personal<String>?) {
        self.guest = guest
        self.note = note
    }

    package var person: UUIDBytes? { guest }
    package var tags: [Tag] { [.guest(guest)] }
}

package struct GuestStruck: EventPayload {
    package static let stored = StoredType("guest-struck")
    package static let codec: Codec<GuestStruck> = object(GuestStruck.init, field("guest", \.guest, .uuid))

    package let guest: UUIDBytes

    package init(guest: UUIDBytes) {
        self.guest = guest
    }

    package var tags: [Tag] { [.guest(guest)] }
}

extension Tag {
    package static func guest(_ guest: UUIDBytes) -> Tag { Tag(TagKind(3), subject: guest) }
}

package struct BookGuest: EventSourced {
    package static let initial = BookGuest()
    package var name: Personal<String>?
    package var note: Personal<String>?

    package mutating func evolve(_ recorded: Recorded<BookEvent>) {
        switch recorded.event {
        case .signed(let signed): name = signed.name
        case .noted(let noted): note = noted.note
        case .struck: name = .erased
        }
    }
}

/// The number of a guest's signatures. This state reads no names.
package struct Signatures: EventSourced {
    package static let initial = Signatures()
    package static let readsPersonal = false
    package var count = 0

    package mutating func evolve(_ recorded: Recorded<BookEvent>) {
        if case .signed = recorded.event { count += 1 }
    }
}

extension Subject where State == Signatures {
    package static func signatures(of guest: UUIDBytes) -> Subject { Subject(.guest(guest)) }
}

extension Subject where State == BookGuest {
    package static func guest(_ guest: UUIDBytes) -> Subject { Subject(.guest(guest)) }
}

/// A projection with one document for each guest.
package struct Guests: Projection {
    package struct Document: Sendable {
        package var guest: UUIDBytes
        package var name: Personal<String>
        package var note: Personal<String>?
    }

    package static let table = DocumentTable("book_guest", key: "guest", .uuid)
    package static let codec: Codec<Document> = object(
        Document.init, field("guest", \.guest, .uuid),
        field("name", \.name, .personal(.contact, .string(max: 50), placeholder: "nobody")),
        optionalField("note", \.note, .personal(.clinical, .string(max: 50))))
    package static let columns: [DocumentColumn<Document>] = []

    package static func keys(of event: BookEvent) -> [DocumentKey] { [.id(event.guest)] }

    package static func fold(_ document: Document?, _ recorded: Recorded<BookEvent>, key: DocumentKey) -> Document? {
        var guest = document ?? Document(guest: recorded.event.guest, name: .erased, note: nil)
        switch recorded.event {
        case .signed(let signed): guest.name = signed.name
        case .noted(let noted): guest.note = noted.note
        case .struck: guest.name = .erased
        }
        return guest
    }

    package static func person(of document: Document) -> UUIDBytes? { document.guest }
}

/// A decision that reads the state of the event's guest, and appends the event.
package struct Write: Decision {
    package let event: BookEvent

    package init(_ event: BookEvent) { self.event = event }

    package func decide(_ model: inout DecisionModel<BookEvent>, at now: Instant) throws(Never) -> [BookEvent] {
        _ = model[.guest(event.guest)]
        return [event]
    }
}

extension DatabaseTemplate {
    package static let guestBook = DatabaseTemplate("guest_book") { conninfo in
        try await withLoop { loop in
            let tables = """
                CREATE TABLE book_guest (
                    clinic_id uuid NOT NULL, guest uuid NOT NULL, document json NOT NULL, PRIMARY KEY (clinic_id, guest));
                GRANT SELECT, INSERT, UPDATE, DELETE ON book_guest TO chairside_server;
                """
            _ = try await Migrator(Migration.eventLog + [Migration(900, "book", script: Array(tables.utf8))])
                .run(PostgresConfiguration(conninfo: conninfo), on: loop)
        }
    }
}
