import Clinic
import EventSourcing
import Identifiers
import Testing

/// The decisions about dental charts and periodontal examinations, for `BoundedReadsTests`.
extension Walk {
    private var charted: ID<Patient> { Practice.patient(1) }

    private func record(_ id: ID<ToothFinding>) throws -> RecordFinding {
        let tooth = try #require(ToothNumber(26))
        return RecordFinding(id, of: charted, ToothFinding(tooth: tooth, kind: .filling), .planned)
    }

    mutating func prepareDentalChart() throws {
        try desk.run(record(0xfb1), at: noon)
        try desk.run(RecordPerioExamination(0xfb2, of: charted, [try PerioTests.tooth(16)]), at: noon)
    }

    /// The number of events that each decision about dental charts and periodontal examinations reads, by the
    /// decision's name.
    func dentalReads() throws -> [(String, Int)] {
        try [
            read(record(0xfbf)),
            read(ChangeFinding(0xfb1, of: charted, .done)),
            read(RecordPerioExamination(0xfbf, of: charted, [try PerioTests.tooth(16)])),
            read(EnterPerioInError(0xfb2, reason: Personal("Other patient"))),
        ]
    }
}
