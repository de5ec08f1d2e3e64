import EventSourcing
import JSON
import Migrations
import SQL

/// One document per show: its guests by seat.
struct SeatingPlan: Projection {
    struct Document: Sendable, Equatable {
        var show: String
        var seats: [String: String]
        var version: Int64
    }

    static let table = DocumentTable("seating_plan", key: "show", .text)
    static let codec: Codec<Document> = object(
        Document.init, field("show", \.show, .string(max: 50)),
        field("seats", \.seats, .dictionary(of: .string(max: 50))),
        field("version", \.version, .int64))
    static let columns: [DocumentColumn<Document>] = [
        DocumentColumn("taken", .bigint) { .int64(Int64($0.seats.count)) },
        DocumentColumn("usher_document", .json) { .json(Array("{\"taken\":\($0.seats.count)}".utf8)) },
    ]

    static func keys(of event: TheatreEvent) -> [DocumentKey] {
        switch event {
        case .seatBooked(let booked): [.text(booked.show)]
        case .seatReleased(let released): [.text(released.show)]
        }
    }

    static func tags(of key: DocumentKey) -> [Tag] {
        if case .text(let show) = key { [.seats(show), .seat(show, 0)] } else { [] }
    }

    static func fold(_ document: Document?, _ recorded: Recorded<TheatreEvent>, key: DocumentKey) -> Document? {
        var plan = document ?? Document(show: "", seats: [:], version: 0)
        plan.version = recorded.position
        switch recorded.event {
        case .seatBooked(let booked):
            plan.show = booked.show
            plan.seats[String(booked.seat)] = booked.guest
        case .seatReleased(let released):
            plan.seats[String(released.seat)] = nil
        }
        return plan
    }
}

/// One document per booked seat, gone when it is released. The table refuses two bookings of one seat.
struct Ticket: Projection {
    struct Document: Sendable {
        let show: String
        let seat: Int
        let guest: String
        let bookedAt: Instant
    }

    static let table = DocumentTable("ticket", key: "ticket", .text)
    static let codec: Codec<Document> = object(
        Document.init, field("show", \.show, .string(max: 50)), field("seat", \.seat, .int),
        field("guest", \.guest, .string(max: 50)),
        field(
            "booked_at", \.bookedAt, Codec<Int64>.int64.map({ Instant(secondsSince1970: $0) }, { $0.secondsSince1970 }))
    )
    static let columns: [DocumentColumn<Document>] = [
        DocumentColumn("seat", .text) { .text("\($0.show):\($0.seat)") },
        DocumentColumn("guest", .text) { .text($0.guest) },
        DocumentColumn("booked_at", .timestamptz) { $0.bookedAt.bind },
    ]

    static func keys(of event: TheatreEvent) -> [DocumentKey] {
        switch event {
        case .seatBooked(let booked): [.text("\(booked.show):\(booked.seat):\(booked.guest)")]
        case .seatReleased(let released): [.text("\(released.show):\(released.seat):\(released.guest)")]
        }
    }

    static func isMadeAnew(by event: TheatreEvent) -> Bool {
        if case .seatBooked = event { true } else { false }
    }

    static func fold(_ document: Document?, _ recorded: Recorded<TheatreEvent>, key: DocumentKey) -> Document? {
        switch recorded.event {
        case .seatBooked(let booked):
            Document(show: booked.show, seat: booked.seat, guest: booked.guest, bookedAt: recorded.recordedAt)
        case .seatReleased: nil
        }
    }
}

extension [AnyProjection<TheatreEvent>] {
    static var theatre: Self { [AnyProjection(SeatingPlan.self), AnyProjection(Ticket.self)] }
    /// These need no reads, so bookings are optimistic appends.
    static var ticketsAlone: Self { [AnyProjection(Ticket.self)] }
}

extension Migration {
    /// The log's own tables and the theatre's.
    static var theatre: [Migration] {
        log + [Migration(900, "theatre", script: Array(theatreTables.utf8))]
    }

    private static let theatreTables = """
        CREATE EXTENSION IF NOT EXISTS btree_gist;
        CREATE TABLE seating_plan (
            clinic_id uuid NOT NULL,
            show text NOT NULL,
            document json NOT NULL,
            taken bigint NOT NULL,
            usher_document json NOT NULL,
            PRIMARY KEY (clinic_id, show)
        );
        CREATE TABLE ticket (
            clinic_id uuid NOT NULL,
            ticket text NOT NULL,
            document json NOT NULL,
            seat text NOT NULL,
            guest text NOT NULL,
            booked_at timestamptz NOT NULL,
            PRIMARY KEY (clinic_id, ticket),
            CONSTRAINT one_ticket_per_seat EXCLUDE USING gist (clinic_id WITH =, seat WITH =)
        );
        GRANT SELECT, INSERT, UPDATE, DELETE ON seating_plan, ticket TO chairside_server;
        """
}
