public import Endpoints
public import EventSourcing
public import Identifiers
import JSON
import SQL

/// The number of invoices that are not fully paid and have the same `age`, and the sum that is open on them. The age
/// says that an invoice is not due yet, or gives a range for the number of days since it was due.
public struct Receivable: Sendable {
    enum Age: String, Hashable, Sendable, CaseIterable {
        case notDue = "not_due"
        case upTo30 = "1_to_30_days"
        case upTo60 = "31_to_60_days"
        case upTo90 = "61_to_90_days"
        case older = "over_90_days"
    }

    let age: Age
    let invoices: Int64
    let total: Money

    static let codec = object(
        Receivable.init(age:invoices:total:),
        field("age", \.age, .stringEnum.described("How long the invoices have been due.")),
        field("invoices", \.invoices, .int64.described("The number of invoices that are not fully paid.")),
        field("total", \.total, Money.codec.described("The sum that is still to be paid on them."))
    ).described("The sum that is still to be paid, by age.").named("ReceivablesByAge")
}

extension Receivable {
    /// The columns of the receivables as a CSV file, in order.
    public static let columns = ["age", "invoices", "total.amount", "total.currency"]

    /// A query for one row for each age: its name and its number in the order of ages, the number of invoices, and the
    /// sum that is still to be paid on them.
    static func byAge(_ clinic: UUIDBytes, on today: CivilDate) -> Statement {
        """
        SELECT age.name, age.number, count(due.balance) AS invoices, coalesce(sum(due.balance), 0)::bigint AS total
        FROM (VALUES ('not_due', 1, -2147483648, 0), ('1_to_30_days', 2, 1, 30), ('31_to_60_days', 3, 31, 60),
                ('61_to_90_days', 4, 61, 90), ('over_90_days', 5, 91, 2147483647)
            ) AS age (name, number, first, last)
            LEFT JOIN (
                SELECT balance, \(today) - (document ->> 'due_on')::date AS days
                FROM invoice WHERE clinic_id = \(clinic) AND balance > 0
            ) AS due ON due.days BETWEEN age.first AND age.last
        GROUP BY age.name, age.number
        """
    }

    /// The query for the receivables of today, by age.
    public static func query(
        _ clinic: UUIDBytes
    ) -> @Sendable (inout DecisionModel<ClinicEvent>, Instant) throws(Problem) -> DocumentQuery {
        { model, now throws(Problem) in
            let basics = model[.basics]
            return DocumentQuery(
                """
                SELECT json_build_object('age', aged.name, 'invoices', aged.invoices,
                    'total', json_build_object('amount', aged.total, 'currency', \(basics.currency.code)))
                FROM (\(byAge(clinic, on: basics.zone.date(of: now)))) AS aged
                ORDER BY aged.number
                """, shape: .page(limit: Age.allCases.count, cursorColumns: 0), shows: .nobodys)
        }
    }
}

extension DashboardAPI {
    static let listReceivables = Endpoint<ClinicAction>(
        .get, "/api/v1/admin/reports/receivables", id: "listReceivables", summary: "List what is to be paid, by age",
        details: "The present sums, one entry for each age.", tag: "Dashboard", for: AdminOnly.self,
        answers: [.page(of: Receivable.codec, "The ages, as one page")], caching: .privateETag(maxAge: 0)
    ) { caller in .query(Receivable.query(caller.clinic)) }
}
