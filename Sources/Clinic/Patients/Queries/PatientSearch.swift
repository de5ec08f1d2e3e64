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

    /// The maximum number of entries of the index of search terms that a search with one term reads. If more patients
    /// share the term, such as one letter, only some of them are found.
    private static let mostRead = 8_000
    /// The maximum number of words in patients' names that are tried in place of one misspelt word of a search.
    private static let mostWords = 200

    /// The statement for a page of found patients: first those who match as typed, then those who match with a typing
    /// error, both sorted by name. Its cursor is a patient's id without the name, since cursors are in URLs and logs
    /// contain URLs.
    package func statement(in clinic: UUIDBytes, _ page: Page) -> Statement {
        guard let asked else { return everybody(in: clinic, page) }
        guard !asked.isEmpty else { return nobody }
        let limit = page.limit + 1
        return """
            WITH last AS MATERIALIZED (\(last(page, asked, clinic))),
            exact AS MATERIALIZED (
                SELECT DISTINCT t.sort_name, t.patient_id
                FROM (\(candidates(asked, clinic))) AS t
                WHERE \(others(asked, clinic)) AND \(after(page, exact: true))
                ORDER BY t.sort_name, t.patient_id
                LIMIT \(limit)
            ),
            misspelt AS MATERIALIZED (\(similar(asked, page, clinic)))
            SELECT coalesce(p.restricted_document, p.document), p.patient_id::text, p.patient_id
            FROM (
                SELECT 0 AS rank, sort_name, patient_id FROM exact
                UNION ALL
                SELECT 1, sort_name, patient_id FROM misspelt
            ) AS found
            JOIN patient AS p ON p.clinic_id = \(clinic) AND p.patient_id = found.patient_id
            ORDER BY found.rank, found.sort_name, found.patient_id
            LIMIT \(limit)
            """
    }

    // MARK: - Finding the patients who match a search as typed

    /// The entries of the index of search terms that begin with the first term of the search; at most `mostRead` if the
    /// search has no other term.
    private func candidates(_ asked: [[String]], _ clinic: UUIDBytes) -> Statement {
        let first: Statement = """
            SELECT t.sort_name, t.patient_id, t.term FROM patient_term AS t
            WHERE t.clinic_id = \(clinic) AND (\(ranges(of: asked[0], "t.term")))
            """
        guard asked.count == 1 else { return first }
        return "\(first) ORDER BY t.term, t.patient_id LIMIT \(Self.mostRead)"
    }

    /// The SQL condition that a patient matches, without a typing error, every term of the search except the first one.
    private func others(_ asked: [[String]], _ clinic: UUIDBytes) -> Statement {
        asked.dropFirst().reduce("true" as Statement) { all, beginnings in
            "\(all) AND \(has(beginnings, "t.patient_id", clinic))"
        }
    }

    private func has(_ beginnings: [String], _ patient: Statement, _ clinic: UUIDBytes) -> Statement {
        """
        EXISTS (
            SELECT FROM patient_term AS o
            WHERE o.clinic_id = \(clinic) AND o.patient_id = \(patient) AND (\(ranges(of: beginnings, "o.term"))))
        """
    }

    private func ranges(of beginnings: [String], _ column: Statement) -> Statement {
        beginnings.map { beginning -> Statement in
            "(\(column) >= \(beginning) AND \(column) < \(end(of: beginning)))"
        }.joined(separator: " OR ")
    }

    // MARK: - Finding the patients who match a search with a typing error

    /// The patients who match only if one letter of a word is wrong, missing, superfluous, or exchanged with the next
    /// one. Several words may have such an error. These patients are searched only if the page has room for them.
    private func similar(_ asked: [[String]], _ page: Page, _ clinic: UUIDBytes) -> Statement {
        // The search begins with a word that may be misspelt, since few patients have a name like it.
        let ordered =
            asked.filter { !words(of: $0).isEmpty } + asked.filter { words(of: $0).isEmpty }
        guard let first = ordered.first, !words(of: first).isEmpty else {
            return "SELECT sort_name, patient_id FROM patient WHERE false"
        }
        let rest = ordered.dropFirst().reduce("true" as Statement) { all, beginnings in
            "\(all) AND \(hasSimilar(beginnings, clinic))"
        }
        let isExact = asked.reduce("true" as Statement) { all, beginnings in
            "\(all) AND \(has(beginnings, "t.patient_id", clinic))"
        }
        return """
            SELECT DISTINCT t.sort_name, t.patient_id
            FROM (
                SELECT t.sort_name, t.patient_id FROM patient_term AS t
                WHERE t.clinic_id = \(clinic) AND t.term = ANY (ARRAY(\(meant(by: words(of: first), clinic))))
                \(union(first, asked.count, clinic))
            ) AS t
            WHERE (SELECT count(*) FROM exact) <= \(page.limit) AND \(rest) AND NOT (\(isExact)) AND \(after(page, exact: false))
            ORDER BY t.sort_name, t.patient_id
            LIMIT \(page.limit + 1)
            """
    }

    /// The patients who match the first term of the search as typed, since another term may be the misspelt one.
    private func union(_ first: [String], _ count: Int, _ clinic: UUIDBytes) -> Statement {
        guard count > 1 else { return "" }
        return """
            UNION ALL
            SELECT t.sort_name, t.patient_id FROM patient_term AS t
            WHERE t.clinic_id = \(clinic) AND (\(ranges(of: first, "t.term")))
            """
    }

    /// The SQL condition that a patient matches a search term, with a typing error or without one.
    private func hasSimilar(_ beginnings: [String], _ clinic: UUIDBytes) -> Statement {
        let words = words(of: beginnings)
        guard !words.isEmpty else { return has(beginnings, "t.patient_id", clinic) }
        return """
            (\(has(beginnings, "t.patient_id", clinic)) OR EXISTS (
                SELECT FROM patient_term AS o
                WHERE o.clinic_id = \(clinic) AND o.patient_id = t.patient_id
                    AND o.term = ANY (ARRAY(\(meant(by: words, clinic))))))
            """
    }

    private func words(of beginnings: [String]) -> [String] { beginnings.compactMap(PatientTerms.tolerantWord) }

    /// The terms of the words in the names of the clinic's patients that differ from the typed words by one letter: the
    /// letter is missing, superfluous, another one, or exchanged with its neighbour. The typed words may be incomplete,
    /// so the other words may have more letters at the end.
    private func meant(by words: [String], _ clinic: UUIDBytes) -> Statement {
        let kind = String(PatientTerms.name)
        let shorter = Array(Set(words.flatMap(PatientTerms.spellings))).sorted()
        let beginnings = words.map { word -> Statement in
            word.unicodeScalars.count > PatientTerms.tolerant.lowerBound
                ? "(s.spelling >= \(word) AND s.spelling < \(end(of: word)))" : "s.spelling = \(word)"
        }.joined(separator: " OR ")
        return """
            SELECT \(kind) || s.word FROM (
                SELECT s.word FROM name_spelling AS s
                WHERE s.clinic_id = \(clinic) AND (s.spelling = ANY (\(shorter)::text[]) OR \(beginnings))
                LIMIT \(Self.mostWords)
            ) AS s
            UNION
            SELECT \(kind) || w FROM unnest(\(shorter)::text[]) AS w
            """
    }

    // MARK: - Finding the pages of a patient search

    /// The last patient of the previous page of found patients, and whether this patient matched the search as typed.
    private func last(_ page: Page, _ asked: [[String]], _ clinic: UUIDBytes) -> Statement {
        guard let cursor = page.after else { return "SELECT NULL::text AS sort_name WHERE false" }
        let isExact = asked.reduce("true" as Statement) { all, beginnings in
            "\(all) AND \(has(beginnings, "p.patient_id", clinic))"
        }
        return """
            SELECT p.sort_name, p.patient_id, \(isExact) AS is_exact FROM patient AS p
            WHERE p.clinic_id = \(clinic) AND p.patient_id = \(cursor.values[0])::text::uuid
            """
    }

    private func after(_ page: Page, exact: Bool) -> Statement {
        guard page.after != nil else { return "true" }
        let later: Statement = "(t.sort_name, t.patient_id) > (SELECT sort_name, patient_id FROM last)"
        return exact
            ? "(SELECT is_exact FROM last) AND \(later)" : "((SELECT is_exact FROM last) OR \(later))"
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
    private func end(of beginning: String) -> String { beginning + "\u{10FFFF}" }
}
