import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// The filters of the list of claims.
struct ClaimFilter: Sendable {
    let status: ClaimStatus?
    let payer: ID<InsurancePayer>?
    let patient: ID<Patient>?
    let from, to: CivilDate?

    /// The SQL that limits a WHERE clause to rows `i` of the table `insurance_claim` that satisfy all filters.
    func condition(in clinic: UUIDBytes) -> Statement {
        let inStatus: Statement = status.map { "AND i.status = \($0.rawValue)" as Statement } ?? ""
        let byPayer: Statement = payer.map { "AND i.payer_id = \($0)" as Statement } ?? ""
        let ofPatient: Statement = PersonRecords.filter("i.patient_id", of: patient, in: clinic)
        let since: Statement = from.map { "AND i.made_on >= \($0)" as Statement } ?? ""
        let until: Statement = to.map { "AND i.made_on <= \($0)" as Statement } ?? ""
        return "\(inStatus) \(byPayer) \(ofPatient) \(since) \(until)"
    }
}

/// The sums of a filtered list of claims.
struct ClaimTotals: Sendable {
    let count: Int64
    let amount, accepted, paid, outstanding: Money

    static let codec = object(
        ClaimTotals.init(count:amount:accepted:paid:outstanding:),
        field("count", \.count, .int64.described("The number of claims.")),
        field("amount", \.amount, Money.codec.described("The sum of the claimed amounts.")),
        field("accepted", \.accepted, Money.codec.described("The sum of the amounts that payers agreed to pay.")),
        field("paid", \.paid, Money.codec.described("The sum that payers have paid, less refunds.")),
        field("outstanding", \.outstanding, Money.codec.described("The sum that payers are still expected to pay."))
    ).described("The sums of a list of claims.").named("InsuranceClaimTotals")
}

/// A claim with the card of its patient and the name of its payer.
struct ListedClaim: Sendable {
    let claim: InsuranceClaimDocument
    let patient: PatientCard?
    let payerName: String
    let invoiceNumber: String

    static let codec = object(
        ListedClaim.init(claim:patient:payerName:invoiceNumber:),
        field("claim", \.claim, InsuranceClaims.codec.described("The claim.")),
        optionalField("patient", \.patient, PatientCard.codec.described("The patient's card.")),
        field("payer_name", \.payerName, .name().described("The payer's name.")),
        field("invoice_number", \.invoiceNumber, .string(max: 40).described("The invoice's number."))
    ).described("A claim in the list of claims.").named("ListedInsuranceClaim")
}

extension InsuranceAPI {
    static let listClaims = Endpoint<ClinicAction>(
        .get, "/api/v1/insurance-claims", id: "listInsuranceClaims", summary: "List claims, the latest first",
        details: """
            Each with its payer's name, its invoice's number, and name and birth date of its patient. Claims of restricted records \
            are listed only with `patient_id`, to a caller who may open the record.
            """,
        tag: "Billing", for: FrontDesk.self, takes: .page(key: [.uuid]),
        .optionalQuery("status", .claimStatusFilter), .optionalQuery("payer_id", .payerFilter),
        .optionalQuery("patient_id", Codec<ID<Patient>>.id().described("Only claims of this patient.")),
        .optionalQuery("from", .fromFilter), .optionalQuery("to", .toFilter),
        answers: [.page(of: ListedClaim.codec, "A page of claims")], problems: [.restrictedRecord]
    ) { caller, page, status, payer, patient, from, to throws(Problem) in
        let filter = ClaimFilter(status: status, payer: payer, patient: patient, from: from, to: to)
        let before: Statement = page.after.map { "AND i.claim_id < \($0.values[0])::text::uuid" as Statement } ?? ""
        let reader = RecordReader(caller)
        return .query { model, now throws(Problem) in
            let open = try reader.openRows(of: patient, "i.patient_id", in: caller.clinic, &model, at: now)
            return DocumentQuery(
                """
                SELECT i.document, p.card, to_json(y.document ->> 'name'), to_json(v.number), i.claim_id::text,
                    i.patient_id
                FROM insurance_claim AS i
                    JOIN insurance_payer AS y USING (clinic_id, payer_id)
                    JOIN invoice AS v
                        ON v.clinic_id = i.clinic_id AND v.invoice_id = (i.document ->> 'invoice_id')::uuid
                    LEFT JOIN patient AS p ON p.clinic_id = i.clinic_id AND p.patient_id = i.patient_id
                WHERE i.clinic_id = \(caller.clinic) \(filter.condition(in: caller.clinic)) AND \(open) \(before)
                ORDER BY i.claim_id DESC LIMIT \(Int64(page.limit + 1))
                """, members: ["claim", "patient", "payer_name", "invoice_number"],
                shape: .page(limit: page.limit, cursorColumns: 1), shows: .inLastColumn)
        }
    }

