import EventSourcing
import Identifiers
import JSON
import Migrations
import PostgresClient
import PostgresEventLog
import SQL
import TestSupport

/// The sample domain for personal values: guests sign a book, get notes, and their names are struck out.
enum BookEvent: DomainEvent {
    case signed(GuestSigned)
    case noted(GuestNoted)
    case struck(GuestStruck)

    static let types = EventTypes<BookEvent>()
        .with(GuestSigned.self) { .signed($0) }
        .with(GuestNoted.self) { .noted($0) }
        .with(GuestStruck.self) { .struck($0) }

    var payload: any EventPayload {
        switch self {
        case .signed(let signed): signed
        case .noted(let noted): noted
        case .struck(let struck): struck
        }
    }

    var erasure: Erasure? {
        if case .struck(let struck) = self { Erasure(of: struck.guest, [.contact]) } else { nil }
    }

    var guest: UUIDBytes {
        switch self {
        case .signed(let signed): signed.guest
        case .noted(let noted): noted.guest
        case .struck(let struck): struck.guest
        }
    }
}

struct GuestSigned: EventPayload {
    static let stored = StoredType("guest-signed")
    static let codec: Codec<GuestSigned> = object(
        GuestSigned.init, field("guest", \.guest, .uuid), field("name", \.name, .personal(.contact, .string(max: 50))))

    let guest: UUIDBytes
    let name: Personal<String>

    var person: UUIDBytes? { guest }
    var tags: [Tag] { [.guest(guest)] }
}

struct GuestNoted: EventPayload {
    static let stored = StoredType("guest-noted")
    static let codec: Codec<GuestNoted> = object(
        GuestNoted.init, field("guest", \.guest, .uuid),
        optionalField("note", \.note, .personal(.clinical, .string(max: 50))))

    let guest: UUIDBytes
    let note: Personal<String>?

    var person: UUIDBytes? { guest }
    var tags: [Tag] { [.guest(guest)] }
}

struct GuestStruck: EventPayload {
    static let stored = StoredType("guest-struck")
    static let codec: Codec<GuestStruck> = object(GuestStruck.init, field("guest", \.guest, .uuid))

    let guest: UUIDBytes

    var tags: [Tag] { [.guest(guest)] }
}

extension Tag {
    static func guest(_ guest: UUIDBytes) -> Tag { Tag(TagKind(3), subject: guest) }
}

struct BookGuest: EventSourced {
    static let initial = BookGuest()
    var name: Personal<String>?
    var note: Personal<String>?

    mutating func evolve(_ recorded: Recorded<BookEvent>) {
        switch recorded.event {
        case .signed(let signed): name = signed.name
        case .noted(let noted): note = noted.note
        case .struck: name = .erased
        }
    }
}

/// The number of signatures, without names.
struct Signatures: EventSourced {
    static let initial = Signatures()
    static let readsPersonal = false
    var count = 0

    mutating func evolve(_ recorded: Recorded<BookEvent>) {
        if case .signed = recorded.event { count += 1 }
    }
}

extension Subject where State == Signatures {
    static func signatures(of guest: UUIDBytes) -> Subject { Subject(.guest(guest)) }
}

extension Subject where State == BookGuest {
    static func guest(_ guest: UUIDBytes) -> Subject { Subject(.guest(guest)) }
}

/// One document per guest.
struct Guests: Projection {
    struct Document: Sendable {
        var guest: UUIDBytes
        var name: Personal<String>
        var note: Personal<String>?
    }

    static let table = DocumentTable("book_guest", key: "guest", .uuid)
    static let codec: Codec<Document> = object(
        Document.init, field("guest", \.guest, .uuid),
        field("name", \.name, .personal(.contact, .string(max: 50), placeholder: "nobody")),
        optionalField("note", \.note, .personal(.clinical, .string(max: 50))))
    static let columns: [DocumentColumn<Document>] = []

    static func keys(of event: BookEvent) -> [DocumentKey] { [.id(event.guest)] }

    static func fold(_ document: Document?, _ recorded: Recorded<BookEvent>, key: DocumentKey) -> Document? {
        var guest = document ?? Document(guest: recorded.event.guest, name: .erased, note: nil)
        switch recorded.event {
        case .signed(let signed): guest.name = signed.name
        case .noted(let noted): guest.note = noted.note
        case .struck: guest.name = .erased
        }
        return guest
    }

    static func person(of document: Document) -> UUIDBytes? { document.guest }
}

/// Appends the given event after reading the guest.
struct Write: Decision {
    let event: BookEvent

    init(_ event: BookEvent) { self.event = event }

    func decide(_ model: inout DecisionModel<BookEvent>, at now: Instant) throws(Never) -> [BookEvent] {
        _ = model[.guest(event.guest)]
        return [event]
    }
}

extension DatabaseTemplate {
    static let guestBook = DatabaseTemplate("guest_book") { conninfo in
        try await withLoop { loop in
            let tables = """
                CREATE TABLE book_guest (
                    clinic_id uuid NOT NULL, guest uuid NOT NULL, document json NOT NULL, PRIMARY KEY (clinic_id, guest));
                GRANT SELECT, INSERT, UPDATE, DELETE ON book_guest TO chairside_server;
                """
            _ = try await Migrator(Migration.log + [Migration(900, "book", script: Array(tables.utf8))])
                .run(PostgresConfiguration(conninfo: conninfo), on: loop)
        }
    }
}
