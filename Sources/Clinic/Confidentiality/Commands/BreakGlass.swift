public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that gives emergency access to a restricted record to a member of staff who may not open it otherwise.
/// A reason is required, and is recorded.
public struct BreakGlass: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case noSuchPatient
        case notRestricted
        /// The patient's record is already open to the caller, by treatment or by an earlier emergency access.
        case openAlready

        public var problem: Problem {
            switch self {
            case .noSuchPatient: .notFound
            case .notRestricted: Problem(.recordNotRestricted)
            case .openAlready: Problem(.recordOpenAlready)
            }
        }
    }

    public let access: ID<EmergencyAccess>
    public let patient: ID<Patient>
    public let reader: RecordReader
    public let reason: Personal<String>

    /// The duration of an emergency access in hours, which is the length of a shift.
    static let hours: Int64 = 8

    public init(
        _ access: ID<EmergencyAccess>, to patient: ID<Patient>, for reader: RecordReader, reason: Personal<String>
    ) {
        self.access = access
        self.patient = patient
        self.reader = reader
        self.reason = reason
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        guard model[.registration(of: patient)].isCurrent else { throw .noSuchPatient }
        switch reader.access(to: patient, &model, at: now) {
        case .unrestricted: throw .notRestricted
        case .granted: throw .openAlready
        case .refused: break
        }
        return [
            .emergency(
                .glassBroken(
                    GlassBroken(
                        access: access, patient: patient, account: reader.account, staff: reader.staff,
                        role: reader.role, until: now.adding(hours: BreakGlass.hours), reason: reason)))
        ]
    }
}

struct EmergencyBody: Sendable {
    let reason: Personal<String>

    static let codec = object(
        EmergencyBody.init(reason:),
        field(
            "reason", \.reason,
            .personal(.clinical, .prose(min: 10, max: 500)).described(
                "Why the record has to be opened; admins read it."))
    ).described("Why a restricted record is opened.").named("Emergency")
}

extension Problem.Kind {
    public static let recordNotRestricted = Problem.Kind(
        "record-not-restricted", 409, "This record is not restricted; open it as usual",
        means: "Emergency access is for restricted records only.",
        remedy: "Read the record without emergency access.")
    public static let recordOpenAlready = Problem.Kind(
        "record-open-already", 409, "This record is open to you already",
        means: "The caller treats the patient, or has emergency access that has not ended yet.",
        remedy: "Read the record.")
}

extension ConfidentialityAPI {
    static let breakGlass = Endpoint<ClinicAction>(
        .post, "/api/v1/patients/{patient_id}/emergency-access", id: "breakGlass",
        summary: "Open a restricted record in an emergency",
        details: """
            The record is open to the caller's account for eight hours. Admins see the access and its reason.
            """,
        tag: tag, for: Staff.self, takes: .path("patient_id", Codec<ID<Patient>>.patientID), .body(EmergencyBody.codec),
        answers: [.made(EmergencyAccessDocument.codec, "The access")],
        problems: [.notFound, .recordNotRestricted, .recordOpenAlready, .patientMerged],
        idempotency: .accepted
    ) { caller, patient, body throws(Problem) in
        .creation { newID in
            let access: ID<EmergencyAccess> = newID()
            return ClinicCommand(
                BreakGlass(access, to: patient, for: RecordReader(caller), reason: body.reason),
                answer: DocumentAnswer(EmergencyAccesses.self, DocumentKey(access)),
                notice: "a restricted record was opened in an emergency")
        }
    }
}
