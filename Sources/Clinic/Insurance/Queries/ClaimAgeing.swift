import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// The sums that payers are still expected to pay, by payer and by the days since the claims were submitted.
struct ClaimAgeing: Sendable {
    struct Row: Sendable {
        let payer: ID<InsurancePayer>
        let payerName: String
        let claims: Int64
        let upTo30, upTo60, upTo90, older, total: Money

        static let codec = object(
            Row.init(payer:payerName:claims:upTo30:upTo60:upTo90:older:total:),
            field("payer_id", \.payer, .payerID),
            field("payer_name", \.payerName, .name().described("The payer's name.")),
            field("claims", \.claims, .int64.described("The number of claims from which something is expected.")),
            field("up_to_30_days", \.upTo30, Money.codec.described("Expected for 30 days at most.")),
            field("days_31_to_60", \.upTo60, Money.codec.described("Expected for 31 to 60 days.")),
            field("days_61_to_90", \.upTo90, Money.codec.described("Expected for 61 to 90 days.")),
            field("over_90_days", \.older, Money.codec.described("Expected for more than 90 days.")),
            field("total", \.total, Money.codec.described("The sum of these amounts."))
        ).described("The sums that one payer is still expected to pay.").named("PayerAgeing")
    }

    let payers: [Row]

    static let codec = object(
        ClaimAgeing.init(payers:),
        field(
            "payers", \.payers,
            .array(Row.codec).described("The payers from whom something is expected, by name."))
    ).described("The sums that payers are still expected to pay.").named("InsuranceClaimAgeing")
}

extension InsuranceAPI {
    static let getClaimAgeing = Endpoint<ClinicAction>(
        .get, "/api/v1/insurance-claims/ageing", id: "getInsuranceClaimAgeing",
        summary: "Show what payers still have to pay, by age",
        details: "For each payer the outstanding sums of claims, by the days since they were submitted.",
        tag: "Billing", for: FrontDesk.self,
        answers: [.ok(ClaimAgeing.codec, "The sums of each payer")]
    ) { caller throws(Problem) in
        .query { model, now throws(Problem) in
            let basics = model[.basics]
            let today = basics.zone.date(of: now)
            let sum: @Sendable (Int32, Int32) -> Statement = { first, last in
                BillingQueries.sum(
                    "CASE WHEN due.days BETWEEN \(first) AND \(last) THEN due.outstanding END", in: basics.currency)
            }
            return DocumentQuery(
                """
                WITH due AS (
                    SELECT payer_id, outstanding, \(today) - (document ->> 'submitted_on')::date AS days
                    FROM insurance_claim WHERE clinic_id = \(caller.clinic) AND outstanding > 0
                ), by_payer AS (
                    SELECT y.sort_name, payer_id, json_build_object(
                        'payer_id', payer_id, 'payer_name', min(y.document ->> 'name'), 'claims', count(*),
                        'up_to_30_days', \(sum(Int32.min, 30)), 'days_31_to_60', \(sum(31, 60)),
                        'days_61_to_90', \(sum(61, 90)), 'over_90_days', \(sum(91, Int32.max)),
                        'total', \(BillingQueries.sum("due.outstanding", in: basics.currency))) AS row
                    FROM due JOIN insurance_payer AS y USING (payer_id)
                    WHERE y.clinic_id = \(caller.clinic)
                    GROUP BY y.sort_name, payer_id
                )
                SELECT json_build_object(
                    'payers', coalesce(json_agg(row ORDER BY sort_name, payer_id), '[]'))
                FROM by_payer
                """, shape: .one, shows: .nobodys)
        }
    }
}
