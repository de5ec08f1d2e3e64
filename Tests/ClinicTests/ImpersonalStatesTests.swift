import Clinic
import EventSourcing
import Testing

@Suite struct `A state declared impersonal` {
    static let impersonal: [any EventSourced.Type] = [
        Appointment.self, DoctorDay.self, ChairDay.self, PatientYear.self, PatientAgenda.self, Guardian.self,
        InvoiceOwner.self,
        PaymentOwner.self, InvoiceNumbers.self, SerialNumbers.self, DrawerDay.self, FamilyAccount.self,
        DrawerTakings.self, AccountHistory.self, PatientAccount.self, PatientRecords.self, Registration.self,
        Treatment.self, BlockState.self, WaitlistCourse.self, WaitingMonth.self, RecallState.self, VisitSeries.self,
        InsurancePayer.self, CoverageOwner.self, ClaimOwner.self, CheckInSchedule.self, MissedCheckInState.self,
    ]

    private func both<State: EventSourced>(_ state: State.Type) throws -> (Bool, opened: String, passedOver: String) {
        (State.readsPersonal, try fold(state, isErased: false), try fold(state, isErased: true))
    }

    /// Folds all golden events into a state, with their personal values erased if `isErased`, and dumps the state.
    private func fold<State: EventSourced>(_ state: State.Type, isErased: Bool) throws -> String {
        var state = State.initial
        let seal = GlassSeal(isErased: isErased)
        for (index, file) in try GoldenEventsTests.files().enumerated() {
            let event = try ClinicEvent.types.decode(type: file.type, version: file.version, data: file.bytes)
            let recorded = Recorded(
                clinic: Given.clinic, position: Int64(index + 1), event: try seal.stored(event),
                recordedAt: "2026-01-02T08:00:00Z", actor: .system)
            if let recorded = recorded as? Recorded<State.Event> { state.evolve(recorded) }
        }
        var text = ""
        dump(state, to: &text)
        return text
    }

    @Test(arguments: impersonal.indices)
    func `a state declared to read no personal values has none, and is the same after the values are erased`(
        _ index: Int
    ) throws {
        let state = Self.impersonal[index]
        let (reads, opened, passedOver) = try both(state)
        #expect(!reads)
        #expect(opened == passedOver)
        #expect(!opened.contains("‹personal›") && !opened.contains("Personal<"), "\(opened)")
    }

    @Test func `a state with names or free text is declared to read personal values, and differs after an erasure`()
        throws
    {
        for state in [Patient.self, ClinicSettings.self, PossibleDuplicates.self] as [any EventSourced.Type] {
            let (reads, opened, passedOver) = try both(state)
            #expect(reads)
            #expect(opened != passedOver)
        }
    }
}
