public import EventSourcing
public import Identifiers
import JSON

/// The document of the dental chart of one patient's record.
public struct DentalChartDocument: Hashable, Sendable {
    /// A finding in the dental chart, with the days of its changes.
    public struct Finding: Hashable, Sendable {
        public let id: ID<ToothFinding>
        public fileprivate(set) var finding: ToothFinding
        public fileprivate(set) var state: ToothFindingState
        public let foundOn: CivilDate
        /// The account that recorded the finding on a tooth; `nil` if a program without a login recorded it.
        public let account: UUIDBytes?
        public fileprivate(set) var doneOn: CivilDate?
        public fileprivate(set) var resolvedOn: CivilDate?
        public fileprivate(set) var isInError = false
        /// The reason why the finding on a tooth was entered in error; `nil` if it was not, or if the reason was
        /// erased.
        public fileprivate(set) var errorReason: Personal<String>?
    }

    public let id: ID<Patient>
    public internal(set) var version: Int64
    public internal(set) var findings: [Finding]

    static let codec = object(
        DentalChartDocument.init(id:version:findings:),
        field("id", \.id, .patientID),
        field("version", \.version, .version),
        field("findings", \.findings, .array(Finding.codec)))

    mutating func evolve(_ event: ToothFindingEvent, _ recorded: Recorded<ClinicEvent>) {
        switch event {
        case .recorded(let found):
            findings.append(
                Finding(
                    id: found.id, finding: found.finding.with(note: found.finding.note?.unlessErased),
                    state: found.state, foundOn: found.foundOn, account: recorded.actor.account, doneOn: nil,
                    resolvedOn: nil))
        case .done(let done):
            change(done.finding) { finding in
                finding.state = .done
                finding.doneOn = done.doneOn
            }
        case .resolved(let resolved): change(resolved.finding) { $0.resolvedOn = resolved.resolvedOn }
        case .enteredInError(let error):
            change(error.finding) { finding in
                finding.isInError = true
                finding.errorReason = error.reason.unlessErased
            }
        }
    }

    private mutating func change(_ id: ID<ToothFinding>, _ change: (inout Finding) -> Void) {
        if let index = findings.firstIndex(where: { $0.id == id }) { change(&findings[index]) }
    }

    mutating func eraseTexts() {
        for index in findings.indices {
            findings[index].finding = findings[index].finding.with(note: nil)
            findings[index].errorReason = nil
        }
    }
}

extension DentalChartDocument.Finding {
    static let codec = object(
        DentalChartDocument.Finding.make(
            id:tooth:surfaces:kind:material:note:state:foundOn:account:doneOn:resolvedOn:errorIfSo:
            errorReason:),
        field("id", \.id, .findingID),
        field("tooth", \.finding.tooth, .foundTooth),
        optionalField("surfaces", \.finding.surfaces, .describedSurfaces),
        field("kind", \.finding.kind, .findingKind),
        optionalField("material", \.finding.material, .toothMaterial),
        optionalField("note", \.finding.note, .findingNote),
        field("state", \.state, .findingState),
        field(
            "found_on", \.foundOn, .date.described("The day on which the finding was made, by the clinic's calendar.")),
        optionalField(
            "recorded_by", \.account,
            .uuid.described("The account that recorded the finding; absent if a program without a login recorded it.")),
        optionalField(
            "done_on", \.doneOn, .date.described("The day on which a planned finding was done; absent if it was not.")),
        optionalField(
            "resolved_on", \.resolvedOn,
            .date.described("The day on which the finding was resolved; absent if it was not.")),
        optionalField(
            "in_error", \.errorIfSo,
            .bool.described("Whether the finding was entered in error. Only a patient's export has this member.")),
        optionalField(
            "error_reason", \.errorReason,
            .personal(.clinical, .prose(max: 500)).described(
                "Why the finding was entered in error. Only a patient's export has this member."))
    ).described("A finding on a tooth.").named("ToothFinding")

    /// `true` if the finding on a tooth was entered in error, and `nil` otherwise, so that the JSON leaves the member
    /// out.
    private var errorIfSo: Bool? { isInError ? true : nil }

    private static func make(
        id: ID<ToothFinding>, tooth: ToothNumber, surfaces: [ToothSurface]?, kind: ToothFindingKind,
        material: ToothMaterial?, note: Personal<String>?, state: ToothFindingState, foundOn: CivilDate,
        account: UUIDBytes?, doneOn: CivilDate?, resolvedOn: CivilDate?, errorIfSo: Bool?,
        errorReason: Personal<String>?
    ) -> DentalChartDocument.Finding {
        DentalChartDocument.Finding(
            id: id, finding: ToothFinding(tooth: tooth, surfaces: surfaces, kind: kind, material: material, note: note),
            state: state, foundOn: foundOn, account: account, doneOn: doneOn, resolvedOn: resolvedOn,
            isInError: errorIfSo ?? false, errorReason: errorReason)
    }
}

extension Codec where Value == ID<ToothFinding> {
    static var findingID: Codec { .id().described("The finding's id.") }
}
