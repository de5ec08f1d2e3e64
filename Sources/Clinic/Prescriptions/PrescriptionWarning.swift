public import Identifiers
public import JSON

/// A reason why a drug may harm the patient for whom it is prescribed.
public struct PrescriptionWarning: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// Other prescriptions of the patient that are in use have the same ingredient.
        case sameIngredient = "same_ingredient"
        /// The patient is allergic to the drug.
        case allergy
    }

    public let kind: Kind
    /// The ingredient, or the recorded name of the allergen, of which a warning about a prescription tells.
    public let substance: String
    /// The other prescriptions with the ingredient, sorted by id; empty for an allergy.
    public let prescriptions: [ID<Prescription>]

    public init(kind: Kind, substance: String, prescriptions: [ID<Prescription>] = []) {
        self.kind = kind
        self.substance = substance
        self.prescriptions = prescriptions
    }

    public static let codec = object(
        PrescriptionWarning.init(kind:substance:prescriptions:),
        field(
            "kind", \.kind,
            .stringEnum.described(
                """
                `same_ingredient`: other prescriptions of the patient have the same ingredient. `allergy`: the patient \
                is allergic to the drug.
                """)),
        field(
            "substance", \.substance, .string(1...200).described("The ingredient, or the allergen as it is recorded.")),
        field(
            "prescription_ids", \.prescriptions,
            .array(.id(), 0...mostPrescriptions).described(
                "The other prescriptions with the ingredient; empty for an allergy."),
            default: [])
    ).described("A reason why a drug may harm the patient.").named("PrescriptionWarning")

    /// The maximum number of other prescriptions that one warning names.
    static let mostPrescriptions = 1_000
    /// The maximum number of warnings about one prescription.
    static let most = 200

    /// The warnings about a drug for a patient, one for each ingredient and each allergen, at most `most`.
    ///
    /// - Parameter inUse: the patient's prescriptions that are in use.
    public static func all(
        about drug: PrescribedDrug, allergies: [KnownAllergy],
        besides inUse: [(id: ID<Prescription>, drug: PrescribedDrug)]
    ) -> [PrescriptionWarning] {
        var warnings: [PrescriptionWarning] = []
        for allergy in allergies where allergy.concerns(drug) {
            let warning = PrescriptionWarning(kind: .allergy, substance: allergy.substance)
            if !warnings.contains(warning) { warnings.append(warning) }
        }
        for ingredient in drug.ingredients {
            let others = inUse.filter { $0.drug.ingredients.contains(ingredient) }.map(\.id)
            let warning = PrescriptionWarning(
                kind: .sameIngredient, substance: ingredient,
                prescriptions: Array(others.sorted { $0.uuid < $1.uuid }.prefix(mostPrescriptions)))
            if !others.isEmpty, !warnings.contains(warning) { warnings.append(warning) }
        }
        return Array(warnings.prefix(most))
    }
}

/// The doctor's decision to prescribe a drug in spite of warnings.
public struct WarningOverride: Hashable, Sendable {
    public let reason: String
    /// The warnings about the prescription that the doctor has read.
    public let warnings: [PrescriptionWarning]

    public init(reason: String, warnings: [PrescriptionWarning]) {
        self.reason = reason
        self.warnings = warnings
    }

    public static let codec = object(
        WarningOverride.init(reason:warnings:),
        field(
            "reason", \.reason, .prose(max: 500).described("Why the drug is prescribed in spite of the warnings.")),
        field(
            "warnings", \.warnings,
            .array(PrescriptionWarning.codec, 1...PrescriptionWarning.most).described(
                "The warnings that the problem `prescription-warnings` listed."))
    ).described("The decision to prescribe a drug in spite of warnings.").named("WarningOverride")
}
