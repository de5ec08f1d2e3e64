import Clinic
import EventSourcing
import Identifiers
import Testing

@Suite struct GuardianTests {
    private func details(_ family: String) -> PatientDetails {
        PatientDetails(
            given: Personal("Ewa"), family: Personal(family), birthDate: Personal("1980-01-31"), gender: nil,
            contact: PatientContact(phone: nil, email: nil, address: nil, language: nil), note: nil)
    }

    private func one() throws -> Given {
        try given(try Founded.clinic()).when(RegisterPatient(1, details("Nowak")), at: noon).thenWhatever()
    }

    @Test func `naming the same guardian again, or ending a guardianship that has ended, appends no event`() throws {
        let patients = try one().when(RegisterPatient(2, details("Kowalska")), at: noon).thenWhatever()
        let ids = #"{"guardian_id":"\#(Founded.id)01","dependant_id":"\#(Founded.id)02"}"#
        let named = patients.when(NameGuardian(1, of: 2), at: noon).then(try event("guardian-named", ids))
        #expect(named.state(.guardian(1)).dependants == [2])
        #expect(named.state(.guardian(2)).dependants == [])
        named.when(NameGuardian(1, of: 2), at: noon).thenNothing()
        let released = named.when(ReleaseGuardian(1, of: 2), at: noon).then(try event("guardian-released", ids))
        #expect(released.state(.guardian(1)).dependants == [])
        released.when(ReleaseGuardian(1, of: 2), at: noon).thenNothing()
        #expect(
            released.document(Guardians.self, DocumentKey(1 as ID<Patient>))
                == #"{"id":"\#(Founded.id)01","version":5,"dependants":[]}"#)
    }

    @Test func `a guardian and the dependant must be two different registered patients`() throws {
        let one = try one()
        one.when(NameGuardian(1, of: 2), at: noon).thenRejected(.noSuchPatient)
        one.when(NameGuardian(2, of: 1), at: noon).thenRejected(.noSuchPatient)
        one.when(ReleaseGuardian(1, of: 2), at: noon).thenRejected(.noSuchPatient)
        one.when(NameGuardian(1, of: 1), at: noon).thenRejected(.ownGuardian)
    }
}
