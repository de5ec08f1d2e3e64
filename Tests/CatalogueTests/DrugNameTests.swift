import Catalogue
import Foundation
import Testing

/// Tests that drugs are found by the names under which people know them, and that recorded texts are understood.
@Suite struct DrugNameTests {
    private let catalogue: Catalogue
    private let search: DrugSearch

    init() throws {
        catalogue = try Catalogue.bundled()
        search = DrugSearch(catalogue)
    }

    private func found(_ text: String) -> [String] { search.places(text).map { catalogue.drugs[$0].name } }

    @Test(arguments: [
        ("acetaminophen", "paracetamol"), ("APAP", "paracetamol"), ("Paracetamol", "paracetamol"),
        ("acetaminofén", "paracetamol"), ("Tylenol", "paracetamol"), ("ben-u-ron", "paracetamol"),
        ("aspirin", "acetylsalicylic acid"), ("Acetylsalicylsäure", "acetylsalicylic acid"),
        ("Acetylsalicylsaeure", "acetylsalicylic acid"), ("ácido acetilsalicílico", "acetylsalicylic acid"),
        ("acido acetilsalicilico", "acetylsalicylic acid"), ("ASS", "acetylsalicylic acid"),
        ("penicillin V", "phenoxymethylpenicillin"), ("Penicillin VK", "phenoxymethylpenicillin"),
        ("Phenoxymethylpenicillin", "phenoxymethylpenicillin"), ("fenoximetilpenicilina", "phenoxymethylpenicillin"),
        ("Penizillin V", "phenoxymethylpenicillin"), ("penicillin G", "benzylpenicillin"),
        ("penicillin", "amoxicillin"), ("Penicilina", "amoxicillin"), ("cephalexin", "cefalexin"),
        ("Keflex", "cefalexin"), ("albuterol", "salbutamol"), ("Ventolin", "salbutamol"),
        ("salbutamol", "salbutamol"), ("adrenaline", "epinephrine"), ("Adrenalin", "epinephrine"),
        ("adrenalina", "epinephrine"), ("epinephrine", "epinephrine"), ("rifampin", "rifampicin"),
        ("acyclovir", "aciclovir"), ("lignocaine", "lidocaine"), ("Lidocaína", "lidocaine"),
        ("Lidocaina", "lidocaine"), ("Lidokain", "lidocaine"), ("Xylocain", "lidocaine"),
        ("frusemide", "furosemide"), ("nitroglycerin", "glyceryl trinitrate"), ("GTN", "glyceryl trinitrate"),
        ("glyceryl trinitrate", "glyceryl trinitrate"), ("meperidine", "pethidine"), ("Demerol", "pethidine"),
        ("Ibuprofeno", "ibuprofen"), ("Advil", "ibuprofen"), ("Ibuprofen 600 mg", "ibuprofen"),
        ("Amoxicilina", "amoxicillin"), ("amoxycillin", "amoxicillin"), ("amoxicilin", "amoxicillin"),
        ("Augmentin", "amoxicillin + clavulanic acid"), ("co-amoxiclav", "amoxicillin + clavulanic acid"),
        ("Amoxicillin/clavulanic acid", "amoxicillin + clavulanic acid"),
        ("clavulanic amoxicillin", "amoxicillin + clavulanic acid"),
        ("ácido clavulánico", "amoxicillin + clavulanic acid"), ("Clavulansäure", "amoxicillin + clavulanic acid"),
        ("Diclofenaco", "diclofenac"), ("Voltaren", "diclofenac"), ("Metamizol", "metamizole sodium"),
        ("dipyrone", "metamizole sodium"), ("Novalgin", "metamizole sodium"), ("Nolotil", "metamizole sodium"),
        ("Novaminsulfon", "metamizole sodium"), ("glyburide", "glibenclamide"), ("methimazole", "thiamazole"),
        ("phenobarbitone", "phenobarbital"), ("chlorpheniramine", "chlorphenamine"), ("torsemide", "torasemide"),
        ("cyclosporine", "ciclosporin"), ("indomethacin", "indometacin"), ("Marcumar", "phenprocoumon"),
        ("Coumadin", "warfarin"), ("Fosamax", "alendronic acid"), ("Ultracain", "articaine + epinephrine"),
        ("Articaína", "articaine"), ("J01CA04", "amoxicillin"), ("j01ca04", "amoxicillin"), ("M01AE", "ibuprofen"),
        ("NSAIDs", "ibuprofen"), ("estatinas", "simvastatin"),
    ])
    func `a drug is found by its names in other languages and pharmacopoeias, by brands, codes and classes`(
        _ text: String, _ drug: String
    ) {
        #expect(found(text).contains(drug), "\(text): \(found(text))")
    }

    @Test func `every drug of the bundled catalogue is found by each of its names, whatever their case and accents`() {
        for drug in catalogue.drugs {
            for name in [drug.name] + drug.synonyms + drug.brandNames + drug.atcCodes {
                for text in [name, name.lowercased(), name.uppercased(), Self.plain(name)] {
                    #expect(found(text).contains(drug.name), "\(text)")
                }
            }
        }
    }

    @Test func `no two drugs, classes or other allergens of the bundled catalogue share a name`() {
        var owners: [String: Set<String>] = [:]
        for drug in catalogue.drugs {
            for name in [drug.name] + drug.synonyms + drug.brandNames {
                owners[name.lowercased(), default: []].insert(drug.name)
            }
        }
        for substance in catalogue.substances {
            for name in [substance.name] + substance.synonyms {
                owners[name.lowercased(), default: []].insert(substance.name)
            }
        }
        for name in catalogue.otherAllergens + catalogue.fillerWords {
            owners[name.lowercased(), default: []].insert("other")
        }
        for (name, found) in owners { #expect(found.count == 1, "\(name): \(found)") }
    }

    @Test func `the classes of the bundled catalogue name each other, and each allergy group has a class`() {
        let names = Set(catalogue.drugClasses.map(\.name))
        for drugClass in catalogue.drugClasses {
            #expect(Set(drugClass.crossReactsWith).isSubset(of: names), "\(drugClass.name)")
            #expect(drugClass.names.count >= 1, "\(drugClass.name)")
        }
        #expect(Set(catalogue.drugClasses.compactMap(\.allergyGroup)) == Set(AllergyGroup.allCases))
    }

    private static func plain(_ text: String) -> String {
        text.decomposedStringWithCanonicalMapping.unicodeScalars
            .filter { $0.properties.generalCategory != .nonspacingMark }.map(String.init).joined()
    }
}
