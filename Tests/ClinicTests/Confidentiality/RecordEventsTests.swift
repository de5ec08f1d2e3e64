import Clinic
import EventSourcing
import Testing

/// Tests that each event that tells something clinical names its patient. The feed leaves out such an event if the
/// patient's record is restricted, and also if it does not know the patient.
@Suite struct RecordEventsTests {
    @Test func `every event that is part of a record names the patient`() throws {
        for file in try GoldenEventsTests.files() {
            let event = try ClinicEvent.types.decode(type: file.type, version: file.version, data: file.bytes)
            #expect(event.record != .unknown, "\(file.testDescription)")
        }
    }
}
