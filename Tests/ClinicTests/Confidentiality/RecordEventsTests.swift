import Clinic
import Endpoints
import EventSourcing
import Testing

/// Tests that each event that tells something clinical names its patient. The feed leaves out such an event if the
/// patient's record is restricted, and also if it does not know the patient.
@Suite struct RecordEventsTests {
    /// Events of templates, and steps of notes and missed check-ins, which name another entity. The feed leaves them out.
    private static let namesNoPatient: Set<String> = [
        "consent-template-retired", "consent-template-set", "history-template-set", "missed-check-in-seen",
        "note-draft-discarded", "note-sharing-set", "note-template-retired", "note-template-saved",
    ]

    @Test func `every event that is part of a record names the patient`() throws {
        for file in try GoldenEventsTests.files() {
            let event = try ClinicEvent.types.decode(type: file.type, version: file.version, data: file.bytes)
            guard event.isPartOfRecord, event.readers.contains(.doctor), !Self.namesNoPatient.contains(file.type)
            else { continue }
            #expect(event.recordPatient != nil, "\(file.testDescription)")
        }
    }
}
