import Endpoints
import EventSourcing
import Identifiers
import JSON

/// The answer to a patient who ended a guardianship. It does not tell whom else the guardian looks after.
struct EndedGuardianship: Sendable {
    let id: ID<Patient>
    let version: Int64

    static let codec = object(
        EndedGuardianship.init(id:version:),
        field("id", \.id, .patientID.described("The id of the patient who was the guardian.")),
        field("version", \.version, .version)
    ).described("A guardian who does not see the caller's data any more.").named("EndedGuardianship")

    static let form = AnswerForm(of: GuardianDocument.codec, as: codec) {
        EndedGuardianship(id: $0.id, version: $0.version)
    }
}

extension GuardiansAPI {
    static let endOwnGuardianship = Endpoint<ClinicAction>(
        .delete, "/api/v1/patient/guardians/{guardian_id}", id: "endOwnGuardianship",
        summary: "End the right of one's own guardian",
        details: """
            The guardian does not see the caller's data any more. The front desk can name a guardian again. 404: this \
            patient is no guardian of the caller.
            """,
        tag: "Guardians", for: PatientOnly.self, takes: .guardian,
        answers: [.ok(EndedGuardianship.codec, "The former guardian")], problems: [.notFound],
        idempotency: .accepted
    ) { caller, guardian throws(Problem) in
        let own = ID<Patient>(caller.patient)
        return .command(
            ClinicCommand(
                ReleaseGuardian(guardian, of: own, isOwn: true),
                answer: DocumentAnswer(
                    Guardians.self, DocumentKey(guardian), form: EndedGuardianship.form, about: own)))
    }
}
