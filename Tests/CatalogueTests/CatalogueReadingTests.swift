import Catalogue
import JSON
import Testing

/// Tests how a catalogue's file is read, and which studies changed since a version.
@Suite struct CatalogueReadingTests {
    private static func study(_ id: String, _ name: String, _ changedIn: String, withdrawn: Bool = false) -> String {
        """
        {"id":"00000000-0000-4000-8000-0000000000\(id)","version":1,"name":"\(name)","category":"liver",\
        "reference_ranges":[{"low":1}],"changed_in":"\(changedIn)","is_withdrawn":\(withdrawn)}
        """
    }

    private static func drug(_ id: String, _ name: String, atc: String = "J01CA04", quantities: Int = 1) -> String {
        let list = Array(repeating: #"{"value":0.25,"unit":"mg"}"#, count: quantities).joined(separator: ",")
        return """
            {"id":"00000000-0000-4000-8000-0000000000\(id)","version":1,"name":"\(name)","atc_codes":["\(atc)"],\
            "ingredients":["\(name)"],"allergy_groups":["penicillins"],"requires_prescription":true,\
            "presentations":[{"form":"tablet","route":"oral","strengths":[{"quantities":[\(list)]}]}]}
            """
    }

    private func read(drugs: [String] = [], studies: [String] = []) throws -> Catalogue {
        let text = """
            {"version":"2026.10","drugs":[\(drugs.joined(separator: ","))],"studies":[\(studies.joined(separator: ","))]}
            """
        return try Catalogue(reading: Array(text.utf8))
    }

    private func issue(drugs: [String] = [], studies: [String] = []) -> DecodingProblem? {
        do {
            _ = try read(drugs: drugs, studies: studies)
            return nil
        } catch { return error as? DecodingProblem }
    }

    @Test func `the drugs of a catalogue are sorted by name when the catalogue is read`() throws {
        let catalogue = try read(drugs: [Self.drug("01", "b"), Self.drug("02", "A")])
        #expect(catalogue.drugs.map(\.name) == ["A", "b"])
        #expect(catalogue.drugs[0].presentations[0].strengths[0].quantities[0].thousandths == 250)
        #expect(catalogue.drugs.allSatisfy { !$0.isWithdrawn })
    }

    @Test func `a catalogue's file with an error is refused, and the refusal names the place of the error`() {
        #expect(issue(drugs: [Self.drug("01", "a", atc: "J01CA4")])?.pointer == "/drugs/0/atc_codes/0")
        #expect(issue(drugs: [Self.drug("01", "a", atc: "J01ca04")])?.code == "bad_format")
        #expect(issue(drugs: [Self.drug("01", "a", quantities: 2)])?.code == "quantities_do_not_fit")
        #expect(issue(drugs: [Self.drug("01", "a"), Self.drug("01", "b")])?.code == "repeated_id")
        #expect(issue(drugs: [Self.drug("01", "a"), Self.drug("02", "a")])?.code == "repeated_name")
        #expect(issue(studies: [Self.study("01", "a", "2027.1")])?.code == "changed_later")
        #expect(issue(studies: [Self.study("01", "a", "2027")])?.pointer == "/studies/0/changed_in")
    }

    @Test func `a list of the studies that changed after a version includes withdrawn studies`() throws {
        let catalogue = try read(
            studies: [
                Self.study("01", "a", "2026.1"), Self.study("02", "b", "2026.9"),
                Self.study("03", "c", "2026.10", withdrawn: true),
            ])
        #expect(catalogue.studies(changedSince: "2026.1").map(\.name) == ["b", "c"])
        #expect(catalogue.studies(changedSince: "2026.9").map(\.name) == ["c"])
        #expect(catalogue.studies(changedSince: "2026.10").isEmpty)
    }

    @Test func `a client with a version that the catalogue never had gets all studies`() throws {
        let catalogue = try read(studies: [Self.study("01", "a", "2026.1")])
        for text in ["", "0", "2026", "2026.11", "2027.1", "2026.-1", "2026.0", "9999999999999999999999.1", "x.y"] {
            #expect(catalogue.studies(changedSince: text).count == 1, "\(text)")
        }
    }
}
