import Clinic
import Endpoints
import EventSourcing
import Identifiers
import SQL
import Testing

@Suite struct PatientTests {
    private func details(
        _ given: String = "Łukasz", _ family: String = "Müller", born: CivilDate = "1980-01-31",
        phone: String? = nil, note: String? = nil
    ) -> PatientDetails {
        PatientDetails(
            given: Personal(given), family: Personal(family), birthDate: Personal(born), gender: nil,
            contact: contact(phone), note: note.map { Personal($0) })
    }

    private func contact(_ phone: String?) -> PatientContact {
        PatientContact(phone: phone.map { Personal($0) }, email: nil, address: nil, language: nil)
    }

    private func registered(_ details: PatientDetails) throws -> Given {
        try given(try Founded.clinic()).when(RegisterPatient(1, details), at: noon).thenWhatever()
    }

    @Test func `a registered patient is found by a hash of name and birth date, which differs between clinics`() throws
    {
        let history = try registered(details())
        let patient = history.state(.patient(1))
        #expect(patient.details == details())
        #expect(patient.version == 2)
        let identity = try #require(patient.identity)
        #expect(history.state(.possibleDuplicates(identity)).includes(1))
        // Another clinic computes another hash, so that the tag does not link a person's records in two clinics.
        let other = PatientIdentity(
            clinic: UUIDBytes(high: 1, low: 1), given: "Łukasz", family: "Müller", birthDate: "1980-01-31")
        #expect(identity != other)
    }

    @Test func `a patient with the name and birth date of another patient is a possible duplicate`() throws {
        let one = try registered(details())
        let again = details("lukasz", "MULLER")
        one.when(RegisterPatient(2, again), at: noon).thenRejected(.possibleDuplicate(of: [1]))
        let both = try one.when(RegisterPatient(2, again, allowsDuplicate: true), at: noon).thenWhatever()
        both.when(RegisterPatient(3, again), at: noon).thenRejected(.possibleDuplicate(of: [1, 2]))
        _ = try one.when(RegisterPatient(2, details(born: "1980-02-01")), at: noon).thenWhatever()
    }

    @Test func `a renamed patient is no longer a possible duplicate under the old name`() throws {
        let renamed = try registered(details())
            .when(ChangePatientDetails(1, details("Łukasz", "Nowak")), at: noon).thenWhatever()
        _ = try renamed.when(RegisterPatient(2, details()), at: noon).thenWhatever()
        renamed.when(RegisterPatient(2, details("Łukasz", "Nowak")), at: noon)
            .thenRejected(.possibleDuplicate(of: [1]))
    }

    @Test
    func `a new name that makes a patient a possible duplicate is refused; a duplicate's new phone number is accepted`()
        throws
    {
        let two = try registered(details())
            .when(RegisterPatient(2, details("Ewa", "Nowak")), at: noon).thenWhatever()
        two.when(ChangePatientDetails(2, details()), at: noon).thenRejected(.possibleDuplicate(of: [1]))
        let duplicates = try two.when(ChangePatientDetails(2, details(), allowsDuplicate: true), at: noon)
            .thenWhatever()
        _ = try duplicates.when(ChangePatientDetails(2, details(phone: "0170 1234567")), at: noon).thenWhatever()
    }

    @Test func `registering a registered patient again appends no event`() throws {
        try registered(details()).when(RegisterPatient(1, details()), at: noon).thenNothing()
    }

    @Test func `a birth date after today in the clinic's time zone, or before the year 130 years ago, is refused`()
        throws
    {
        let midnightInBerlin: Instant = "2026-11-22T23:30:00Z"
        let clinic = given(try Founded.clinic())
        _ = try clinic.when(RegisterPatient(1, details(born: "2026-11-23")), at: midnightInBerlin).thenWhatever()
        clinic.when(RegisterPatient(1, details(born: "2026-11-24")), at: midnightInBerlin)
            .thenRejected(.impossibleBirthDate)
        clinic.when(RegisterPatient(1, details(born: "1895-12-31")), at: noon).thenRejected(.impossibleBirthDate)
    }

    @Test func `changing a patient to the same values appends no event`() throws {
        try registered(details()).when(ChangePatientDetails(1, details()), at: noon).thenNothing()
        try registered(details()).when(ChangePatientContact(1, contact(nil)), at: noon).thenNothing()
    }

    @Test func `an unknown patient cannot be changed`() throws {
        given(try Founded.clinic()).when(ChangePatientDetails(1, details()), at: noon).thenRejected(.noSuchPatient)
        given(try Founded.clinic()).when(ChangePatientContact(1, contact(nil)), at: noon).thenRejected(.noSuchPatient)
    }

    @Test
    func `a patient's own document shows a changed phone number, but not the staff's note about the patient`() throws {
        let history = try registered(details(note: "Afraid of needles"))
            .when(ChangePatientContact(1, contact("0170 1234567")), at: noon).thenWhatever()
        let row = try #require(history.row(Patients.self, DocumentKey(1 as ID<Patient>)))
        #expect(
            String(decoding: row.document, as: UTF8.self)
                == #"{"id":"\#(Founded.id)01","version":3,"given_name":"Łukasz","family_name":"Müller","#
                + #""birth_date":"1980-01-31","phone":"0170 1234567","note":"Afraid of needles","#
                + #""registered_at":"2026-11-23T11:00:00Z"}"#)
        let columns = row.columns.map(\.shown)
        #expect(columns[0].contains("0170 1234567"))
        #expect(!columns[0].contains("needles"))
        #expect(
            columns[1]
                == #"{"id":"\#(Founded.id)01","version":3,"name":"Łukasz Müller","birth_date":"1980-01-31","phone":"0170 1234567"}"#
        )
        #expect(columns[2] == "muller lukasz")
        #expect(columns[3].split(separator: " ").contains("p1234567"))
    }
}
