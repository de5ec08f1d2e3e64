import Endpoints
import EventSourcing
import Identifiers
import SQL

/// The part of a patient search that finds patients whose names match with one typing error in a word.
extension PatientSearch {
    /// The maximum number of words in patients' names that are tried in place of one misspelt word of a search.
    private static let mostWords: Statement = "200"

    /// The patients who match only if one letter of a word is wrong, missing, superfluous, or exchanged with the next
    /// one. Several words may have such an error. These patients are searched only if the page has room for them.
    func similar(_ asked: [[String]], _ page: Page, _ clinic: UUIDBytes) -> Statement {
        let found = asked.indices.compactMap { similar(asked, misspelt: $0, page, clinic) }
        guard !found.isEmpty else { return "SELECT NULL::text AS sort_name, NULL::uuid AS patient_id WHERE false" }
        return """
            SELECT DISTINCT t.sort_name, t.patient_id
            FROM (\(found.joined(separator: " UNION ALL "))) AS t
            WHERE (SELECT count(*) FROM exact) <= \(page.limit)
            ORDER BY t.sort_name, t.patient_id
            LIMIT \(page.limit + 1)
            """
    }

    /// The patients who match one term of the search with a typing error only, the terms before it as typed, and those
    /// after it with an error or without one; `nil` if a typing error in this term is not tolerated. So each patient is
    /// found at the first term with an error.
    private func similar(
        _ asked: [[String]], misspelt place: Int, _ page: Page, _ clinic: UUIDBytes
    ) -> Statement? {
        guard !words(of: asked[place]).isEmpty else { return nil }
        let others =
            asked.indices.prefix(place).map { has(asked[$0], at: $0, clinic) }
            + asked.indices.dropFirst(place + 1).map { hasSimilar(asked[$0], at: $0, clinic) }
        let isTyped = hasTerm(ranges(of: asked[place], "o.term"), "t.patient_id", clinic)
        let filter: Statement = "\(after(page)) AND \(all(others, then: "NOT \(isTyped)"))"
        // If the search has no other term, a page needs only the first patients of each word. Otherwise all patients of
        // the words are compared with the other terms.
        let order: Statement =
            others.isEmpty ? "AND \(filter) ORDER BY t.sort_name, t.patient_id LIMIT \(page.limit + 1)" : ""
        return """
            SELECT t.sort_name, t.patient_id
            FROM (
                SELECT t.sort_name, t.patient_id
                FROM \(Self.meant(place)) AS meant CROSS JOIN LATERAL (
                    SELECT t.sort_name, t.patient_id FROM patient_term AS t
                    WHERE t.clinic_id = \(clinic) AND t.term = meant.term \(order)
                ) AS t
                LIMIT \(mostEntries)
            ) AS t
            WHERE \(others.isEmpty ? "true" : filter)
            """
    }

    /// The words of a search term with which a typing error is tolerated.
    func words(of beginnings: [String]) -> [String] { beginnings.compactMap(PatientTerms.tolerantWord) }

    /// The terms of the words in the names of the clinic's patients that differ from the typed words by one letter: the
    /// letter is missing, superfluous, another one, or exchanged with its neighbour. The typed words may be incomplete,
    /// so the other words may have more letters at the end. Words that begin as typed are left out.
    func terms(meantBy words: [String], _ clinic: UUIDBytes) -> Statement {
        let kind = String(PatientTerms.name)
        let shorter = Array(Set(words.flatMap(PatientTerms.spellings))).sorted()
        let areOthers = words.map { word -> Statement in
            "AND NOT (s.word >= \(word) AND s.word < \(end(of: word)))"
        }.joined(separator: " ")
        let order: Statement = "ORDER BY s.spelling, s.word LIMIT \(Self.mostWords)"
        let longer = words.map { word -> Statement in
            // A word of four letters is not taken for an incomplete one, since too many names would be similar.
            let limit: Statement =
                word.unicodeScalars.count > PatientTerms.tolerant.lowerBound ? "< \(end(of: word))" : "<= \(word)"
            return """
                (SELECT s.word FROM name_spelling AS s
                WHERE s.clinic_id = \(clinic) AND s.spelling >= \(word) AND s.spelling \(limit) \(areOthers) \(order))
                """
        }
        return """
            SELECT \(kind) || m.word FROM (
                (SELECT s.word FROM name_spelling AS s
                WHERE s.clinic_id = \(clinic) AND s.spelling = ANY (\(shorter)::text[]) \(areOthers) \(order))
                UNION ALL
                \(longer.joined(separator: " UNION ALL "))
                UNION ALL
                SELECT w FROM unnest(\(shorter)::text[]) AS w
            ) AS m (word)
            GROUP BY m.word
            """
    }

    /// The SQL condition that a patient found with a typing error belongs on this page or a later one.
    private func after(_ page: Page) -> Statement {
        guard page.after != nil else { return "true" }
        return """
            ((SELECT is_exact FROM last)
                OR (t.sort_name, t.patient_id) > (SELECT last.sort_name, last.patient_id FROM last))
            """
    }
}
