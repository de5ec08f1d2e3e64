public import EventSourcing
public import Identifiers
public import JSON
import SQL

/// A patient's coverage, as it is stored and sent.
public struct CoverageDocument: Hashable, Sendable {
    public let id: ID<Coverage>
    public fileprivate(set) var version: Int64
    public let patient: ID<Patient>
    public fileprivate(set) var payer: ID<InsurancePayer>
    public fileprivate(set) var memberNumber: Personal<String>
    public fileprivate(set) var terms: CoverageTerms
    public fileprivate(set) var isRemoved: Bool
}

/// The read model `coverage`: the coverages of patients, removed ones included.
public enum Coverages: ClinicReadModel {
    public static let table = DocumentTable("coverage", key: "coverage_id", .uuid)
    public static let audience = DocumentAudience.record

    public static let codec = object(
        CoverageDocument.init(id:version:patient:payer:memberNumber:terms:isRemoved:),
        field("id", \.id, .coverageID),
        field("version", \.version, .version),
        field("patient_id", \.patient, .patientID),
        field("payer_id", \.payer, .payerID),
        field(
            "member_number", \.memberNumber,
            .personal(.contact, .string(max: 100), placeholder: erasedText).described(
                "The patient's number at the payer.")),
        field(
            "terms", \.terms,
            CoverageTerms.codec.described("The terms of the coverage: the days and shares of its payments.")),
        field("removed", \.isRemoved, .bool.described("Whether it was removed, so that no new claim can use it."))
    ).described("The coverage of a patient by a payer.").named("Coverage")

    public static let columns: [DocumentColumn<CoverageDocument>] = [
        DocumentColumn("patient_id", .uuid) { .uuid($0.patient.uuid) }
    ]

    public static func person(of document: CoverageDocument) -> UUIDBytes? { document.patient.uuid }

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        switch event {
        case .patient(let event): event.withoutTexts(\.coverages)
        case .insurance(.coverageRecorded(let recorded)): [DocumentKey(recorded.coverage)]
        case .insurance(.coverageRemoved(let removed)): [DocumentKey(removed.coverage)]
        default: []
        }
    }

    public static func tags(of key: DocumentKey) -> [Tag] { key.tagged(Tag.coverage) }

    public static func tags(of key: DocumentKey, toldBy event: ClinicEvent) -> [Tag] {
        if case .insurance(.coverageRecorded(let recorded)) = event { [.patient(recorded.patient)] } else { [] }
    }

    public static func fold(
        _ document: CoverageDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> CoverageDocument? {
        var document = document
        document?.version = recorded.position
        switch recorded.event {
        case .patient(.patientRecordsErased), .patient(.patientRecordsSealed): document?.memberNumber = .erased
        case .insurance(.coverageRecorded(let event)):
            return CoverageDocument(
                id: event.coverage, version: recorded.position, patient: event.patient, payer: event.payer,
                memberNumber: event.memberNumber, terms: event.terms, isRemoved: false)
        case .insurance(.coverageRemoved): document?.isRemoved = true
        default: break
        }
        return document
    }
}

extension DocumentAnswer {
    static func coverage(_ id: ID<Coverage>, location: String? = nil) -> DocumentAnswer {
        DocumentAnswer(Coverages.self, DocumentKey(id), location: location)
    }
}
