public import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// The treatment chairs.
public enum ChairsAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [listChairs, getChair, addChair, renameChair, retireChair]

    static let listChairs = Endpoint<ClinicAction>(
        .get, "/api/v1/chairs", id: "listChairs", summary: "The clinic's chairs, by name", tag: "Chairs",
        for: Staff.self, takes: .optionalQuery("active", .bool), .pageByName,
        answers: [.page(of: ChairDocument.codec)], caching: .privateETag(maxAge: 0)
    ) { caller, active, page throws(Problem) in
        .query { _, _ in
            .byName(Chairs.self, in: caller.clinic, where: .whereActive(active), page)
        }
    }

    static let getChair = Endpoint<ClinicAction>(
        .get, "/api/v1/chairs/{chair_id}", id: "getChair", summary: "One chair", tag: "Chairs", for: Staff.self,
        takes: .path("chair_id", Codec<ID<Chair>>.id()), answers: [.ok(ChairDocument.codec)], problems: [.notFound],
        caching: .privateETag(maxAge: 0)
    ) { caller, chair throws(Problem) in
        .query { _, _ in .one(Chairs.self, DocumentKey(chair), in: caller.clinic, shows: .nobodys) }
    }

    static let addChair = Endpoint<ClinicAction>(
        .post, "/api/v1/chairs", id: "addChair", summary: "Add a chair", tag: "Chairs", for: AdminOnly.self,
        takes: .body(ChairBody.codec), answers: [.created(ChairDocument.codec)],
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
        .put, "/api/v1/chairs/{chair_id}", id: "renameChair", summary: "Give a chair another name", tag: "Chairs",
        for: AdminOnly.self, takes: .path("chair_id", .id()), .body(ChairBody.codec),
        answers: [.ok(ChairDocument.codec)], problems: [.notFound, .chairRetired, .chairNameTaken, .clinicNotFounded],
        idempotency: .accepted
    ) { _, chair, body throws(Problem) in
        .command(
            ClinicCommand(
                RenameChair(chair, name: body.name), answer: DocumentAnswer(Chairs.self, DocumentKey(chair))))
    }

    static let retireChair = Endpoint<ClinicAction>(
        .post, "/api/v1/chairs/{chair_id}/retire", id: "retireChair", summary: "Use a chair no more",
        details: "It takes no more appointments; those it has stay.", tag: "Chairs", for: AdminOnly.self,
        takes: .path("chair_id", .id()), answers: [.ok(ChairDocument.codec)], problems: [.notFound],
        idempotency: .accepted
    ) { _, chair throws(Problem) in
        .command(ClinicCommand(RetireChair(chair), answer: DocumentAnswer(Chairs.self, DocumentKey(chair))))
    }
}

struct ChairBody: Sendable {
    let name: String

    static let codec = object(ChairBody.init, field("name", \.name, .name(max: 100))).named("ChairDetails")
}
