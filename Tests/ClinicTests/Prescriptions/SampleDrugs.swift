import Catalogue
import Clinic
import EventSourcing
import Identifiers

/// Drugs and orders for tests of prescriptions.
enum SampleDrugs {
    static func amoxicillin() throws -> Drug {
        try drug(0xd1, "amoxicillin", "J01CA04", ["amoxicillin"], [.penicillins])
    }

    /// A combined drug that contains amoxicillin.
    static func coAmoxiclav() throws -> Drug {
        try drug(
            0xd2, "amoxicillin + clavulanic acid", "J01CR02", ["amoxicillin", "clavulanic acid"], [.penicillins])
    }

    static func ibuprofen(isWithdrawn: Bool = false) throws -> Drug {
        try drug(0xd3, "ibuprofen", "M01AE01", ["ibuprofen"], [.nsaids], isWithdrawn: isWithdrawn)
    }

    /// A small catalogue; empty if one of its drugs is not valid.
    static let all = (try? [amoxicillin(), coAmoxiclav(), ibuprofen()]) ?? []

    /// The built-in catalogue with these drugs in place of its own.
    static let formulary: Formulary = {
        let names = Set(all.map(\.name))
        guard let built = try? Catalogue.bundled(),
            let catalogue = try? Catalogue(
                version: built.version, drugs: built.drugs.filter { !names.contains($0.name) } + all,
                studies: built.studies, drugClasses: built.drugClasses, substances: built.substances,
                otherAllergens: built.otherAllergens, fillerWords: built.fillerWords)
        else { preconditionFailure("the built-in catalogue is not valid") }
        return Formulary(catalogue)
    }()

    private static func drug(
        _ id: ID<Drug>, _ name: String, _ code: String, _ ingredients: [String], _ groups: [AllergyGroup],
        isWithdrawn: Bool = false
    ) throws -> Drug {
        try Drug(
            id: id, version: 1, name: name, atcCodes: [code], ingredients: ingredients, allergyGroups: groups,
            requiresPrescription: true, presentations: [Presentation(form: .tablet, route: .oral, strengths: [])],
            isWithdrawn: isWithdrawn)
    }

    static func order(
        days: Int = 7, refills: Int = 0, instructions: String? = nil, validUntil: CivilDate? = nil,
        override: WarningOverride? = nil
    ) -> PrescriptionOrder {
        PrescriptionOrder(
            form: .tablet, route: .oral, dose: DrugQuantity(thousandths: 500_000, unit: .mg),
            frequency: DosingFrequency(times: 3), durationDays: days,
            quantity: DrugQuantity(thousandths: 21_000, unit: .tablets), refills: refills, instructions: instructions,
            validUntil: validUntil, override: override)
    }
}
