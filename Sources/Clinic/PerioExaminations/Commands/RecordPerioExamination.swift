public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that records the measurements of a periodontal examination.
public struct RecordPerioExamination: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknownPatient
        /// The day of the periodontal examination is in the future.
        case notYet
        case tooMany

        public var problem: Problem {
            switch self {
            case .unknownPatient: .notFound
            case .notYet: .malformed(body: "/examined_on", code: "in_the_future", detail: "must not be after today")
            case .tooMany:
                Problem(
                    .limitReached,
                    """
                    A patient has at most \(RecordPerioExamination.limit) examinations. Examinations entered in error \
                    count.
                    """
                )
            }
        }
    }

    /// The maximum number of periodontal examinations of one patient. Examinations entered in error count.
    public static let limit = 500

    public let examination: ID<PerioExamination>
    public let patient: ID<Patient>
    /// The day of the periodontal examination; `nil` for today.
    public let examinedOn: CivilDate?
    public let teeth: [PerioTooth]
    public let note: Personal<String>?

    public init(
        _ examination: ID<PerioExamination>, of patient: ID<Patient>, on examinedOn: CivilDate? = nil,
        _ teeth: [PerioTooth], note: Personal<String>? = nil
    ) {
        self.examination = examination
        self.patient = patient
        self.examinedOn = examinedOn
        self.teeth = teeth
        self.note = note
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        guard model[.registration(of: patient)].isCurrent else { throw .unknownPatient }
        let known = model[.perioRecords(of: patient)].examinations
        if known.contains(examination) { return [] }
        guard known.count < RecordPerioExamination.limit else { throw .tooMany }
        let today = model[.basics].zone.date(of: now)
        let day = examinedOn ?? today
        guard day <= today else { throw .notYet }
        return [
            .perio(
                .examined(
                    PerioExamined(
                        examination: examination, patient: patient, examinedOn: day, teeth: teeth, note: note)))
        ]
    }
}

struct PerioDraft: Sendable {
    let patient: ID<Patient>
    let examinedOn: CivilDate?
    let teeth: [PerioTooth]
    let note: Personal<String>?

    static let codec = object(
        PerioDraft.checked(patient:examinedOn:teeth:note:), field("patient_id", \.patient, .patientID),
        optionalField(
            "examined_on", \.examinedOn,
            .date.described("The day of the examination, at the latest today; absent: today.")),
        field("teeth", \.teeth, .perioTeeth), optionalField("note", \.note, .findingNote)
    ).described("The periodontal examination to record.").named("PerioExaminationDraft")

    private static func checked(
        patient: ID<Patient>, examinedOn: CivilDate?, teeth: [PerioTooth], note: Personal<String>?
    ) throws(CheckFailure) -> PerioDraft {
        guard Set(teeth.map(\.tooth)).count == teeth.count else { throw CheckFailure("repeated", "each tooth once") }
        return PerioDraft(patient: patient, examinedOn: examinedOn, teeth: teeth, note: note)
    }
}

extension PerioAPI {
    static let recordPerioExamination = Endpoint<ClinicAction>(
        .post, "/api/v1/perio-examinations", id: "recordPerioExamination",
        summary: "Record a periodontal examination",
        details:
            "A recorded examination cannot be changed. To repeat the request safely, send the same `Idempotency-Key`.",
        tag: DentalChartAPI.tag, for: Clinical.self, takes: .body(PerioDraft.codec),
        answers: [.created(PerioExaminations.codec, "The examination")],
        problems: [.limitReached, .patientMerged, .notFound, .restrictedRecord], idempotency: .required
    ) { caller, body throws(Problem) in
        let reader = RecordReader(caller)
        return .creation { newID in
            let id: ID<PerioExamination> = newID()
            return ClinicCommand(
                RecordPerioExamination(id, of: body.patient, on: body.examinedOn, body.teeth, note: body.note),
                answer: .perioExamination(id, location: "/api/v1/perio-examinations/\(id)")
            ).opening(for: reader) { _ in body.patient }
        }
    }
}
