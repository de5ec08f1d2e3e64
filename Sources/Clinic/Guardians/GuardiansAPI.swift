public import Endpoints
import EventSourcing
import Identifiers
import JSON

/// Guardians, who see the data of their dependants.
public enum GuardiansAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [name, release, dependants]

    private static let tag = "Guardians"

    private static let name = Endpoint<ClinicAction>(
        .put, "/api/v1/patients/{patient_id}/guardians/{guardian_id}", id: "nameGuardian",
        summary: "A patient looks after another, and sees their appointments and bills", tag: tag, for: FrontDesk.self,
        takes: .path("patient_id", Codec<ID<Patient>>.id()), .path("guardian_id", Codec<ID<Patient>>.id()),
        answers: [.ok(GuardianDocument.codec)], problems: [.notFound, .restrictedRecord, .ownGuardian, .limitReached],
        idempotency: .accepted
    ) { caller, dependant, guardian throws(Problem) in
        .command(
            ClinicCommand(
                NameGuardian(guardian, of: dependant, by: RecordReader(caller)),
                answer: DocumentAnswer(Guardians.self, DocumentKey(guardian))))
    }

    private static let release = Endpoint<ClinicAction>(
        .delete, "/api/v1/patients/{patient_id}/guardians/{guardian_id}", id: "releaseGuardian",
        summary: "A patient looks after another no more", tag: tag, for: FrontDesk.self,
        takes: .path("patient_id", Codec<ID<Patient>>.id()), .path("guardian_id", Codec<ID<Patient>>.id()),
        answers: [.ok(GuardianDocument.codec)], problems: [.notFound], idempotency: .accepted
    ) { _, dependant, guardian throws(Problem) in
        .command(
            ClinicCommand(
                ReleaseGuardian(guardian, of: dependant),
                answer: DocumentAnswer(Guardians.self, DocumentKey(guardian))))
    }

    private static let dependants = Endpoint<ClinicAction>(
        .get, "/api/v1/patient/dependants", id: "listDependants", summary: "Those whom I look after, by name",
        tag: tag, for: PatientOnly.self, answers: [.page(of: PatientCard.codec)]
    ) { caller throws(Problem) in
        .query { _, _ in Onlooker(caller).cards }
    }
}
