public import EventSourcing
public import Identifiers
public import JSON
import SQL

/// The read model `insurance_claim`, with one row for each claim on a payer.
public enum InsuranceClaims: ClinicReadModel {
    public static let table = DocumentTable("insurance_claim", key: "claim_id", .uuid)
    public static let audience = DocumentAudience.record
    public static let codec = InsuranceClaimDocument.codec

    public static let columns: [DocumentColumn<InsuranceClaimDocument>] = [
        DocumentColumn("patient_id", .uuid) { .uuid($0.patient.uuid) },
        DocumentColumn("payer_id", .uuid) { .uuid($0.payer.uuid) },
        DocumentColumn("status", .text) { .text($0.status.rawValue) },
        DocumentColumn("made_on", .date) { .date(daysSince1970: Int32($0.madeOn.daysSince1970)) },
        DocumentColumn("outstanding", .bigint) { .int64($0.outstanding.amount) },
    ]

    public static func person(of document: InsuranceClaimDocument) -> UUIDBytes? { document.patient.uuid }

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        switch event {
        case .patient(let event): event.withoutTexts(\.claims)
        case .insurance(let event): event.claim.map { [DocumentKey($0.id)] } ?? []
        case .billing(let event): event.claimPayment.map { [DocumentKey($0.claim)] } ?? []
        default: []
        }
    }

    public static func isMadeAnew(by event: ClinicEvent) -> Bool {
        if case .insurance(.claimMade) = event { true } else { false }
    }

    public static func tags(of key: DocumentKey) -> [Tag] { key.tagged(Tag.insuranceClaim) }

    public static func tags(of key: DocumentKey, toldBy event: ClinicEvent) -> [Tag] {
        guard case .insurance(.claimMade(let made)) = event else { return [] }
        return [.patientAccount(made.patient), .patient(made.patient)]
    }

    public static func fold(
        _ document: InsuranceClaimDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> InsuranceClaimDocument? {
        if case .insurance(.claimMade(let made)) = recorded.event {
            return InsuranceClaimDocument(made, recorded)
        }
        guard var document else { return nil }
        document.version = recorded.position
        switch recorded.event {
        case .insurance(let event): document.evolve(event, recorded)
        case .billing(let event):
            if let payment = event.claimPayment { document.pay(payment.amount, recorded) }
        case .patient(.patientRecordsErased), .patient(.patientRecordsSealed): document.eraseReasons()
        default: break
        }
        return document
    }
}

extension DocumentAnswer {
    static func insuranceClaim(_ id: ID<InsuranceClaim>, location: String? = nil) -> DocumentAnswer {
        DocumentAnswer(InsuranceClaims.self, DocumentKey(id), location: location)
    }
}
