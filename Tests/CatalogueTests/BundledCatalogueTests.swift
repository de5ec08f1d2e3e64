import Catalogue
import JSON
import Testing

/// Tests the catalogue that is built into the program.
@Suite struct BundledCatalogueTests {
    private let catalogue: Catalogue

    init() throws { catalogue = try Catalogue.bundled() }

    private func drug(_ name: String) throws -> Drug {
        try #require(catalogue.drugs.first { $0.name == name }, "\(name)")
    }

    @Test func `the bundled catalogue can be read, with at least 150 drugs and 40 studies`() {
        #expect(catalogue.drugs.count >= 150)
        #expect(catalogue.studies.count >= 40)
    }

    @Test func `the bundled catalogue is the same after it is written and read again`() throws {
        let bytes = Catalogue.codec.bytes(catalogue)
        let again = try Catalogue(reading: bytes)
        #expect(again.drugs == catalogue.drugs)
        #expect(again.studies == catalogue.studies)
        #expect(again.version == catalogue.version)
    }

    @Test func `no two drugs of the bundled catalogue share an ATC code`() {
        let codes = catalogue.drugs.flatMap(\.atcCodes)
        #expect(Set(codes).count == codes.count)
    }

    @Test func `every drug of the bundled catalogue has the allergy groups that follow from its ATC codes`() {
        for drug in catalogue.drugs {
            let missing = catalogue.allergyGroups(of: drug.atcCodes).filter { !drug.allergyGroups.contains($0) }
            #expect(missing == [], "\(drug.name)")
        }
    }

    @Test func `the name of a drug of the bundled catalogue consists of the names of its ingredients`() {
        for drug in catalogue.drugs { #expect(drug.name == drug.ingredients.joined(separator: " + ")) }
    }

    @Test func `a drug of the bundled catalogue has no pair of form and route twice, and only gases have no strength`()
    {
        for drug in catalogue.drugs {
            let forms = drug.presentations.map { "\($0.form) \($0.route)" }
            #expect(Set(forms).count == forms.count, "\(drug.name)")
            for presentation in drug.presentations where presentation.strengths.isEmpty {
                #expect(presentation.route == .inhaled && presentation.form == .other, "\(drug.name)")
            }
        }
    }

    @Test func `drugs that are important before a dental treatment are in the bundled catalogue with their ATC codes`()
        throws
    {
        for (name, code) in [
            ("warfarin", "B01AA03"), ("apixaban", "B01AF02"), ("alendronic acid", "M05BA04"), ("denosumab", "M05BX04"),
            ("amoxicillin", "J01CA04"), ("clindamycin", "J01FF01"), ("ibuprofen", "M01AE01"), ("metformin", "A10BA02"),
            ("articaine + epinephrine", "N01BB58"), ("sertraline", "N06AB06"), ("amlodipine", "C08CA01"),
        ] { #expect(try drug(name).atcCodes.contains(code), "\(name)") }
    }

    @Test func `penicillins, NSAIDs, amide and ester local anaesthetics are in different allergy groups`() throws {
        #expect(try drug("amoxicillin + clavulanic acid").allergyGroups == [.penicillins])
        #expect(try drug("ibuprofen").allergyGroups == [.nsaids])
        #expect(try drug("lidocaine").allergyGroups == [.amideLocalAnaesthetics])
        #expect(try drug("benzocaine").allergyGroups == [.esterLocalAnaesthetics])
    }

    @Test func `every study of the bundled catalogue has either reference ranges or a word as its expected result`() {
        for study in catalogue.studies {
            #expect(study.referenceRanges.isEmpty == (study.expectedResult != nil), "\(study.name)")
            let sexes = study.referenceRanges.map(\.sex)
            #expect(Set(sexes).count == sexes.count && (sexes.count <= 1 || !sexes.contains(nil)), "\(study.name)")
        }
        for name in ["INR", "HbA1c", "CRP"] { #expect(catalogue.studies.contains { $0.abbreviation == name }) }
    }
}
