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
        InsurancePayer.self, CoverageOwner.self, ClaimOwner.self, KnownFile.self, PatientFiles.self,
        CheckInSchedule.self,
        MissedCheckInState.self,
    ]

    private func both<State: EventSourced>(_ state: State.Type) throws -> (Bool, opened: String, passedOver: String) {
        (State.readsPersonal, try fold(state, isErased: false), try fold(state, isErased: true))
    }

    /// Folds the golden events under each tag of the events into a state, and dumps the states. The personal values of the
    /// events are erased if `isErased`.
    private func fold<State: EventSourced>(_ state: State.Type, isErased: Bool) throws -> String {
        let seal = GlassSeal(isErased: isErased)
        var feed: [(recorded: Recorded<State.Event>, tags: [EventSourcing.Tag])] = []
        var tags: [EventSourcing.Tag] = []
        for (index, file) in try GoldenEventsTests.files().enumerated() {
            let event = try ClinicEvent.types.decode(type: file.type, version: file.version, data: file.bytes)
            let recorded = Recorded(
                clinic: Given.clinic, position: Int64(index + 1), event: try seal.stored(event),
                recordedAt: "2026-01-02T08:00:00Z", actor: .system)
            let noticed = event.tags.noticed
            if let recorded = recorded as? Recorded<State.Event> { feed.append((recorded, noticed)) }
            for tag in noticed where !tags.contains(tag) { tags.append(tag) }
        }
        var text = ""
        for tag in tags {
            var state = State.initial(under: tag)
            for (recorded, own) in feed where own.contains(tag) { state.evolve(recorded) }
            dump(state, to: &text)
        }
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
