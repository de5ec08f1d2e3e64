public import Endpoints
import EventSourcing
import Identifiers
import JSON

/// The endpoints for guardians, who see the data of their dependants.
public enum GuardiansAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [name, release, dependants]

    private static let tag = "Guardians"

    private static let name = Endpoint<ClinicAction>(
        .put, "/api/v1/patients/{patient_id}/guardians/{guardian_id}", id: "nameGuardian",
        summary: "Name a guardian",
        details: """
            The guardian is a patient who looks after the other one, and then sees their appointments and \
            invoices. Repeating this changes nothing.
            """,
        tag: tag, for: FrontDesk.self,
        takes: .path("patient_id", Codec<ID<Patient>>.patientID),
        .path(
            "guardian_id", Codec<ID<Patient>>.id().described("The id of the patient who looks after the other.")),
        answers: [.ok(GuardianDocument.codec, "The guardian with all dependants")],
        problems: [.notFound, .restrictedRecord, .ownGuardian, .limitReached],
        idempotency: .accepted
    ) { caller, dependant, guardian throws(Problem) in
        .command(
            ClinicCommand(
                NameGuardian(guardian, of: dependant, by: RecordReader(caller)),
                answer: DocumentAnswer(Guardians.self, DocumentKey(guardian))))
    }

    private static let release = Endpoint<ClinicAction>(
        .delete, "/api/v1/patients/{patient_id}/guardians/{guardian_id}", id: "releaseGuardian",
        summary: "Remove a guardian",
        details: """
            The guardian does not see the other patient's appointments and invoices any more. Repeating this \
            changes nothing.
            """,
        tag: tag, for: FrontDesk.self,
        takes: .path("patient_id", Codec<ID<Patient>>.patientID),
        .path(
            "guardian_id", Codec<ID<Patient>>.id().described("The id of the patient who looks after the other.")),
        answers: [.ok(GuardianDocument.codec, "The guardian with the remaining dependants")], problems: [.notFound],
        idempotency: .accepted
    ) { _, dependant, guardian throws(Problem) in
        .command(
            ClinicCommand(
                ReleaseGuardian(guardian, of: dependant),
                answer: DocumentAnswer(Guardians.self, DocumentKey(guardian))))
    }

    private static let dependants = Endpoint<ClinicAction>(
        .get, "/api/v1/patient/dependants", id: "listDependants", summary: "List one's own dependants by name",
        details: "Dependants are the patients whom the caller looks after.",
        tag: tag, for: PatientOnly.self, answers: [.page(of: PatientCard.codec, "The dependants, as one page")]
    ) { caller throws(Problem) in
        .query { _, _ in Viewer(caller).cards }
    }
}
