import Clinic
import Endpoints
import EventSourcing
import Identifiers
import Testing

@Suite struct FileTests {
    private static let now: Instant = "2026-11-23T12:00:00Z"
    static let patient: ID<Patient> = 1
    private static let limits = FileLimits(count: 3, bytes: 1_000)

    private func add(
        _ file: ID<PatientFile>, _ size: Int64 = 100, _ category: FileCategory = .xRay,
        of patient: ID<Patient> = FileTests.patient, by role: Role = .doctor
    ) -> AddFile {
        AddFile(
            Self.added(file, size, category, of: patient), by: .staff(RestrictionTests.reader(7, role)),
            within: Self.limits)
    }

    static func added(
        _ file: ID<PatientFile>, _ size: Int64 = 100, _ category: FileCategory = .xRay,
        of patient: ID<Patient> = FileTests.patient, name: Personal<String> = Personal("upper left.png")
    ) -> FileAdded {
        let digit = String(file.uuid.text.suffix(1))
        return FileAdded(
            file: file, patient: patient, category: category, type: .png, name: name, tooth: ToothNumber(26),
            size: size, sha256: Personal(String(repeating: "a", count: 64)),
            address: String(repeating: digit, count: 64))
    }

    private func remove(_ file: ID<PatientFile>) -> RemoveFile {
        RemoveFile(file, by: RestrictionTests.reader(7, .doctor), reason: Personal("another patient's"))
    }

    private func registered() throws -> Desk {
        var desk = try Desk()
        try desk.run(RegisterPatient(Self.patient, RestrictionTests.details), at: Self.now)
        return desk
    }

    @Test func `a file's document has the file's properties, and is marked as removed after the file's removal`() throws
    {
        var desk = try registered()
        try desk.run(add(0xf1), at: Self.now)
        let stored = try #require(desk.given.row(Files.self, DocumentKey(0xf1 as ID<PatientFile>)))
        let text = String(decoding: stored.document, as: UTF8.self)
        #expect(text.contains(#""type":"image/png","name":"upper left.png","tooth":26,"size":100"#))
        #expect(text.contains(#""status":"stored""#))
        try desk.run(remove(0xf1), at: Self.now)
        let removed = try #require(desk.given.document(Files.self, DocumentKey(0xf1 as ID<PatientFile>)))
        #expect(removed.contains(#""status":"removed""#))
        #expect(try desk.run(remove(0xf1), at: Self.now).isEmpty)
    }

    @Test func `a receptionist can add a document of a patient, and no clinical file`() throws {
        var desk = try registered()
        #expect(desk.rejection(add(0xf1, by: .receptionist), at: Self.now) == .categoryOfOthers)
        try desk.run(add(0xf1, 100, .document, by: .receptionist), at: Self.now)
    }

    @Test func `a file is refused if the number of a patient's files, removed ones included, would exceed the limit`()
        throws
    {
        var desk = try registered()
        for file in [0xf1, 0xf2, 0xf3] as [ID<PatientFile>] { try desk.run(add(file), at: Self.now) }
        try desk.run(remove(0xf1), at: Self.now)
        #expect(desk.rejection(add(0xf4), at: Self.now) == .tooManyFiles)
    }

    @Test
    func `a file is refused if the total size of a patient's files, without removed ones, would exceed the limit`()
        throws
    {
        var desk = try registered()
        try desk.run(add(0xf1, 900), at: Self.now)
        #expect(desk.rejection(add(0xf2, 101), at: Self.now) == .tooManyBytes)
        try desk.run(remove(0xf1), at: Self.now)
        try desk.run(add(0xf2, 1_000), at: Self.now)
    }

    private func send(
        _ file: ID<PatientFile>, _ size: Int64 = 100, _ category: FileCategory = .photo, by sender: ID<Patient>
    ) -> AddFile {
        AddFile(
            Self.added(file, size, category), by: .patient(sender), within: FileLimits(count: 4, bytes: 1_000))
    }

    private static let sender = Actor.account(UUIDBytes(high: 0xacc0, low: 1), role: "patient")

    @Test func `a patient can send a photo, which is marked as the patient's, but no X-ray image or scan`() throws {
        var desk = try registered()
        #expect(desk.rejection(send(0xf1, 100, .xRay, by: Self.patient), at: Self.now) == .categoryOfOthers)
        #expect(desk.rejection(send(0xf1, 100, .scan, by: Self.patient), at: Self.now) == .categoryOfOthers)
        try desk.run(send(0xf1, by: Self.patient), as: Self.sender, at: Self.now)
        try desk.run(add(0xf2), at: Self.now)
        let document = try #require(desk.given.document(Files.self, DocumentKey(0xf1 as ID<PatientFile>)))
        #expect(document.contains(#""from_patient":true"#))
        let clinics = try #require(desk.given.document(Files.self, DocumentKey(0xf2 as ID<PatientFile>)))
        #expect(clinics.contains(#""from_patient":false"#))
    }

