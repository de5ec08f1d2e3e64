public import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// The endpoints for treatment chairs.
public enum ChairsAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [listChairs, getChair, addChair, renameChair, retireChair]

    static let listChairs = Endpoint<ClinicAction>(
        .get, "/api/v1/chairs", id: "listChairs", summary: "List the clinic's chairs by name",
        details: "A chair is a place where one patient at a time is treated.",
        tag: "Chairs",
        for: Staff.self,
        takes: .optionalQuery(
            "active", .bool.described("`true`: only chairs in use; `false`: only retired chairs; absent: both.")),
        .pageByName,
        answers: [.page(of: ChairDocument.codec, "A page of chairs")], caching: .privateETag(maxAge: 0)
    ) { caller, active, page throws(Problem) in
        .query { _, _ in
            .byName(Chairs.self, in: caller.clinic, where: .whereActive(active), page)
        }
    }

    static let getChair = Endpoint<ClinicAction>(
        .get, "/api/v1/chairs/{chair_id}", id: "getChair", summary: "Show a chair",
        details: "Retired chairs are shown too.",
        tag: "Chairs", for: Staff.self,
        takes: .path("chair_id", Codec<ID<Chair>>.chairID), answers: [.ok(ChairDocument.codec, "The chair")],
        problems: [.notFound],
        caching: .privateETag(maxAge: 0)
    ) { caller, chair throws(Problem) in
        .query { _, _ in .one(Chairs.self, DocumentKey(chair), in: caller.clinic, shows: .nobodys) }
    }

    static let addChair = Endpoint<ClinicAction>(
        .post, "/api/v1/chairs", id: "addChair", summary: "Add a chair",
        details: "From now on appointments can be booked in it.",
        tag: "Chairs", for: AdminOnly.self,
        takes: .body(ChairBody.codec), answers: [.created(ChairDocument.codec, "The new chair")],
        problems: [.clinicNotFounded, .chairNameTaken], idempotency: .accepted
    ) { _, body throws(Problem) in
        .creation { newID in
            let chair: ID<Chair> = newID()
            return ClinicCommand(
                AddChair(chair, name: body.name),
                answer: DocumentAnswer(Chairs.self, DocumentKey(chair), location: "/api/v1/chairs/\(chair)"))
        }
    }

    static let renameChair = Endpoint<ClinicAction>(
        .put, "/api/v1/chairs/{chair_id}", id: "renameChair", summary: "Rename a chair",
        details: "Appointments that exist keep the old name.",
        tag: "Chairs",
        for: AdminOnly.self, takes: .path("chair_id", .chairID), .body(ChairBody.codec),
        answers: [.ok(ChairDocument.codec, "The chair as it is now")],
        problems: [.notFound, .chairRetired, .chairNameTaken, .clinicNotFounded],
        idempotency: .accepted
    ) { _, chair, body throws(Problem) in
        .command(
            ClinicCommand(
                RenameChair(chair, name: body.name), answer: DocumentAnswer(Chairs.self, DocumentKey(chair))))
    }

    static let retireChair = Endpoint<ClinicAction>(
        .post, "/api/v1/chairs/{chair_id}/retire", id: "retireChair", summary: "Retire a chair",
        details: """
            Nothing can be booked in it any more. Appointments that exist stay. Repeating this changes nothing.
            """, tag: "Chairs", for: AdminOnly.self,
        takes: .path("chair_id", .chairID), answers: [.ok(ChairDocument.codec, "The chair as it is now")],
        problems: [.notFound],
        idempotency: .accepted
    ) { _, chair throws(Problem) in
        .command(ClinicCommand(RetireChair(chair), answer: DocumentAnswer(Chairs.self, DocumentKey(chair))))
    }
}

struct ChairBody: Sendable {
    let name: String

    static let codec = object(
        ChairBody.init,
        field("name", \.name, .name(max: 100).described("The chair's name, which no other chair in use has."))
    ).described("A chair, as admins enter it.").named("ChairDetails")
}
