import Catalogue
import Foundation
import Identifiers
import JSON
import Testing

/// Tests the import of drugs from an RxNorm release.
@Suite struct RxNormImportTests {
    /// The lines of an RxNorm release's files.
    struct Release {
        var lines: [RxNormTable: [String]] = [:]

        private static func line(_ columns: Int, _ values: [Int: String]) -> String {
            (0..<columns).map { (values[$0] ?? "") + "|" }.joined()
        }

        mutating func name(
            _ concept: Int, _ type: String, _ text: String, source: String = "RXNORM", code: String = "",
            suppressed: String = "N"
        ) {
            lines[.names, default: []].append(
                Self.line(
                    18, [0: "\(concept)", 11: source, 12: type, 13: code, 14: text, 16: suppressed]))
        }

        mutating func relate(_ first: Int, _ relation: String, _ second: Int) {
            lines[.relations, default: []].append(
                Self.line(
                    16,
                    [0: "\(first)", 2: "CUI", 4: "\(second)", 6: "CUI", 7: relation, 10: "RXNORM", 14: "N"]))
        }

        mutating func attribute(_ concept: Int, _ name: String, _ value: String) {
            lines[.attributes, default: []].append(
                Self.line(13, [0: "\(concept)", 8: name, 9: "RXNORM", 10: value, 11: "N"]))
        }

        /// A clinical drug for people with one component for each ingredient.
        mutating func drug(
            _ concept: Int, form: Int, _ parts: [(ingredient: Int, strength: String)], combination: Int? = nil
        ) {
            name(concept, "SCD", "drug \(concept)")
            attribute(concept, "RXN_HUMAN_DRUG", "US")
            relate(concept, "dose_form_of", form)
            if let combination { relate(combination, "has_ingredients", concept) }
            for (index, part) in parts.enumerated() {
                let component = concept * 10 + index
                name(component, "SCDC", "component \(component)")
                // RxNorm has each relation in both directions. One direction is enough for the import.
                if index.isMultiple(of: 2) {
                    relate(component, "consists_of", concept)
                    relate(part.ingredient, "has_ingredient", component)
                } else {
                    relate(concept, "constitutes", component)
                    relate(component, "ingredient_of", part.ingredient)
                }
                attribute(component, "RXN_STRENGTH", part.strength)
            }
        }

        func imported(_ version: String = "2026.2") throws -> Catalogue {
            var made = RxNormImport()
            for table in RxNormTable.allCases {
                for line in lines[table] ?? [] { try made.read(Array(line.utf8)[...], of: table) }
            }
            return try made.catalogue(try #require(CatalogueVersion(version)), beside: Catalogue.bundled())
        }
    }

    /// An RxNorm release with acetaminophen, oxycodone and an ingredient that the bundled catalogue does not have.
    private static func sample() -> Release {
        var release = Release()
        release.name(161, "IN", "acetaminophen")
        release.name(161, "IN", "paracetamol", source: "ATC", code: "N02BE01")
        release.name(7804, "IN", "oxycodone")
        release.name(7804, "IN", "oxycodone", source: "ATC", code: "N02AA05")
        release.name(900, "IN", "novocillin")
        release.name(900, "IN", "novocillin", source: "ATC", code: "J01CA99")
        release.name(317541, "DF", "Oral Tablet")
        release.name(316949, "DF", "Injectable Solution")
        release.name(214182, "MIN", "acetaminophen / oxycodone")
        release.name(214182, "MIN", "oxycodone and paracetamol", source: "ATC", code: "N02AJ17")
        release.drug(1001, form: 317541, [(161, "500 MG")])
        release.drug(1002, form: 317541, [(161, "325 MG")])
        release.drug(1003, form: 316949, [(161, "10 MG/ML")])
        release.drug(1004, form: 317541, [(7804, "5 MG"), (161, "325 MG")], combination: 214182)
        release.drug(1005, form: 317541, [(900, "0.25 MG")])
        return release
    }

    private func drug(_ name: String, of catalogue: Catalogue) throws -> Drug {
        try #require(catalogue.drugs.first { $0.name == name }, "\(name) in \(catalogue.drugs.map(\.name))")
    }

