public import Endpoints

/// The endpoints for the chart of a patient: allergies, conditions and medications.
public enum ChartAPI {
    static let tag = "Chart"

    public static let endpoints: [Endpoint<ClinicAction>] =
        ChartEntryEndpoints<Allergies>(
            name: "Allergy", names: "Allergies", noun: "allergies", one: "an allergy", several: "allergies",
            body: AllergyFacts.codec, entry: ChartEntry.allergy
        ).all
        + ChartEntryEndpoints<Conditions>(
            name: "Condition", names: "Conditions", noun: "conditions", one: "a condition", several: "conditions",
            body: ConditionFacts.codec, entry: ChartEntry.condition
        ).all
        + ChartEntryEndpoints<Medications>(
            name: "Medication", names: "Medications", noun: "medications", one: "a medication",
            several: "medications", body: MedicationFacts.codec, entry: ChartEntry.medication
        ).all
}
