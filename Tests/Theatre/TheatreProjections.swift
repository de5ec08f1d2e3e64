import EventSourcing
import JSON
import Migrations
import SQL

/// A projection with one document for each show: its guests by seat.
package struct SeatingPlan: Projection {
    package struct Document: Sendable, Equatable {
        package var show: String
        package var seats: [String: String]
        package var version: Int64
    }

    package static let table = DocumentTable("seating_plan", key: "show", .text)
    package static let codec: Codec<Document> = object(
        Document.init, field("show", \.show, .string(max: 50)),
        field("seats", \.seats, .dictionary(of: .string(max: 50))),
        field("version", \.version, .int64))
    package static let columns: [DocumentColumn<Document>] = [
        DocumentColumn("taken", .bigint) { .int64(Int64($0.seats.count)) },
        DocumentColumn("usher_document", .json) { .json(Array("{\"taken\":\($0.seats.count)}".utf8)) },
    ]

    package static func keys(of event: TheatreEvent) -> [DocumentKey] {
        switch event {
        case .seatBooked(let booked): [.text(booked.show)]
        case .seatReleased(let released): [.text(released.show)]
        }
    }

    package static func tags(of key: DocumentKey) -> [Tag] {
        if case .text(let show) = key { [.seats(show), .seat(show, 0)] } else { [] }
    }

    package static func fold(_ document: Document?, _ recorded: Recorded<TheatreEvent>, key: DocumentKey) -> Document? {
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

/// A projection with one document for each booked seat, which is deleted when the seat is released. The table refuses
/// two bookings of the same seat.
package struct Ticket: Projection {
    package struct Document: Sendable {
        package let show: String
        package let seat: Int
        package let guest: String
        package let bookedAt: Instant
    }

    package static let table = DocumentTable("ticket", key: "ticket", .text)
    package static let codec: Codec<Document> = object(
        Document.init, field("show", \.show, .string(max: 50)), field("seat", \.seat, .int),
        field("guest", \.guest, .string(max: 50)),
        field(
            "booked_at", \.bookedAt, Codec<Int64>.int64.map({ Instant(secondsSince1970: $0) }, { $0.secondsSince1970 }))
    )
    package static let columns: [DocumentColumn<Document>] = [
        DocumentColumn("seat", .text) { .text("\($0.show):\($0.seat)") },
        DocumentColumn("guest", .text) { .text($0.guest) },
        DocumentColumn("booked_at", .timestamptz) { $0.bookedAt.bind },
    ]

    package static func keys(of event: TheatreEvent) -> [DocumentKey] {
        switch event {
        case .seatBooked(let booked): [.text("\(booked.show):\(booked.seat):\(booked.guest)")]
        case .seatReleased(let released): [.text("\(released.show):\(released.seat):\(released.guest)")]
        }
    }

    package static func isMadeAnew(by event: TheatreEvent) -> Bool {
        if case .seatBooked = event { true } else { false }
    }

    package static func fold(_ document: Document?, _ recorded: Recorded<TheatreEvent>, key: DocumentKey) -> Document? {
        switch recorded.event {
        case .seatBooked(let booked):
            Document(show: booked.show, seat: booked.seat, guest: booked.guest, bookedAt: recorded.recordedAt)
        case .seatReleased: nil
        }
    }
}

extension [AnyProjection<TheatreEvent>] {
    package static var theatre: Self { [AnyProjection(SeatingPlan.self), AnyProjection(Ticket.self)] }
    /// Projections that need no reads of documents, so that bookings are appended optimistically.
    package static var ticketsAlone: Self { [AnyProjection(Ticket.self)] }
}

extension Migration {
    static let eventLog = owned(by: .eventStore, .projections, .eventChain)

    /// The migrations of the event log's tables and the theatre's tables.
    package static var theatre: [Migration] {
        eventLog + [Migration(900, "theatre", script: Array(theatreTables.utf8))]
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