    @Test
    func `a drug of the bundled catalogue keeps its id and name in an import, and is also found by RxNorm's name`()
        throws
    {
        let imported = try drug("paracetamol", of: Self.sample().imported())
        let bundled = try drug("paracetamol", of: Catalogue.bundled())
        #expect(imported.id == bundled.id)
        #expect(imported.requiresPrescription == bundled.requiresPrescription)
        #expect(imported.ingredients == ["acetaminophen"])
        #expect(imported.version > bundled.version)
        #expect(imported.presentations.map(\.form) == [.tablet, .injection])
        let strengths = imported.presentations[0].strengths.map { $0.quantities.map(\.thousandths) }
        #expect(strengths == [[325_000], [500_000]])
        #expect(imported.presentations[1].strengths[0].per == Quantity(thousandths: 1_000, unit: .ml))
    }

    @Test
    func `an imported combination of drugs has one quantity for each ingredient, in the order of the ingredients`()
        throws
    {
        let imported = try drug("oxycodone + paracetamol", of: Self.sample().imported())
        #expect(imported.atcCodes == ["N02AJ17"])
        #expect(imported.allergyGroups == [.opioids])
        #expect(imported.presentations[0].strengths[0].quantities.map(\.thousandths) == [5_000, 325_000])
    }

    @Test func `a drug that only RxNorm has gets the same id in every import, and the allergy groups of its ATC code`()
        throws
    {
        let imported = try drug("novocillin", of: Self.sample().imported())
        #expect(imported.id == (try drug("novocillin", of: Self.sample().imported("2026.3"))).id)
        #expect(imported.id.text == "72786e6f-726d-8000-8000-000000000384")
        #expect(imported.allergyGroups == [.penicillins])
        #expect(imported.requiresPrescription)
    }

    @Test func `the import of a catalogue leaves out animal drugs, withdrawn names and drugs without an ATC code`()
        throws
    {
        var release = Release()
        release.name(1, "IN", "one")
        release.name(2, "IN", "two", suppressed: "O")
        release.name(2, "IN", "two", source: "ATC", code: "A01AA99")
        release.name(3, "DF", "Oral Tablet")
        release.drug(10, form: 3, [(1, "1 MG")])
        release.drug(20, form: 3, [(2, "1 MG")])
        release.name(4, "IN", "four")
        release.name(4, "IN", "four", source: "ATC", code: "A01AA98")
        release.name(30, "SCD", "for horses")
        release.name(300, "SCDC", "component")
        release.relate(30, "constitutes", 300)
        release.relate(300, "ingredient_of", 4)
        release.relate(30, "dose_form_of", 3)
        #expect(try release.imported().drugs.isEmpty)
    }

    @Test(
        arguments: [
            ("500 MG", 500_000, nil), ("0.0125 MG/ML", 125, 10_000), ("100 UNT/ML", 100_000, 1_000),
            ("0.05 MG/MG", 50_000, 1_000), ("0.09 MG/ACTUAT", 90, nil),
        ] as [(String, Int64, Int64?)])
    func `the import of a catalogue reads a strength without rounding`(
        _ text: String, _ thousandths: Int64, _ per: Int64?
    ) throws {
        var release = Self.sample()
        release.drug(1006, form: 316949, [(900, text)])
        let strength = try drug("novocillin", of: release.imported()).presentations.last?.strengths.first
        #expect(strength?.quantities.map(\.thousandths) == [thousandths])
        #expect(strength?.per?.thousandths == per)
    }

    @Test(arguments: ["10 MEQ", "5 %", "0.0125 MG", "MG", "", "1 2 3", "-1 MG", "99999999999999999999 MG", "1.2.3 MG"])
    func `the import of a catalogue leaves out a strength without a number or known unit, and keeps the drug's form`(
        _ text: String
    ) throws {
        var release = Self.sample()
        release.drug(1006, form: 316949, [(900, text)])
        let last = try drug("novocillin", of: release.imported()).presentations.last
        #expect(last?.form == .injection)
        #expect(last?.strengths.isEmpty == true)
    }

    @Test func `the import of a catalogue refuses a line with missing columns, no concept number or malformed UTF-8`() {
        var release = RxNormImport()
        func fault(_ line: [UInt8], _ table: RxNormTable) -> RxNormFault? {
            do throws(RxNormFault) {
                try release.read(line[...], of: table)
                return nil
            } catch { return error }
        }
        #expect(fault(Array("1|2|".utf8), .names) == .wrongColumns(expected: 18, found: 2))
        #expect(fault([], .attributes) == .wrongColumns(expected: 13, found: 0))
        let name = "x||||||||||" + "|RXNORM|IN||a||N||"
        #expect(fault(Array(name.utf8), .names) == .noConceptNumber)
        let bytes = Array("1||||||||||".utf8) + Array("|RXNORM|IN||".utf8) + [0xff] + Array("||N||".utf8)
        #expect(fault(bytes, .names) == .notUTF8)
    }
}
