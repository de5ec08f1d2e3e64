public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that ends a guardianship, for example when the child has come of age or another person has custody.
public struct ReleaseGuardian: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case noSuchPatient
        /// A patient ends a guardianship that does not exist.
        case noGuardian

        public var problem: Problem {
            switch self {
            case .noSuchPatient, .noGuardian: .notFound
            }
        }
    }

    public let guardian: ID<Patient>
    public let dependant: ID<Patient>
    /// Whether the dependant sends the command. Patients end only what exists, and learn nothing of other patients: also
    /// the guardianship of a record that was merged into another one.
    let isOwn: Bool

    public init(_ guardian: ID<Patient>, of dependant: ID<Patient>, isOwn: Bool = false) {
        self.guardian = guardian
        self.dependant = dependant
        self.isOwn = isOwn
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        guard isOwn || model[.registration(of: guardian)].isCurrent, model[.registration(of: dependant)].isCurrent
        else { throw .noSuchPatient }
        let records = isOwn ? model.records(shownFor: dependant) : [dependant]
        let ended = records.filter { model[.guardian(guardian)].dependants.contains($0) }
        guard !ended.isEmpty || !isOwn else { throw .noGuardian }
        return ended.map { .guardian(.guardianReleased(GuardianReleased(guardian: guardian, dependant: $0))) }
    }
}

extension GuardiansAPI {
    static let releaseGuardian = Endpoint<ClinicAction>(
        .delete, "/api/v1/patients/{patient_id}/guardians/{guardian_id}", id: "releaseGuardian",
        summary: "Remove a guardian",
        details: """
            The guardian does not see the other patient's appointments and invoices any more. Repeating this \
            changes nothing.
            """,
        tag: "Guardians", for: FrontDesk.self,
        takes: .path("patient_id", Codec<ID<Patient>>.patientID),
        .guardian,
        answers: [.ok(GuardianDocument.codec, "The guardian with the remaining dependants")],
        problems: [.notFound, .patientMerged],
        idempotency: .accepted
    ) { _, dependant, guardian throws(Problem) in
        .command(
            ClinicCommand(
                ReleaseGuardian(guardian, of: dependant),
                answer: DocumentAnswer(Guardians.self, DocumentKey(guardian), about: dependant)))
    }
}
