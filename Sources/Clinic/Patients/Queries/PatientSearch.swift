import Endpoints
import EventSourcing
import Identifiers
import SQL

/// A search for patients by text that a user may still be typing. If few patients match, patients follow whose names
/// match with one typing error in a word.
package struct PatientSearch: Sendable {
    /// For each search term, the texts with which a term of a matching patient may begin; `nil` for a search for all
    /// patients.
    private let asked: [[String]]?

    package init(_ question: String?) {
        let question = question ?? ""
        guard !question.allSatisfy(\.isWhitespace) else {
            asked = nil
            return
        }
        // The longest term of a search is usually the rarest. The query finds patients by this term, and then checks
        // the other terms.
        asked = PatientTerms.asked(question).sorted { ($0.first?.utf8.count ?? 0) > ($1.first?.utf8.count ?? 0) }
    }

    /// The maximum number of patients with the first term of the search that are compared with its other terms for one
    /// page. It is part of the statement's text, since PostgreSQL plans the statement before it knows any value.
    static let mostCompared: Statement = "4000"
    /// The maximum number of patients that are read for each other term of the search.
    private static let mostHashed: Statement = "50000"

    /// The statement for a page of found patients: first those who match as typed, sorted by the term that matches the
    /// first term of the search and then by name; then those who match with a typing error, sorted by name. Its cursor
    /// is a patient's id without the name, since cursors are in URLs and logs contain URLs.
    package func statement(in clinic: UUIDBytes, _ page: Page) -> Statement {
        guard let asked else { return everybody(in: clinic, page) }
        guard !asked.isEmpty else { return nobody }
        let last = page.after.map { "last AS MATERIALIZED (\(last($0, asked, clinic)))," as Statement } ?? ""
        return """
            WITH \(last)
            exact AS MATERIALIZED (
                SELECT t.term, t.sort_name, t.patient_id
                FROM (\(entries(asked[0], clinic, page))) AS t
                WHERE \(isFirst(asked[0], clinic)) AND \(others(asked, clinic))
                ORDER BY t.term, t.sort_name, t.patient_id
                LIMIT \(page.limit + 1)
            ),
            misspelt AS MATERIALIZED (\(similar(asked, page, clinic)))
            SELECT coalesce(p.restricted_document, p.document), p.patient_id::text, p.patient_id
            FROM (
                SELECT 0 AS rank, term, sort_name, patient_id FROM exact
                UNION ALL
                SELECT 1, '', sort_name, patient_id FROM misspelt
            ) AS found
            JOIN patient AS p ON p.clinic_id = \(clinic) AND p.patient_id = found.patient_id
            ORDER BY found.rank, found.term, found.sort_name, found.patient_id
            LIMIT \(page.limit + 1)
            """
    }

    // MARK: - Finding the patients who match a search as typed

    /// The entries of the index of search terms that begin with a term of the search, in the order of this index: a page
    /// of results ends the scan. A page after another one begins at the entry of the other page's last patient.
    private func entries(_ beginnings: [String], _ clinic: UUIDBytes, _ page: Page) -> Statement {
        let order: Statement = "ORDER BY t.term, t.sort_name, t.patient_id LIMIT \(Self.mostCompared)"
        let parts = beginnings.map { beginning -> Statement in
            let start: Statement =
                page.after == nil
                ? "t.term >= \(beginning)"
                : """
                t.term >= (SELECT greatest(\(beginning), last.term) FROM last)
                    AND (t.term, t.sort_name, t.patient_id) > (SELECT last.term, last.sort_name, last.patient_id FROM last)
                """
            return """
                (SELECT t.term, t.sort_name, t.patient_id FROM patient_term AS t
                WHERE t.clinic_id = \(clinic) AND \(start) AND t.term < \(end(of: beginning))
                \(order))
                """
        }
        guard parts.count > 1 else { return parts[0] }
        return "SELECT t.term, t.sort_name, t.patient_id FROM (\(parts.joined(separator: " UNION ALL "))) AS t \(order)"
    }

    /// The SQL condition that no earlier entry of the patient begins with the term of the search, so that each patient
    /// is found once.
    private func isFirst(_ beginnings: [String], _ clinic: UUIDBytes) -> Statement {
        "NOT \(has("o.term < t.term AND (\(ranges(of: beginnings, "o.term")))", "t.patient_id", clinic))"
    }

    /// The SQL condition that a patient matches, without a typing error, every term of the search except the first one.
    private func others(_ asked: [[String]], _ clinic: UUIDBytes) -> Statement {
        asked.dropFirst().reduce("true" as Statement) { all, beginnings in
            "\(all) AND \(matches(beginnings, misspelt: [], clinic))"
        }
    }

    /// The SQL condition that a patient matches a term of the search as typed, or has one of the words `misspelt` with a
    /// typing error.
    ///
    /// The patients of a term are read once, and hashed: `coalesce` keeps PostgreSQL from making a join of it. Very many
    /// patients share one letter, so the patients are compared with it one by one, until a page is full.
    func matches(_ beginnings: [String], misspelt words: [String], _ clinic: UUIDBytes) -> Statement {
        guard beginnings.allSatisfy({ $0.count > 2 }) else {
            return has(ranges(of: beginnings, "o.term"), "t.patient_id", clinic)
        }
        var conditions = beginnings.map { ranges(of: [$0], "o.term") }
        if !words.isEmpty { conditions.append("o.term = ANY (ARRAY(\(meant(by: words, clinic))))") }
        let patients = conditions.map { condition -> Statement in
            "SELECT o.patient_id FROM patient_term AS o WHERE o.clinic_id = \(clinic) AND \(condition)"
        }.joined(separator: " UNION ALL ")
        return """
            coalesce(t.patient_id IN (
                SELECT o.patient_id FROM (\(patients)) AS o LIMIT \(Self.mostHashed)), false)
            """
    }

    /// The SQL condition that a patient has a search term that satisfies a condition on `o.term`.
    ///
    /// It is a scalar subquery and not `EXISTS`, which PostgreSQL would turn into a join that reads the terms of all
    /// patients.
    func has(_ condition: Statement, _ patient: Statement, _ clinic: UUIDBytes) -> Statement {
        """
        coalesce((
            SELECT true FROM patient_term AS o
            WHERE o.clinic_id = \(clinic) AND o.patient_id = \(patient) AND (\(condition)) LIMIT 1), false)
        """
    }

    func ranges(of beginnings: [String], _ column: Statement) -> Statement {
        beginnings.map { beginning -> Statement in
            "(\(column) >= \(beginning) AND \(column) < \(end(of: beginning)))"
        }.joined(separator: " OR ")
    }

    /// The SQL condition that a patient matches every term of the search without a typing error.
    func isExact(_ asked: [[String]], _ patient: Statement, _ clinic: UUIDBytes) -> Statement {
        asked.map { has(ranges(of: $0, "o.term"), patient, clinic) }.joined(separator: " AND ")
    }

    // MARK: - Finding the pages of a patient search

    /// The last patient of the previous page of found patients, with the patient's first term that begins with the first
    /// term of the search, and whether this patient matched the search as typed. If not, all patients who did are on
    /// previous pages, and the term is one after all terms.
    private func last(_ cursor: Cursor, _ asked: [[String]], _ clinic: UUIDBytes) -> Statement {
        """
        SELECT p.sort_name, p.patient_id, e.is_exact,
            CASE WHEN e.is_exact THEN (
                SELECT min(o.term) FROM patient_term AS o
                WHERE o.clinic_id = \(clinic) AND o.patient_id = p.patient_id AND (\(ranges(of: asked[0], "o.term")))
            ) ELSE \(end(of: "")) END AS term
        FROM patient AS p CROSS JOIN LATERAL (SELECT \(isExact(asked, "p.patient_id", clinic))) AS e (is_exact)
        WHERE p.clinic_id = \(clinic) AND p.patient_id = \(cursor.values[0])::text::uuid
        """
    }

    private func everybody(in clinic: UUIDBytes, _ page: Page) -> Statement {
        let after: Statement =
            page.after.map { cursor in
                """
                AND (p.sort_name, p.patient_id) > (
                    SELECT last.sort_name, last.patient_id FROM patient AS last
                    WHERE last.clinic_id = \(clinic) AND last.patient_id = \(cursor.values[0])::text::uuid)
                """
            } ?? ""
        return """
            SELECT coalesce(p.restricted_document, p.document), p.patient_id::text, p.patient_id
            FROM patient AS p
            WHERE p.clinic_id = \(clinic) AND p.sort_name > \(Patients.nameOfNobody) AND p.merged_into IS NULL \(after)
            ORDER BY p.sort_name, p.patient_id
            LIMIT \(page.limit + 1)
            """
    }

    private var nobody: Statement { "SELECT document, patient_id::text, patient_id FROM patient WHERE false" }

    /// The end of the range of texts that begin with `beginning`. In "C" order, all texts that begin with `mul` lie
    /// between `mul` and `mul` followed by the last character.
    func end(of beginning: String) -> String { beginning + "\u{10FFFF}" }
}
