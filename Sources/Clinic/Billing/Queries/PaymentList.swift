import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// The filters of the front desk's list of payments.
struct PaymentFilter: Sendable {
    let patient: ID<Patient>?
    let method: PaymentMethod?
    let number: String?
    let from, to: CivilDate?

    /// The SQL that limits a WHERE clause to rows `i` of the table `payment` that satisfy all filters.
    func condition(in clinic: UUIDBytes, _ zone: ClinicZone) -> Statement {
        let ofPatient: Statement = PersonRecords.filter("i.patient_id", of: patient, in: clinic)
        let byMethod: Statement = method.map { "AND i.method = \($0.rawValue)" as Statement } ?? ""
        let numbered: Statement = number.map { "AND i.document ->> 'number' LIKE \($0 + "%")" as Statement } ?? ""
        let since: Statement =
            from.map { "AND i.received_at >= \(zone.bounds(of: $0).lowerBound)" as Statement } ?? ""
        let until: Statement = to.map { "AND i.received_at < \(zone.bounds(of: $0).upperBound)" as Statement } ?? ""
        return "\(ofPatient) \(byMethod) \(numbered) \(since) \(until)"
    }
}

/// The sums of a filtered list of payments.
struct PaymentTotals: Sendable {
    let count: Int64
    let received, refunded, credit: Money

    static let codec = object(
        PaymentTotals.init(count:received:refunded:credit:),
        field("count", \.count, .int64.described("The number of payments, without those entered in error.")),
        field("received", \.received, Money.codec.described("The sum of their amounts.")),
        field(
            "refunded", \.refunded, Money.codec.described("The money that was paid out for their refunds until now.")),
        field("credit", \.credit, Money.codec.described("The sum of the parts that are left as credit."))
    ).described("The sums of a list of payments.").named("PaymentTotals")
}

extension BillingAPI {
    static let listPayments = Endpoint<ClinicAction>(
        .get, "/api/v1/payments", id: "listPayments", summary: "List payments, the latest first",
        details: "Each with name and birth date of its patient.",
        tag: "Billing",
        for: FrontDesk.self, takes: .page(key: [.second, .uuid]),
        .optionalQuery("patient_id", .id().described("Only payments of this patient.")),
        .optionalQuery("method", .stringEnum.described("Only payments of this method.")),
        .optionalQuery("number", .numberFilter), .optionalQuery("from", .fromFilter),
        .optionalQuery("to", .toFilter),
        answers: [.page(of: PaymentAnswer.codec, "A page of payments")]
    ) { caller, page, patient, method, number, from, to throws(Problem) in
        .query(
            BillingQueries.payments(
                caller.clinic, page,
                PaymentFilter(patient: patient, method: method, number: number, from: from, to: to)))
    }

    static let getPaymentTotals = Endpoint<ClinicAction>(
        .get, "/api/v1/payments/totals", id: "getPaymentTotals", summary: "Show the sums of a list of payments",
        details: "The filters are those of `GET /api/v1/payments`.", tag: "Billing", for: FrontDesk.self,
        takes: .optionalQuery("patient_id", .id().described("Only payments of this patient.")),
        .optionalQuery("method", .stringEnum.described("Only payments of this method.")),
        .optionalQuery("number", .numberFilter), .optionalQuery("from", .fromFilter),
        .optionalQuery("to", .toFilter), answers: [.ok(PaymentTotals.codec, "The sums")]
    ) { caller, patient, method, number, from, to throws(Problem) in
        .query(
            BillingQueries.totals(
                caller.clinic,
                PaymentFilter(patient: patient, method: method, number: number, from: from, to: to)))
    }
}

extension BillingQueries {
    static func payments(_ clinic: UUIDBytes, _ page: Page, _ filter: PaymentFilter) -> ModelQuery {
        { model, _ throws(Problem) in
            var before: Statement = ""
            if let values = page.after?.values, let second = Int64(values[0]), let id = UUIDBytes(values[1]) {
                before = "AND (i.received_at, i.payment_id) < (to_timestamp(\(second)), \(id))"
            }
            return DocumentQuery(
                """
                SELECT json_build_object('document', i.document, 'patient', p.card),
                    extract(epoch FROM i.received_at)::bigint::text, i.payment_id::text, i.patient_id
                FROM payment AS i LEFT JOIN patient AS p USING (clinic_id, patient_id)
                WHERE i.clinic_id = \(clinic) \(filter.condition(in: clinic, model[.basics].zone)) \(before)
                ORDER BY i.received_at DESC, i.payment_id DESC LIMIT \(Int64(page.limit + 1))
                """, shape: .page(limit: page.limit, cursorColumns: 2), shows: .inLastColumn, form: ListedPayment.answer
            )
        }
    }

    static func totals(_ clinic: UUIDBytes, _ filter: PaymentFilter) -> ModelQuery {
        { model, _ throws(Problem) in
            let basics = model[.basics]
            let received: Statement = "(i.document -> 'amount' ->> 'amount')::bigint"
            return totals(
                of: Identifier("payment"), in: clinic,
                where: "AND i.document ->> 'in_error' IS NULL \(filter.condition(in: clinic, basics.zone))",
                filter.patient,
                basics.currency,
                [
                    ("received", received), ("refunded", "\(received) - i.net_amount"),
                    ("credit", "(i.document ->> 'credit')::bigint"),
                ])
        }
    }
}

/// A payment and its patient's card (name, birth date, phone), as the front desk's list reads both from the database.
struct ListedPayment: Sendable {
    let document: PaymentDocument
    let patient: PatientCard?

    static let codec = object(
        ListedPayment.init(document:patient:), field("document", \.document, Payments.codec),
        optionalField("patient", \.patient, PatientCard.codec))

    static let answer = AnswerForm(of: codec, as: PaymentAnswer.codec) { PaymentAnswer($0.document, of: $0.patient) }
}
