import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// The filters of the front desk's list of invoices.
struct InvoiceFilter: Sendable {
    let status: InvoiceDocument.Status?
    let patient: ID<Patient>?
    let number: String?
    let from, to: CivilDate?
    let doctor: ID<StaffMember>?
    let isOverdue: Bool?

    /// The SQL that limits a WHERE clause to rows `i` of the table `invoice` that satisfy all filters.
    ///
    /// - Parameter today: the present day by the clinic's calendar; an invoice that was due before it is overdue.
    func condition(in clinic: UUIDBytes, today: CivilDate) -> Statement {
        let inStatus: Statement = status.map { "AND i.status = \($0.rawValue)" as Statement } ?? ""
        let ofPatient: Statement = PersonRecords.filter("i.patient_id", of: patient, in: clinic)
        let numbered: Statement = number.map { "AND i.number LIKE \($0 + "%")" as Statement } ?? ""
        let since: Statement = from.map { "AND i.issued_on >= \($0)" as Statement } ?? ""
        let until: Statement = to.map { "AND i.issued_on <= \($0)" as Statement } ?? ""
        var byDoctor: Statement = ""
        if let doctor {
            byDoctor = """
                AND EXISTS (
                    SELECT FROM appointment AS a
                    WHERE a.clinic_id = i.clinic_id AND a.appointment_id = (i.document ->> 'appointment_id')::uuid
                        AND a.doctor_id = \(doctor))
                """
        }
        let overdue: Statement = "i.balance > 0 AND i.status <> 'void' AND (i.document ->> 'due_on')::date < \(today)"
        let isLate: Statement = isOverdue.map { $0 ? "AND \(overdue)" : "AND NOT (\(overdue))" } ?? ""
        return "\(inStatus) \(ofPatient) \(numbered) \(since) \(until) \(byDoctor) \(isLate)"
    }
}

extension Codec where Value == String {
    /// The filter by the beginning of an invoice's or a receipt's number, for the front desk's lists.
    static var numberFilter: Codec {
        .string(min: 1, max: 40, pattern: "^[0-9A-Z-]+$", detail: "digits, capital letters and hyphens") { text in
            text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) || $0 == 0x2d }
        }.described("Only those whose number begins so, such as `2026-0000`.")
    }
}

extension Codec where Value == CivilDate {
    static var fromFilter: Codec { .date.described("Only from this day on, by the clinic's calendar.") }
    static var toFilter: Codec { .date.described("Only until this day (inclusive), by the clinic's calendar.") }
}

/// The sums of a filtered list of invoices.
struct InvoiceTotals: Sendable {
    let count: Int64
    let total, paid, balance: Money

    static let codec = object(
        InvoiceTotals.init(count:total:paid:balance:),
        field("count", \.count, .int64.described("The number of invoices.")),
        field("total", \.total, Money.codec.described("The sum of their totals; void ones count as zero.")),
        field("paid", \.paid, Money.codec.described("The sum of the payments for them.")),
        field("balance", \.balance, Money.codec.described("The sum that is still to be paid on them."))
    ).described("The sums of a list of invoices.").named("InvoiceTotals")
}

extension BillingQueries {
    /// A query for a page of invoices with the cards of their patients, for the front desk.
    static func invoices(_ clinic: UUIDBytes, _ page: Page, _ filter: InvoiceFilter) -> ModelQuery {
        { model, now throws(Problem) in
            let before: Statement = page.after.map { "AND i.number < \($0.values[0])" as Statement } ?? ""
            return DocumentQuery(
                """
                SELECT json_build_object('document', i.document, 'patient', p.card), i.number, i.patient_id
                FROM invoice AS i LEFT JOIN patient AS p USING (clinic_id, patient_id)
                WHERE i.clinic_id = \(clinic) \(filter.condition(in: clinic, today: model[.basics].zone.date(of: now))) \(before)
                ORDER BY i.number DESC LIMIT \(Int64(page.limit + 1))
                """, shape: .page(limit: page.limit, cursorColumns: 1), shows: .inLastColumn, form: ListedInvoice.answer
            )
        }
    }

    static func totals(_ clinic: UUIDBytes, _ filter: InvoiceFilter) -> ModelQuery {
        { model, now throws(Problem) in
            let basics = model[.basics]
            let charged: Statement =
                "CASE WHEN i.status <> 'void' THEN (i.document -> 'total' ->> 'amount')::bigint END"
            return totals(
                of: Identifier("invoice"), in: clinic,
                where: filter.condition(in: clinic, today: basics.zone.date(of: now)), filter.patient,
                basics.currency,
                [
                    ("total", charged), ("paid", "(i.document ->> 'paid')::bigint"), ("balance", "i.balance"),
                ])
        }
    }
}

extension BillingQueries {
    /// A query for the number of rows of a list and for some sums over them. It returns the same document in several
    /// rows, one for each record whose data the document shows.
    ///
    /// - Parameters:
    ///   - condition: the SQL that limits the rows `i` of `table`; it begins with `AND`, or is empty.
    ///   - patient: the patient to whom the list is limited, for the access log; `nil` for all patients.
    ///   - sums: for each sum its name, and its value in one row in minor units.
    static func totals(
        of table: Identifier, in clinic: UUIDBytes, where condition: Statement, _ patient: ID<Patient>?,
        _ currency: Currency, _ sums: [(name: String, value: Statement)]
    ) -> DocumentQuery {
        let members = sums.map { "\($0.name)::text, \(sum($0.value, in: currency))" as Statement }
        return DocumentQuery(
            """
            SELECT totals.document, shown.patient_id
            FROM (
                SELECT json_build_object('count', count(*), \(members.joined())) AS document
                FROM \(table) AS i WHERE i.clinic_id = \(clinic) \(condition)
            ) AS totals
            LEFT JOIN (\(records(shownFor: patient, in: clinic))) AS shown ON true
            """, shape: .one, shows: .inLastColumn)
    }

    /// The SQL of an amount in JSON: the sum of `value`, which is in minor units, over all rows; 0 if there is none.
    static func sum(_ value: Statement, in currency: Currency) -> Statement {
        "json_build_object('amount', coalesce(sum(\(value)), 0), 'currency', \(currency.code))"
    }
}

/// An invoice with the card of its patient, as the front desk's list reads both from the database.
struct ListedInvoice: Sendable {
    let document: InvoiceDocument
    let patient: PatientCard?

    static let codec = object(
        ListedInvoice.init(document:patient:), field("document", \.document, Invoices.codec),
        optionalField("patient", \.patient, PatientCard.codec))

    static let answer = AnswerForm(of: codec, as: InvoiceAnswer.codec) { InvoiceAnswer($0.document, of: $0.patient) }
}
