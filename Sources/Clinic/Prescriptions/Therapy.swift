public import Catalogue
import EventSourcing
public import Identifiers

/// The data with which a new prescription is compared: the person's current allergies, the prescriptions that are in use, and
/// the current medications of the chart.
public struct Therapy: Sendable {
    public typealias InUse = (id: ID<Prescription>, drug: PrescribedDrug)

    public var allergies: [KnownAllergy]
    public var prescriptions: [InUse]
    public var medications: [KnownMedication]

    public init(allergies: [KnownAllergy] = [], prescriptions: [InUse] = [], medications: [KnownMedication] = []) {
        self.allergies = allergies
        self.prescriptions = prescriptions
        self.medications = medications
    }
}

/// A current medication of a patient's chart.
public struct KnownMedication: Hashable, Sendable {
    public let id: ID<Medication>
    /// The recorded name of the medication, in whatever words it was recorded.
    public let name: String
    public let atcCode: String?
    public let drug: ID<Drug>?

    public init(id: ID<Medication>, name: String, atcCode: String? = nil, drug: ID<Drug>? = nil) {
        self.id = id
        self.name = name
        self.atcCode = atcCode
        self.drug = drug
    }

    func profile(in formulary: Formulary) -> DrugProfile {
        formulary.profile(of: formulary.meaning(of: name, atcCode: atcCode, drug: drug))
    }
}

extension PrescribedDrug {
    func profile(in formulary: Formulary) -> DrugProfile {
        formulary.profile(id, ingredients: ingredients, atcCodes: atcCodes, allergyGroups: allergyGroups)
    }
}

extension DecisionModel<ClinicEvent> {
    /// The current therapy and the current allergies of a person.
    ///
    /// - Parameter records: all records of the person.
    mutating func therapy(inOneOf records: [ID<Patient>], on today: CivilDate) -> Therapy {
        // A prescription is dispensed at most a year after its issue, and the quantity of one dispensing lasts a year
        // at most. So prescriptions in use were issued this year or in the two years before.
        let years = (0...2).compactMap { CivilDate(year: today.year - $0, month: 1, day: 1) }
        var therapy = Therapy()
        for record in records {
            therapy.allergies += self[.allergies(of: record)].current.compactMap { KnownAllergy($0.facts) }
            therapy.medications += self[.medications(of: record)].current
            for year in years {
                therapy.prescriptions += self[.prescriptions(of: record, inYearOf: year)].inUse(on: today)
            }
        }
        return therapy
    }
}

extension Therapy {
    /// The drugs of a therapy of which there are warnings: by its allergies, and by its other drugs.
    func reviewed(by formulary: Formulary) -> [ReviewedDrug] {
        var found: [ReviewedDrug] = []
        for (index, prescription) in prescriptions.enumerated() {
            var others = self
            others.prescriptions.remove(at: index)
            let warnings = PrescriptionWarning.all(about: prescription.drug, others, comparing: formulary)
            guard !warnings.isEmpty else { continue }
            found.append(
                ReviewedDrug(
                    prescription: prescription.id, medication: nil, name: prescription.drug.name, warnings: warnings))
        }
        for medication in medications {
            let profile = medication.profile(in: formulary)
            let warnings = allergies.compactMap { $0.warning(about: profile, comparing: formulary) }
            guard !warnings.isEmpty else { continue }
            found.append(
                ReviewedDrug(
                    prescription: nil, medication: medication.id, name: medication.name,
                    warnings: Array(warnings.prefix(PrescriptionWarning.most))))
        }
        return found
    }
}
