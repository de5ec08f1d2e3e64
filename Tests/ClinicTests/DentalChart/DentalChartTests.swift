import Clinic
import EventSourcing
import Identifiers
import JSON
import Testing

/// Tests the findings of a patient's dental chart.
@Suite struct DentalChartTests {
    private static let patient = Practice.patient(1)

    private func finding(
        _ tooth: Int, _ kind: ToothFindingKind, _ surfaces: [ToothSurface]? = nil
    ) throws -> ToothFinding {
        ToothFinding(tooth: try #require(ToothNumber(tooth)), surfaces: surfaces, kind: kind)
    }

    private func record(
        _ id: ID<ToothFinding>, _ finding: ToothFinding, _ state: ToothFindingState = .existing
    ) -> RecordFinding {
        RecordFinding(id, of: Self.patient, finding, state)
    }

    private func change(_ id: ID<ToothFinding>, _ change: ChangeFinding.Change) -> ChangeFinding {
        ChangeFinding(id, of: Self.patient, change)
    }

    /// The patient's dental chart as an answer shows it.
    private func chart(_ desk: Desk) throws -> JSONValue {
        let row = try #require(desk.given.row(DentalCharts.self, DocumentKey(Self.patient)))
        return try JSONValue(parsing: try DentalCharts.answer.answer(row.document))
    }

    @Test
    func `a planned finding can be marked as done and then as resolved, and the dental chart has the day of each`()
        throws
    {
        var desk = try Desk()
        try desk.run(record(0xa1, try finding(26, .filling, [.mesial, .occlusal]), .planned), at: noon)
        try desk.run(change(0xa1, .done), at: noon)
        #expect(try desk.run(change(0xa1, .done), at: noon).isEmpty)
        try desk.run(change(0xa1, .resolved), at: "2026-12-01T10:00:00Z")
        let known = try #require(try chart(desk)["findings"]?.elements?.first)
        #expect(known["state"]?.string == "done" && known["done_on"]?.string == "2026-11-23")
        #expect(known["resolved_on"]?.string == "2026-12-01")
        #expect(desk.rejection(change(0xa1, .done), at: noon) == .ended)
    }

    @Test func `only a planned finding on a tooth can be marked as done`() throws {
        var desk = try Desk()
        try desk.run(record(0xa1, try finding(26, .crown)), at: noon)
        #expect(desk.rejection(change(0xa1, .done), at: noon) == .notPlanned)
        #expect(desk.rejection(change(0xa2, .done), at: noon) == .unknownFinding)
    }

    @Test func `a tooth's finding that was marked as entered in error is no longer in the dental chart`() throws {
        var desk = try Desk()
        try desk.run(record(0xa1, try finding(26, .caries)), at: noon)
        try desk.run(change(0xa1, .enteredInError(reason: Personal("Other tooth"))), at: noon)
        #expect(try chart(desk)["findings"]?.elements?.isEmpty == true)
        #expect(desk.rejection(change(0xa1, .resolved), at: noon) == .ended)
    }

    @Test func `a missing tooth can get an implant, and caries only if the loss of the tooth was entered in error`()
        throws
    {
        var desk = try Desk()
        try desk.run(record(0xa1, try finding(26, .absent)), at: noon)
        #expect(desk.rejection(record(0xa2, try finding(26, .caries)), at: noon) == .toothIsMissing)
        try desk.run(record(0xa2, try finding(26, .implant), .planned), at: noon)
        try desk.run(change(0xa1, .enteredInError(reason: Personal("Other tooth"))), at: noon)
        try desk.run(record(0xa3, try finding(26, .caries)), at: noon)
    }

    @Test func `the findings on an erased patient's teeth cannot be changed`() throws {
        var desk = try Desk()
        try desk.run(record(0xa1, try finding(26, .caries), .planned), at: noon)
        try desk.run(ErasePatient(Self.patient, reason: .requested), at: noon)
        let error = ChangeFinding.Change.enteredInError(reason: Personal("Other tooth"))
        for taken in [.done, .resolved, error] {
            #expect(desk.rejection(change(0xa1, taken), at: noon) == .unknownFinding)
        }
    }

    @Test func `a finding on a tooth cannot be dated after today`() throws {
        let desk = try Desk()
        let tomorrow = RecordFinding(
            0xa1, of: Self.patient, try finding(26, .caries), .existing, foundOn: "2026-11-24")
        #expect(desk.rejection(tomorrow, at: noon) == .notYet)
    }
}
