import Clinic
import Endpoints
import EventSourcing
import Identifiers
import Testing

/// Tests the files of a person with a surviving and a merged record.
@Suite struct MergedFileTests {
    private static let now: Instant = "2026-11-23T12:00:00Z"
    private static let reason = Personal("Registered twice")
    private let kept = Practice.patient(1)
    private let merged = Practice.patient(2)

    private func add(_ file: ID<PatientFile>, _ size: Int64 = 100, to patient: ID<Patient>) -> AddFile {
        AddFile(
            FileTests.added(file, size, of: patient), by: .staff(RestrictionTests.reader(7, .doctor)),
            within: FileLimits(count: 3, bytes: 1_000))
    }

    private var merge: MergePatients { MergePatients(merged, into: kept, reason: Self.reason) }
    private var unmerge: UnmergePatients { UnmergePatients(kept, reason: Self.reason) }

    @Test func `a file can be added to the surviving record, and to the merged one only after the merge was undone`()
        throws
    {
        var desk = try Desk()
        try desk.run(merge, at: Self.now)
        #expect(desk.rejection(add(0xf1, to: merged), at: Self.now) == .merged(into: kept))
        try desk.run(add(0xf1, to: kept), at: Self.now)
        try desk.run(unmerge, at: Self.now)
        try desk.run(add(0xf2, to: merged), at: Self.now)
    }

    @Test func `the files of the merged record count towards the limits for a patient's files`() throws {
        var desk = try Desk()
        try desk.run(add(0xf1, 300, to: merged), at: Self.now)
        try desk.run(add(0xf2, 300, to: merged), at: Self.now)
        try desk.run(merge, at: Self.now)
        #expect(desk.rejection(add(0xf3, 401, to: kept), at: Self.now) == .tooManyBytes)
        try desk.run(add(0xf3, 100, to: kept), at: Self.now)
        #expect(desk.rejection(add(0xf4, to: kept), at: Self.now) == .tooManyFiles)
        try desk.run(unmerge, at: Self.now)
        try desk.run(add(0xf4, 900, to: kept), at: Self.now)
    }

    @Test func `clinical records cannot be erased before the retention period of a merged record's files has ended`()
        throws
    {
        var desk = try Desk()
        let later = Self.now.adding(days: 365)
        try desk.run(add(0xf1, to: kept), at: Self.now)
        try desk.run(add(0xf2, to: merged), at: later)
        try desk.run(merge, at: later)
        let erase = EraseRecords(kept, .clinical)
        let end = Self.now.adding(days: EraseRecords.daysKept)
        let endOfBoth = later.adding(days: EraseRecords.daysKept)
        #expect(desk.rejection(erase, at: end) == .recordsMustBeKept(until: endOfBoth))
        #expect(desk.rejection(erase, at: endOfBoth) == nil)
        try desk.run(unmerge, at: later)
        #expect(desk.rejection(erase, at: end) == nil)
    }
}
