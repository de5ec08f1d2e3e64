import Clinic
import EventSourcing
import Testing

/// Tests what the list of read models says of each of them.
@Suite struct ReadModelListTests {
    @Test func `only asynchronous read models have keys that depend on an event's position`() throws {
        var dependent = 0
        for recorded in try ReadModelTests.life().given.feed {
            for projection in ClinicFeatures.projections
            where projection.keys(of: recorded) != projection.keys(of: recorded.event) {
                dependent += 1
                #expect(projection.time == .asynchronous, "\(projection.table.name)")
            }
        }
        #expect(dependent > 0)
    }

    @Test func `the sections of a patient's export have different names, and the patient's own details come first`() {
        let names = ClinicFeatures.readModels.flatMap { $0.export.map(\.name) }
        #expect(Set(names).count == names.count)
        #expect(names.first == "patient")
    }
}
