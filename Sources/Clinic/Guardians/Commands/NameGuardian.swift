public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that makes a patient the guardian of another patient.
public struct NameGuardian: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case noSuchPatient
        /// The dependant's record is restricted, and the caller may not open it.
        case restricted
        case ownGuardian
        case tooMany

        public var problem: Problem {
            switch self {
            case .noSuchPatient: .notFound
            case .restricted: Problem(.restrictedRecord)
            case .ownGuardian: Problem(.ownGuardian)
            case .tooMany: Problem(.limitReached, "At most \(NameGuardian.limit) dependants of a guardian.")
            }
        }
    }

    public let guardian: ID<Patient>
    public let dependant: ID<Patient>
    /// The member of staff who names the guardian; `nil` for a caller who may open every restricted record.
    public let reader: RecordReader?

    /// The maximum number of dependants of one guardian. It is more than any family needs.
    static let limit = 50

    public init(_ guardian: ID<Patient>, of dependant: ID<Patient>, by reader: RecordReader? = nil) {
        self.guardian = guardian
        self.dependant = dependant
        self.reader = reader
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        guard model[.registration(of: guardian)].isCurrent, model[.registration(of: dependant)].isCurrent else {
            throw .noSuchPatient
        }
        // A caller who may not open the dependant's record must not give a guardian access to it.
        if let reader, reader.access(to: dependant, &model, at: now) == .refused { throw .restricted }
        guard guardian != dependant else { throw .ownGuardian }
        let known = model[.guardian(guardian)].dependants
        guard !known.contains(dependant) else { return [] }
        guard known.count < NameGuardian.limit else { throw .tooMany }
        return [.guardian(.guardianNamed(GuardianNamed(guardian: guardian, dependant: dependant)))]
    }
}

extension GuardiansAPI {
    static let nameGuardian = Endpoint<ClinicAction>(
        .put, "/api/v1/patients/{patient_id}/guardians/{guardian_id}", id: "nameGuardian",
        summary: "Name a guardian",
        details: """
            The guardian is a patient who looks after the other one, and then sees their appointments, \
            invoices and records, but not while the record is restricted. Repeating this changes nothing.
            """,
        tag: "Guardians", for: FrontDesk.self,
        takes: .path("patient_id", Codec<ID<Patient>>.patientID),
        .guardian,
        answers: [.ok(GuardianDocument.codec, "The guardian with all dependants")],
        problems: [.notFound, .restrictedRecord, .ownGuardian, .limitReached, .patientMerged],
        idempotency: .accepted
    ) { caller, dependant, guardian throws(Problem) in
        .command(
            ClinicCommand(
                NameGuardian(guardian, of: dependant, by: RecordReader(caller)),
                answer: DocumentAnswer(Guardians.self, DocumentKey(guardian), about: dependant)))
    }
}

extension Input where Value == ID<Patient> {
    static var guardian: Input {
        .path("guardian_id", .id().described("The id of the patient who looks after the other."))
    }
}

extension Problem.Kind {
    public static let ownGuardian = Problem.Kind(
        "own-guardian", 409, "A patient cannot be their own guardian",
        means: "Both ids are the same patient's.",
        remedy: "Name another patient as guardian.")
}
