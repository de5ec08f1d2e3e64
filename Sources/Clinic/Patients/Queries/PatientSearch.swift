import Endpoints
import EventSourcing
import Identifiers
import SQL

/// A search for patients by text that a user may still be typing. If few patients match, patients follow whose names
/// match with one typing error in a word.
package struct PatientSearch: Sendable {
    /// For each search term, the texts with which a term of a matching patient may begin; `nil` for a search for all
    /// patients.
    let asked: [[String]]?
    /// The maximum number of entries of the index of search terms that are read for one term and one page. It is part of
    /// the statement's text, since PostgreSQL plans the statement before it knows any value.
    let mostEntries: Statement

    package init(_ question: String?, mostEntries: Statement = "10000") {
        self.mostEntries = mostEntries
        let question = question ?? ""
        guard !question.allSatisfy(\.isWhitespace) else {
            asked = nil
            return
        }
        // The query finds patients by the term that probably fewest patients share, and compares them with the other
        // terms.
        let terms = PatientTerms.asked(question).enumerated().map { place, beginnings in
            (beginnings: beginnings, order: (-Self.rarity(beginnings), place))
        }
        asked = terms.sorted { $0.order < $1.order }.map(\.beginnings)
    }

    /// A number that is larger for terms that fewer patients share. Two digits tell patients apart about as well as four
    /// letters of a name do.
    private static func rarity(_ beginnings: [String]) -> Int {
        let shortest = beginnings.min { $0.utf8.count < $1.utf8.count } ?? ""
        return shortest.first == PatientTerms.name
            ? shortest.unicodeScalars.count - 1 : 2 * shortest.utf8.count { (0x30...0x39).contains($0) }
    }

    /// The statement for a page of found patients: first those who match as typed, sorted by the term that matches the
    /// rarest term of the search and then by name; then those who match with a typing error, sorted by name. Its cursor
    /// is a patient's id without the name, since cursors are in URLs and logs contain URLs.
    package func statement(in clinic: UUIDBytes, _ page: Page) -> Statement {
        guard let asked else { return everybody(in: clinic, page) }
        guard !asked.isEmpty else { return nobody }
        var parts: [Statement] = page.after.map { ["last AS MATERIALIZED (\(last($0, asked, clinic)))"] } ?? []
        for (place, beginnings) in asked.enumerated() { parts += patients(of: beginnings, at: place, clinic) }
        let further = asked.enumerated().dropFirst().map { has($1, at: $0, clinic) }
        parts.append(
            """
            exact AS MATERIALIZED (
                SELECT t.term, t.sort_name, t.patient_id
                FROM (\(entries(asked[0], clinic, page))) AS t
                WHERE \(all(further, then: isFirst(asked[0], clinic)))
                ORDER BY t.term, t.sort_name, t.patient_id
                LIMIT \(page.limit + 1)
            )
            """)
        parts.append("misspelt AS MATERIALIZED (\(similar(asked, page, clinic)))")
        return """
            WITH \(parts.joined())
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
        let order: Statement = "ORDER BY t.term, t.sort_name, t.patient_id LIMIT \(mostEntries)"
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
        "NOT \(hasTerm("o.term < t.term AND (\(ranges(of: beginnings, "o.term")))", "t.patient_id", clinic))"
    }

    /// The SQL condition that is true if `conditions` and `last` are. PostgreSQL checks `last` at the end, since it reads
    /// an index for each patient.
    func all(_ conditions: [Statement], then last: Statement) -> Statement {
        guard !conditions.isEmpty else { return last }
        return "CASE WHEN \(conditions.joined(separator: " AND ")) THEN \(last) ELSE false END"
    }

    /// The patients of a term of the search, for `has` and `hasSimilar`. PostgreSQL reads them when a condition needs
    /// them first, and not at all if none does.
    private func patients(of beginnings: [String], at place: Int, _ clinic: UUIDBytes) -> [Statement] {
        let typed = beginnings.map { "\(entriesOfPatients(clinic)) AND \(ranges(of: [$0], "o.term"))" as Statement }
            .joined(separator: " UNION ALL ")
        let asTyped: Statement = """
            \(Self.typed(place)) AS MATERIALIZED (
                SELECT o.patient_id FROM (\(typed)) AS o LIMIT \(mostEntries) + 1)
            """
        let words = words(of: beginnings)
        guard !words.isEmpty else { return [asTyped] }
        let meant: Statement = "\(Self.meant(place)) (term) AS MATERIALIZED (\(terms(meantBy: words, clinic)))"
        let tolerated: Statement = """
            \(Self.tolerated(place)) AS MATERIALIZED (
                SELECT o.patient_id FROM (
                    SELECT patient_id FROM \(Self.typed(place))
                    UNION ALL
                    \(entriesOfPatients(clinic)) AND \(isMeant(at: place))
                ) AS o LIMIT \(mostEntries) + 1)
            """
        return [asTyped, meant, tolerated]
    }

    private func entriesOfPatients(_ clinic: UUIDBytes) -> Statement {
        "SELECT o.patient_id FROM patient_term AS o WHERE o.clinic_id = \(clinic)"
    }

    /// The SQL condition that a patient matches a term of the search without a typing error.
    func has(_ beginnings: [String], at place: Int, _ clinic: UUIDBytes) -> Statement {
        isAmong(Self.typed(place), or: ranges(of: beginnings, "o.term"), clinic)
    }

    /// The SQL condition that a patient matches a term of the search, with a typing error or without one.
    func hasSimilar(_ beginnings: [String], at place: Int, _ clinic: UUIDBytes) -> Statement {
        guard !words(of: beginnings).isEmpty else { return has(beginnings, at: place, clinic) }
        return isAmong(
            Self.tolerated(place), or: "\(ranges(of: beginnings, "o.term")) OR \(isMeant(at: place))", clinic)
    }

    private func isMeant(at place: Int) -> Statement { "o.term = ANY (ARRAY(SELECT term FROM \(Self.meant(place))))" }

    /// The SQL condition that a patient is among the patients of a term. PostgreSQL hashes these patients. If they are
    /// too many to be read, the condition is checked for each patient.
    private func isAmong(_ patients: Identifier, or condition: Statement, _ clinic: UUIDBytes) -> Statement {
        """
        CASE WHEN (SELECT count(*) FROM \(patients)) <= \(mostEntries)
            THEN t.patient_id IN (SELECT patient_id FROM \(patients))
            ELSE \(hasTerm(condition, "t.patient_id", clinic)) END
        """
    }

    /// The table of the patients who match a term as typed.
    private static func typed(_ place: Int) -> Identifier { Identifier("typed").numbered(UInt32(place)) }
    /// The table of the patients who match a term as typed or with a typing error.
    private static func tolerated(_ place: Int) -> Identifier { Identifier("tolerated").numbered(UInt32(place)) }
    /// The table of the search terms that a misspelt term of the search may mean.
    static func meant(_ place: Int) -> Identifier { Identifier("meant").numbered(UInt32(place)) }

    /// The SQL condition that a patient has a search term that satisfies a condition on `o.term`.
    ///
    /// It is a scalar subquery and not `EXISTS`, which PostgreSQL would turn into a join that reads the terms of all
    /// patients.
    func hasTerm(_ condition: Statement, _ patient: Statement, _ clinic: UUIDBytes) -> Statement {
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
    private func isExact(_ asked: [[String]], _ patient: Statement, _ clinic: UUIDBytes) -> Statement {
        asked.map { hasTerm(ranges(of: $0, "o.term"), patient, clinic) }.joined(separator: " AND ")
    }

    // MARK: - Finding the pages of a patient search

    /// The last patient of the previous page of found patients, with the patient's first term that begins with the first
    /// term of the search, and whether this patient matches the search as typed. If not, the previous pages have all
    /// patients who do, and the term is one after all terms.
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
