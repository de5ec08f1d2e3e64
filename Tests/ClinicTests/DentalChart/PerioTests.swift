import Clinic
import EventSourcing
import Identifiers
import Testing

/// Tests the figures and commands of periodontal examinations.
@Suite struct PerioTests {
    static func tooth(
        _ number: Int, depths: [Int] = [2, 2, 2, 2, 2, 2], recessions: [Int] = [0, 0, 0, 0, 0, 0], bleeding: Int = 0
    ) throws -> PerioTooth {
        let none = [Bool](repeating: false, count: 6)
        return PerioTooth(
            tooth: try #require(ToothNumber(number)), depths: depths, recessions: recessions,
            bleeding: (0..<6).map { $0 < bleeding }, plaque: none, suppuration: none)
    }

    @Test
    func
        `a periodontal examination's figures give bleeding, deep sites, deepest pocket and attachment level`()
        throws
    {
        let figures = PerioFigures(of: [
            try Self.tooth(16, depths: [3, 4, 5, 2, 2, 2], recessions: [0, 0, -2, 0, 0, 6], bleeding: 1),
            try Self.tooth(17),
        ])
        #expect(figures.sites == 12)
        #expect(figures.bleedingPercent == 8)
        #expect(figures.deepSites == 2)
        #expect(figures.deepestPocket == 5)
        #expect(figures.highestAttachmentLevel == 8)
    }

    @Test func `a periodontal examination can be marked as entered in error once, and cannot be dated after today`()
        throws
    {
        var desk = try Desk()
        let teeth = [try Self.tooth(16)]
        try desk.run(RecordPerioExamination(0xa1, of: Practice.patient(1), teeth), at: noon)
        let error = EnterPerioInError(0xa1, reason: Personal("Other patient"))
        try desk.run(error, at: noon)
        #expect(try desk.run(error, at: noon).isEmpty)
        #expect(desk.rejection(EnterPerioInError(0xa2, reason: Personal("None")), at: noon) == .unknownExamination)
        let tomorrow = RecordPerioExamination(0xa3, of: Practice.patient(1), on: "2026-11-24", teeth)
        #expect(desk.rejection(tomorrow, at: noon) == .notYet)
    }

    @Test func `a periodontal examination of an erased patient cannot be marked as entered in error`() throws {
        var desk = try Desk()
        try desk.run(RecordPerioExamination(0xa1, of: Practice.patient(1), [try Self.tooth(16)]), at: noon)
        try desk.run(ErasePatient(Practice.patient(1), reason: .requested), at: noon)
        let error = EnterPerioInError(0xa1, reason: Personal("Other patient"))
        #expect(desk.rejection(error, at: noon) == .unknownExamination)
    }
}
