import Clinic
import EventSourcing
import Printing

extension PrintedDocument {
    /// A page from a clinic to a patient: the sender, the recipient, a title, and the given blocks.
    static func letter(
        _ title: String, from clinic: ClinicProfile, to patient: PatientDocument, at now: Instant, _ blocks: [Block]
    ) -> PrintedDocument {
        let sender = [clinic.address, clinic.phone, clinic.email].compactMap { $0 }.joined(separator: "\n")
        let name = [patient.details?.given.value, patient.details?.family.value].compactMap { $0 }
            .joined(separator: " ")
        let address = patient.details?.contact.address?.value
        let recipient = [name.isEmpty ? "(erased)" : name, address].compactMap { $0 }.joined(separator: "\n")
        return PrintedDocument(
            title: title, createdAt: now.rfc3339,
            blocks: [
                .paragraph(clinic.name), .note(sender), .gap(24), .paragraph(recipient), .gap(24), .title(title),
            ] + blocks)
    }
}