    static let getClaimTotals = Endpoint<ClinicAction>(
        .get, "/api/v1/insurance-claims/totals", id: "getInsuranceClaimTotals",
        summary: "Show the sums of a list of claims", details: "Filters and claims are those of the list of claims.",
        tag: "Billing", for: FrontDesk.self,
        takes: .optionalQuery("status", .claimStatusFilter), .optionalQuery("payer_id", .payerFilter),
        .optionalQuery("patient_id", Codec<ID<Patient>>.id().described("Only claims of this patient.")),
        .optionalQuery("from", .fromFilter), .optionalQuery("to", .toFilter),
        answers: [.ok(ClaimTotals.codec, "The sums")], problems: [.restrictedRecord]
    ) { caller, status, payer, patient, from, to throws(Problem) in
        let filter = ClaimFilter(status: status, payer: payer, patient: patient, from: from, to: to)
        let reader = RecordReader(caller)
        return .query { model, now throws(Problem) in
            let open = try reader.openRows(of: patient, "i.patient_id", in: caller.clinic, &model, at: now)
            return BillingQueries.totals(
                of: Identifier("insurance_claim"), in: caller.clinic,
                where: "\(filter.condition(in: caller.clinic)) AND \(open)", patient,
                model[.basics].currency,
                [
                    ("amount", "(i.document -> 'amount' ->> 'amount')::bigint"),
                    ("accepted", "(i.document -> 'accepted' ->> 'amount')::bigint"),
                    ("paid", "(i.document -> 'paid' ->> 'amount')::bigint"), ("outstanding", "i.outstanding"),
                ])
        }
    }

    static let getClaim = Endpoint<ClinicAction>(
        .get, "/api/v1/insurance-claims/{claim_id}", id: "getInsuranceClaim", summary: "Show a claim",
        details: "With its steps and payments.", tag: "Billing", for: FrontDesk.self,
        takes: .path("claim_id", .claimID), answers: [.ok(InsuranceClaims.codec, "The claim")],
        problems: [.notFound, .restrictedRecord]
    ) { caller, id throws(Problem) in
        let reader = RecordReader(caller)
        return .query { model, now throws(Problem) in
            guard let patient = model[.claimOwner(id)].patient else { throw .notFound }
            let open = try reader.openRows(of: patient, "i.patient_id", in: caller.clinic, &model, at: now)
            return DocumentQuery(
                """
                SELECT i.document, i.patient_id FROM insurance_claim AS i
                WHERE i.clinic_id = \(caller.clinic) AND i.claim_id = \(id.uuid) AND \(open)
                """, shape: .one, shows: .inLastColumn)
        }
    }
}

extension Codec where Value == ClaimStatus {
    fileprivate static var claimStatusFilter: Codec { .stringEnum.described("Only claims with this status.") }
}

extension Codec where Value == ID<InsurancePayer> {
    fileprivate static var payerFilter: Codec { .id().described("Only claims on this payer.") }
}
