import Catalogue
import Identifiers
import Testing

/// Tests the search for drugs.
@Suite struct DrugSearchTests {
    private static func drug(_ number: UInt64, _ ingredients: String..., isWithdrawn: Bool = false) throws -> Drug {
        try Drug(
            id: ID(UUIDBytes(high: 0, low: number)), version: 1, name: ingredients.joined(separator: " + "),
            atcCodes: ["A01AA01"], ingredients: ingredients, allergyGroups: [], requiresPrescription: true,
            presentations: [], isWithdrawn: isWithdrawn)
    }

    private let drugs: [Drug]
    private let search: DrugSearch

    init() throws {
        drugs = [
            try Self.drug(1, "acetylsalicylic acid"), try Self.drug(2, "amoxicillin"),
            try Self.drug(3, "amoxicillin", "clavulanic acid"), try Self.drug(4, "ibuprofen"),
            try Self.drug(5, "ibutane", isWithdrawn: true), try Self.drug(6, "métamizole"),
        ]
        search = DrugSearch(drugs)
    }

    private func names(_ text: String) -> [String] { search.places(text).map { drugs[$0].name } }

    @Test func `a search finds drugs by the beginning of their name, in the order of the names`() {
        #expect(names("amox") == ["amoxicillin", "amoxicillin + clavulanic acid"])
        #expect(names("oxicillin") == [])
    }

    @Test func `a search finds drugs by the beginning of an ingredient and of a later word of the drug's name`() {
        #expect(names("clavul") == ["amoxicillin + clavulanic acid"])
        #expect(names("acid") == ["acetylsalicylic acid", "amoxicillin + clavulanic acid"])
        #expect(names("acetylsalicylic  ac") == ["acetylsalicylic acid"])
    }

    @Test func `a search for drugs ignores case and diacritics, in the searched text and in the names`() {
        #expect(names(" IBÚPROFÈN") == ["ibuprofen"])
        #expect(names("metamizole") == ["métamizole"])
        #expect(names("me\u{301}tam") == ["métamizole"])
    }

    @Test func `a search for drugs does not find withdrawn drugs`() {
        #expect(names("ibu") == ["ibuprofen"])
        #expect(names("") == drugs.filter { !$0.isWithdrawn }.map(\.name))
    }

    @Test func `a search for drugs by a text that is in no name finds nothing`() {
        for text in ["zzz", "%", "amoxicillin \u{0}", String(repeating: "a", count: 100)] {
            #expect(names(text) == [], "\(text)")
        }
    }

    @Test func `a search for drugs finds a combination by its name, even if a plus sign arrives as a space`() {
        for text in ["amoxicillin + clav", "amoxicillin   clav", "amoxicillin+clav"] {
            #expect(names(text) == ["amoxicillin + clavulanic acid"], "\(text)")
        }
    }
}