    @Test func `a patient cannot send a file about another patient unless they are a guardian who may act`() throws {
        var desk = try registered()
        try desk.run(RegisterPatient(2, RestrictionTests.details, allowsDuplicate: true), at: Self.now)
        #expect(desk.rejection(send(0xf1, by: 2), at: Self.now) == .unknownPatient)
        try desk.run(
            NameGuardian(2, of: Self.patient), at: Self.now)
        #expect(desk.rejection(send(0xf1, by: 2), at: Self.now) == .guardianMayNotWrite)
        try desk.letGuardiansAct(at: Self.now)
        try desk.run(send(0xf1, by: 2), as: Self.sender, at: Self.now)
        try desk.run(RestrictRecord(Self.patient, true), at: Self.now)
        #expect(desk.rejection(send(0xf2, by: 2), at: Self.now) == .unknownPatient)
    }

    @Test
    func `files from a patient take at most half of the limits of a patient's files, so staff can still add files`()
        throws
    {
        var desk = try registered()
        #expect(desk.rejection(send(0xf1, 501, by: Self.patient), at: Self.now) == .tooManyBytes)
        try desk.run(send(0xf1, 300, by: Self.patient), as: Self.sender, at: Self.now)
        #expect(desk.rejection(send(0xf2, 201, by: Self.patient), at: Self.now) == .tooManyBytes)
        try desk.run(remove(0xf1), at: Self.now)
        try desk.run(send(0xf2, 500, by: Self.patient), as: Self.sender, at: Self.now)
        #expect(desk.rejection(send(0xf3, 1, by: Self.patient), at: Self.now) == .tooManyFiles)
        try desk.run(add(0xf3, 500), at: Self.now)
    }

    @Test func `a file of an unknown patient cannot be added, and an unknown file cannot be removed`() throws {
        let desk = try registered()
        #expect(desk.rejection(add(0xf1, of: 9), at: Self.now) == .unknownPatient)
        #expect(desk.rejection(remove(0xf9), at: Self.now) == .unknownFile)
    }

    @Test func `staff cannot add or remove files of a restricted record, and can add them after emergency access`()
        throws
    {
        var desk = try registered()
        try desk.run(add(0xf1), at: Self.now)
        try desk.run(RestrictRecord(Self.patient, true), at: Self.now)
        #expect(desk.rejection(add(0xf2), at: Self.now) == .restricted)
        #expect(desk.rejection(remove(0xf1), at: Self.now) == .restricted)
        try desk.run(
            BreakGlass(0xe1, to: Self.patient, for: RestrictionTests.reader(7, .doctor), reason: Personal("emergency")),
            at: Self.now)
        try desk.run(add(0xf2), at: Self.now)
    }

    @Test func `erasing a patient's clinical records after their retention erases the names of the patient's files`()
        throws
    {
        var desk = try registered()
        try desk.run(add(0xf1), at: Self.now)
        let early = desk.rejection(EraseRecords(Self.patient, .clinical), at: Self.now)
        #expect(early == .recordsMustBeKept(until: Self.now.adding(days: 11 * 366)))
        try desk.run(EraseRecords(Self.patient, .clinical), at: Self.now.adding(days: 11 * 366))
        let document = try #require(desk.given.document(Files.self, DocumentKey(0xf1 as ID<PatientFile>)))
        #expect(document.contains(#""status":"erased""#) && !document.contains("upper left"))
    }

    @Test func `the type of a file is recognized by its first bytes`() {
        #expect(FileType(head: Array("%PDF-1.7".utf8)) == .pdf)
        #expect(FileType(head: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]) == .png)
        #expect(FileType(head: [0xff, 0xd8, 0xff, 0xe0]) == .jpeg)
        #expect(FileType(head: [0, 0, 0, 24] + "ftypheic".utf8) == .heic)
        #expect(FileType(head: [0, 0, 0, 24] + "ftypmp42".utf8) == nil)
        #expect(FileType(head: [UInt8](repeating: 0, count: 128) + "DICM".utf8) == .dicom)
        #expect(FileType(head: [UInt8](repeating: 0, count: 128) + "DICN".utf8) == nil)
        #expect(FileType(head: Array("<html>".utf8)) == nil)
        #expect(FileType(head: []) == nil)
    }

    @Test func `exactly 52 numbers are tooth numbers of adults or children`() {
        #expect((0...99).count { ToothNumber($0) != nil } == 52)
        #expect(ToothNumber(26) != nil && ToothNumber(55) != nil)
        #expect(ToothNumber(19) == nil && ToothNumber(56) == nil && ToothNumber(91) == nil)
    }
}
