import Clinic
import EventSourcing
import Identifiers
import Testing

@Suite struct ChairTests {
    private func added(_ number: String, _ name: String) throws -> ClinicEvent {
        try event("chair-added", #"{"chair_id":"\#(Founded.id)\#(number)","name":"\#(name)"}"#)
    }

    @Test func `adding, renaming and retiring a treatment chair appends one event each`() throws {
        let one = given(try Founded.clinic()).when(AddChair(1, name: "Left"), at: noon).then(try added("01", "Left"))
        let renamed = one.when(RenameChair(1, name: "Window"), at: noon)
            .then(try event("chair-renamed", #"{"chair_id":"\#(Founded.id)01","name":"Window"}"#))
        let retired = renamed.when(RetireChair(1), at: noon)
            .then(try event("chair-retired", #"{"chair_id":"\#(Founded.id)01"}"#))
        #expect(renamed.state(.settings).activeChairs.map(\.name) == ["Window"])
        #expect(retired.state(.settings).activeChairs.isEmpty)
        #expect(
            retired.document(Chairs.self, DocumentKey(1 as ID<Chair>))
                == #"{"id":"\#(Founded.id)01","version":4,"name":"Window","active":false}"#)
    }

    @Test func `two active treatment chairs cannot share a name`() throws {
        let one = given(try Founded.clinic(), try added("01", "Grün"))
        one.when(AddChair(2, name: "grun"), at: noon).thenRejected(.nameTaken(by: 1))
        try one.when(RetireChair(1), at: noon).thenWhatever()
            .when(AddChair(2, name: "Grün"), at: noon).then(try added("02", "Grün"))
    }

    @Test func `a command that would not change a treatment chair appends no event`() throws {
        let one = given(try Founded.clinic(), try added("01", "Left"))
        one.when(AddChair(1, name: "Left"), at: noon).thenNothing()
        one.when(RenameChair(1, name: "Left"), at: noon).thenNothing()
        let retired = try one.when(RetireChair(1), at: noon).thenWhatever()
        retired.when(RetireChair(1), at: noon).thenNothing()
        retired.when(RenameChair(1, name: "Right"), at: noon).thenRejected(.retired)
    }

    @Test func `an unknown treatment chair can be neither renamed nor retired`() throws {
        given(try Founded.clinic()).when(RenameChair(9, name: "X"), at: noon).thenRejected(.noSuchChair)
        given(try Founded.clinic()).when(RetireChair(9), at: noon).thenRejected(.noSuchChair)
    }
}
