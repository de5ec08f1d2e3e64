import Clinic
import Endpoints
import EventSourcing
import Identifiers
import Testing

@Suite struct RestrictionTests {
    static let details = PatientDetails(
        given: Personal("Łukasz"), family: Personal("Müller"), birthDate: Personal("1980-01-31"),
        gender: Personal(.male),
        contact: PatientContact(
            phone: Personal("0170 1234567"), email: Personal("lukasz@example.com"), address: nil, language: nil),
        note: Personal("Afraid of needles"))
    private static let reason = Personal("Unconscious in the waiting room")

    /// A member of staff who treats no patient.
    static func reader(_ number: UInt64, _ role: Role = .receptionist) -> RecordReader {
        RecordReader(account: UUIDBytes(high: 0xacc0, low: number), staff: ID(integerLiteral: number), role: role)
    }

    private func open() throws -> Given {
        try given(try Founded.clinic()).when(RegisterPatient(1, Self.details), at: noon).thenWhatever()
    }

    private func restricted() throws -> Given {
        try open().when(RestrictRecord(1, true), at: noon).thenWhatever()
    }

    private func breakGlass(_ number: UInt64 = 7, access: ID<EmergencyAccess> = 9) -> BreakGlass {
        BreakGlass(access, to: 1, for: Self.reader(number), reason: Self.reason)
    }

    private func change(_ number: UInt64) -> ChangePatientDetails {
        let contact = PatientContact(phone: Personal("\(number)"), email: nil, address: nil, language: nil)
        let details = PatientDetails(
            given: Personal("Łukasz"), family: Personal("Müller"), birthDate: Personal("1980-01-31"), gender: nil,
            contact: contact, note: nil)
        return ChangePatientDetails(1, details, by: Self.reader(number))
    }

    @Test func `restricting a restricted record, or lifting a missing restriction, appends no event`() throws {
        let body = #"{"patient_id":"\#(Founded.id)01","restricted":"#
        let restricted = try open().when(RestrictRecord(1, true), at: noon)
            .then(try event("patient-restriction-set", body + "true}"))
        restricted.when(RestrictRecord(1, true), at: noon).thenNothing()
        let lifted = restricted.when(RestrictRecord(1, false), at: noon)
            .then(try event("patient-restriction-set", body + "false}"))
        lifted.when(RestrictRecord(1, false), at: noon).thenNothing()
        try open().when(RestrictRecord(1, false), at: noon).thenNothing()
        #expect(restricted.state(.registration(of: 1)).isRestricted)
        #expect(!lifted.state(.registration(of: 1)).isRestricted)
    }

    @Test func `the record of an unknown or erased patient cannot be restricted`() throws {
        try open().when(RestrictRecord(2, true), at: noon).thenRejected(.noSuchPatient)
        let erased = try restricted().when(ErasePatient(1, reason: .requested), at: noon).thenWhatever()
        erased.when(RestrictRecord(1, true), at: noon).thenRejected(.erased)
        #expect(!erased.state(.registration(of: 1)).isRestricted)
    }

    @Test func `staff without access see only a restricted patient's name and birth date; the patient sees everything`()
        throws
    {
        let key = DocumentKey(1 as ID<Patient>)
        let open = try #require(try open().row(Patients.self, key))
        #expect(open.columns.map(\.shown)[4].isEmpty)
        let row = try #require(try restricted().row(Patients.self, key))
        let (document, columns) = (String(decoding: row.document, as: UTF8.self), row.columns.map(\.shown))
        #expect(document.contains("needles") && document.contains(#""restricted":true"#))
        #expect(columns[0].contains("1234567") && !columns[0].contains("restricted"))
        #expect(!columns[1].contains("restricted"))
        #expect(!columns[3].split(separator: " ").contains("p1234567"))
        #expect(
            columns[4]
                == #"{"id":"\#(Founded.id)01","version":3,"given_name":"Łukasz","family_name":"Müller","#
                + #""birth_date":"1980-01-31","registered_at":"2026-11-23T11:00:00Z","restricted":true}"#)
    }

