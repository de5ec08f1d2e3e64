import Catalogue
import Clinic
import EventSourcing
import JSON
import Printing

/// Makes the printed page of a prescription.
struct PrintedPrescription {
    let clinic: ClinicProfile
    let patient: PatientDocument
    let prescription: PrescriptionDocument
    /// The name of the doctor who issued the prescription; `nil` if it was erased.
    let doctorName: String?
    /// The current day by the clinic's calendar.
    let today: CivilDate
    let now: Instant

    var document: PrintedDocument {
        var facts = [(name: "Date", value: prescription.issuedOn.iso8601)]
        if let birthDate = patient.details?.birthDate.value {
            facts.append((name: "Born", value: birthDate.iso8601))
        }
        facts.append((name: "Doctor", value: doctorName ?? "(erased)"))
        facts.append((name: "Valid until", value: prescription.validUntil.iso8601))
        facts.append((name: "Refills", value: "\(prescription.refills)"))
        if let note = statusNote { facts.append((name: "Status", value: note)) }
        var blocks: [PrintedDocument.Block] = [.facts(facts), .gap(12)]
        if let medication = prescription.medication?.value {
            blocks.append(.paragraph("Rp. \(medication.drug.name)"))
            blocks.append(
                .facts([
                    (name: "Contains", value: medication.drug.ingredients.joined(separator: ", ")),
                    (name: "Form", value: medication.form.rawValue),
                    (name: "Route", value: medication.route.rawValue),
                    (name: "Dose", value: medication.dose.shown),
                    (name: "Frequency", value: medication.frequency.shown),
                    (name: "Duration", value: "\(medication.durationDays) days"),
                    (name: "Quantity", value: medication.quantity.shown),
                ]))
            if let instructions = medication.instructions { blocks.append(.paragraph(instructions)) }
        } else {
            blocks.append(.paragraph("(erased)"))
        }
        blocks += [.gap(48), .note("Signature: ______________________________")]
        return .letter("Prescription", from: clinic, to: patient, at: now, blocks)
    }

    /// The printed note that the prescription may no longer be dispensed; `nil` for an active prescription.
    private var statusNote: String? {
        switch prescription.status {
        case .active: prescription.validUntil < today ? "Expired" : nil
        case .expired: "Expired"
        case .completed: "Completed"
        case .stopped: "Stopped"
        case .cancelled: "Cancelled"
        case .enteredInError: "Entered in error"
        }
    }
}

extension DrugQuantity {
    /// The text of a drug's quantity with its unit, such as `500 mg`.
    fileprivate var shown: String { "\(Codec<Int64>.text(ofThousandths: thousandths)) \(unit.rawValue)" }
}

extension DosingFrequency {
    /// The text of how often a drug is taken, such as `3 times in 1 day, as needed`.
    fileprivate var shown: String {
        let number = times == 1 ? "once" : "\(times) times"
        let length = period == 1 ? "1 \(unit.rawValue)" : "\(period) \(unit.rawValue)s"
        return "\(number) in \(length)\(isAsNeeded ? ", as needed" : "")"
    }
}
