import Clinic
import EventSourcing
import JSON
import Testing

/// Tests that events seal every free text that may be about a patient.
@Suite struct FreeTextTests {
    /// The free texts that any event may store unsealed, by their path in the event, with what each is about. None is
    /// about a patient.
    private static let plain = [
        "profile.name": "the clinic's", "profile.address": "the clinic's", "profile.phone": "the clinic's",
        "profile.email": "the clinic's", "zone": "the clinic's", "closure.reason": "why the clinic is closed",
        "hours.reason": "why the clinic's hours differ",
        "name": "a chair's", "details.name": "a service's, or of a member of staff, which is part of every record",
        "details.code": "a service's", "details.category": "a service's", "details.specialty": "a doctor's",
        "details.needs": "a service's", "equipment": "a chair's",
        "doctor_name": "of a member of staff", "terms.service_name": "a service's",
        "terms.doctor_name": "of a member of staff", "terms.hygienist_name": "of a member of staff",
        "terms.chair_name": "a chair's", "number": "an invoice's",
        "block.title": "what the staff's time is for",
        "wall_time.zone": "the clinic's", "author.name": "of a member of staff",
        "terms.further_services.service_name": "a service's",
        "items.service_name": "a service's",
    ]

    /// The free texts that one type of event may store unsealed, by the type and their path, with what each is about.
    /// In an event of another type, a text at the same path may be about a patient.
    private static let plainInOneEvent = [
        "clinic-closed reason": "the clinic's", "quarantined reason": "an operator's, about an event",
        "quarantined type": "of an event", "file-added address": "a hash of sealed bytes",
        "history-template-set template.questions.key": "a key of a question",
        "history-template-set template.questions.text": "the clinic's question",
        "history-template-set template.questions.choices": "the clinic's answers to choose from",
        "consent-template-set wording.title": "the clinic's", "consent-template-set wording.text": "the clinic's",
        "notification-settings-set settings.texts.title": "the clinic's, which devices show on locked screens",
        "notification-settings-set settings.texts.body": "the clinic's, which devices show on locked screens",
        "logo-changed logo.sha256": "a hash of the clinic's public logo",
        "note-template-saved content.name": "a template's", "note-template-saved content.text": "a template's",
    ]

    /// The paths of all free texts in a schema, each with whether it is sealed.
    private func texts(_ schema: Schema, at path: [String] = [], sealed: Bool = false) -> [(
        path: String, isSealed: Bool
    )] {
        let isSealed = sealed || schema.isSealed
        var found: [(path: String, isSealed: Bool)] = []
        if schema.types.contains(.string), isFree(schema) { found.append((path.joined(separator: "."), isSealed)) }
        for property in schema.properties ?? [] {
            found += texts(property.schema, at: path + [property.name], sealed: isSealed)
        }
        for part in schema.items + schema.oneOf + schema.additionalProperties {
            found += texts(part, at: path, sealed: isSealed)
        }
        return found
    }

    private func isFree(_ schema: Schema) -> Bool {
        guard schema.enumeration.isEmpty, schema.constant == nil else { return false }
        guard schema.format == nil || schema.format == "email" else { return false }
        // A text is not free if it is limited to fewer than twelve characters, or if it has a pattern but no limit,
        // such as a time of day.
        return schema.maxLength.map { $0 >= 12 } ?? (schema.pattern == nil)
    }

    @Test func `every free text in an event is sealed, or declared not to be about a patient`() {
        var (sealed, open): (Set<String>, Set<String>) = ([], [])
        for (type, schema) in ClinicEvent.types.schemas {
            for text in texts(schema) {
                if text.isSealed {
                    sealed.insert("\(type) \(text.path)")
                } else if Self.plain[text.path] == nil, Self.plainInOneEvent["\(type) \(text.path)"] == nil {
                    open.insert("\(type) \(text.path)")
                }
            }
        }
        #expect(open.sorted() == [])
        #expect(ClinicEvent.types.schemas.count == ClinicEvent.types.all.count)
        // Check that the search for free texts finds texts that are known to be free.
        for text in [
            "appointment-booked reason", "appointment-noted note", "patient-registered details.note",
            "time-off-added time_off.reason", "invoice-issued lines.description",
        ] { #expect(sealed.contains(text), "\(text) among \(sealed.sorted())") }
    }
}