    @Test func `emergency access opens a restricted record for eight hours, only to the staff member who asked`() throws
    {
        let restricted = try restricted()
        restricted.when(change(7), at: noon).thenRejected(.restricted)
        let broken = restricted.when(breakGlass(), at: noon).then(
            try event(
                "glass-broken",
                #"{"access_id":"\#(Founded.id)09","patient_id":"\#(Founded.id)01","#
                    + #""account_id":"\#(Self.reader(7).account)","staff_id":"\#(Founded.id)07","#
                    + #""role":"receptionist","until":"2026-11-23T19:00:00Z","reason":"Unconscious in the waiting room"}"#
            ))
        broken.when(breakGlass(), at: noon.adding(hours: 8).adding(seconds: -1)).thenRejected(.openAlready)
        _ = try broken.when(change(7), at: noon.adding(hours: 8).adding(seconds: -1)).thenWhatever()
        broken.when(change(8), at: noon).thenRejected(.restricted)
        broken.when(change(7), at: noon.adding(hours: 8)).thenRejected(.restricted)
        _ = try broken.when(breakGlass(access: 10), at: noon.adding(hours: 8)).thenWhatever()
        // Emergency access changes neither the version of the patient's registration nor that of the patient.
        #expect(broken.state(.registration(of: 1)).version == 3)
        #expect(broken.state(.patient(1)).version == 3)
    }

    @Test
    func `a patient gets the stored answer about themselves again, and 404 for a stored answer about someone else`() {
        var model = DecisionModel(StateCache<ClinicEvent>())
        let (own, other): (ID<Patient>, ID<Patient>) = (1, 2)
        let principal = Principal(
            authenticatedIn: Given.clinic, account: own.uuid, session: own.uuid, role: .patient, subject: own.uuid)
        let answer = DocumentAnswer(Patients.self, DocumentKey(own))
        #expect(answer.problem(for: principal, about: own, &model, at: noon) == nil)
        #expect(answer.problem(for: principal, about: other, &model, at: noon)?.kind == .notFound)
    }

    @Test func `emergency access to an unrestricted or unknown record is rejected`() throws {
        try open().when(breakGlass(), at: noon).thenRejected(.notRestricted)
        given(try Founded.clinic()).when(breakGlass(), at: noon).thenRejected(.noSuchPatient)
        try restricted().when(RestrictRecord(1, false), at: noon).thenWhatever()
            .when(breakGlass(), at: noon).thenRejected(.notRestricted)
    }

    @Test func `a reader without access to a record cannot open it by naming a guardian`() throws {
        let both = try restricted().when(RegisterPatient(2, Self.details, allowsDuplicate: true), at: noon)
            .thenWhatever()
        both.when(NameGuardian(2, of: 1, by: Self.reader(7)), at: noon).thenRejected(.restricted)
        _ = try both.when(NameGuardian(1, of: 2, by: Self.reader(7)), at: noon).thenWhatever()
    }

    @Test func `the reason of an emergency access is erased with the clinical records, and the access is kept`()
        throws
    {
        let broken = try restricted().when(breakGlass(), at: noon).thenWhatever()
        let erase = EraseRecords(1, .clinical)
        guard case .failure(.recordsMustBeKept) = broken.when(erase, at: noon).result else {
            Issue.record("forgotten too early")
            return
        }
        let key = DocumentKey(9 as ID<EmergencyAccess>)
        #expect(broken.document(EmergencyAccesses.self, key)?.contains("Unconscious") == true)
        let expired = try broken.when(erase, at: "2040-01-01T00:00:00Z").thenWhatever()
        let document = try #require(expired.document(EmergencyAccesses.self, key))
        #expect(document.contains(#""reason":"(erased)""#) && document.contains(#""role":"receptionist""#))
        let seal = GlassSeal(isErased: true)
        var replayed = given()
        for recorded in expired.feed {
            replayed = replayed.and(try seal.stored(recorded.event), at: recorded.recordedAt)
        }
        #expect(expired.row(EmergencyAccesses.self, key) == replayed.row(EmergencyAccesses.self, key))
    }
}
