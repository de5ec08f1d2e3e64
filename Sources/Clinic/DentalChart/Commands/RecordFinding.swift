public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that records a finding on a patient's tooth.
public struct RecordFinding: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknownPatient
        /// The chart of one of the person's records says that the tooth is missing, and the finding is not one that a missing tooth can have.
        case toothIsMissing
        /// The day of the finding on a tooth is in the future.
        case notYet
        case tooMany

        public var problem: Problem {
            switch self {
            case .unknownPatient: .notFound
            case .toothIsMissing: Problem(.toothMissing)
            case .notYet: .malformed(body: "/found_on", code: "in_the_future", detail: "must not be after today")
            case .tooMany:
                Problem(
                    .limitReached,
                    """
                    A patient has at most \(DentalChart.limit) findings. Findings that were resolved or entered in \
                    error count.
                    """
                )
            }
        }
    }

    public let id: ID<ToothFinding>
    public let patient: ID<Patient>
    public let finding: ToothFinding
    public let state: ToothFindingState
    /// The day of the finding on a tooth; `nil` for today.
    public let foundOn: CivilDate?

    public init(
        _ id: ID<ToothFinding>, of patient: ID<Patient>, _ finding: ToothFinding, _ state: ToothFindingState,
        foundOn: CivilDate? = nil
    ) {
        self.id = id
        self.patient = patient
        self.finding = finding
        self.state = state
        self.foundOn = foundOn
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        guard model[.registration(of: patient)].isCurrent else { throw .unknownPatient }
        let chart = model[.dentalChart(of: patient)]
        if chart.findings[id] != nil { return [] }
        guard chart.findings.count < DentalChart.limit else { throw .tooMany }
        let isMissing = model.records(ofPersonWith: patient).contains {
            model[.dentalChart(of: $0)].isMissing(finding.tooth)
        }
        guard !isMissing || finding.kind.replacesTooth else { throw .toothIsMissing }
        let today = model[.basics].zone.date(of: now)
        let day = foundOn ?? today
        guard day <= today else { throw .notYet }
        return [
            .finding(
                .recorded(
                    ToothFindingRecorded(id: id, patient: patient, finding: finding, state: state, foundOn: day)))
        ]
    }
}

struct FindingDraft: Sendable {
    let finding: ToothFinding
    let state: ToothFindingState
    let foundOn: CivilDate?

    static let codec = object(
        FindingDraft.checked(tooth:surfaces:kind:material:note:state:foundOn:),
        field("tooth", \.finding.tooth, .foundTooth),
        optionalField("surfaces", \.finding.surfaces, .describedSurfaces),
        field("kind", \.finding.kind, .findingKind),
        optionalField("material", \.finding.material, .toothMaterial),
        optionalField("note", \.finding.note, .findingNote),
        field("state", \.state, .findingState, default: .existing),
        optionalField(
            "found_on", \.foundOn,
            .date.described("The day on which the finding was made, at the latest today; absent: today."))
    ).described("The finding to record.").named("ToothFindingDraft")

    private static func checked(
        tooth: ToothNumber, surfaces: [ToothSurface]?, kind: ToothFindingKind, material: ToothMaterial?,
        note: Personal<String>?, state: ToothFindingState, foundOn: CivilDate?
    ) throws(CheckFailure) -> FindingDraft {
        let finding = ToothFinding(tooth: tooth, surfaces: surfaces, kind: kind, material: material, note: note)
        try finding.check()
        return FindingDraft(finding: finding, state: state, foundOn: foundOn)
    }
}

extension DentalChartAPI {
    static let recordFinding = Endpoint<ClinicAction>(
        .post, "/api/v1/dental-charts/{patient_id}/tooth-findings", id: "recordToothFinding",
        summary: "Record a finding on a tooth",
        details: """
            A missing tooth can only get an implant, a bridge's pontic, a denture or the finding `missing`. To repeat \
            the request safely, send the same `Idempotency-Key`.
            """,
        tag: tag, for: Clinical.self, takes: .path("patient_id", Codec<ID<Patient>>.patientID),
        .body(FindingDraft.codec), answers: [.ok(DentalChartAnswer.codec, "The chart as it is now")],
        problems: [.toothMissing, .limitReached, .patientMerged, .notFound, .restrictedRecord], idempotency: .required
    ) { caller, patient, body throws(Problem) in
        let reader = RecordReader(caller)
        return .creation { newID in
            let id: ID<ToothFinding> = newID()
            return ClinicCommand(
                RecordFinding(id, of: patient, body.finding, body.state, foundOn: body.foundOn),
                answer: .dentalChart(of: patient)
            ).opening(for: reader) { _ in patient }
        }
    }
}

extension Problem.Kind {
    static let toothMissing = Problem.Kind(
        "tooth-missing", 409, "The chart says that this tooth is missing",
        means: "A missing tooth can only get an implant, a bridge's pontic, a denture or the finding `missing`.",
        remedy: "Correct the tooth's number, or mark the finding that the tooth is missing as entered in error.")
}
