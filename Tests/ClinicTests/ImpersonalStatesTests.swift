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
        KnownPrescription.self, KnownHistoryTemplate.self, PatientForms.self, HistoryFormOwner.self,
        KnownConsent.self, PatientConsents.self, ConsentTemplate.self,
        CheckInSchedule.self, CheckInClaim.self,
        MissedCheckInState.self, TreatmentPlan.self, DentalChart.self, PerioExamination.self, KnownChartEntry.self,
        ChartSize.self, KnownVitals.self, LatestVitals.self,
        KnownNote.self, NoteCount.self, NoteTemplate.self, MessageThread.self, PatientThreads.self,
        PatientMessageDay.self, MessageReading.self, SideReading.self, KnownMessage.self, AgreedVisit.self,
        LastVisitReminder.self, LastRecallNotice.self, BookedServices.self,
        ChosenNotificationSettings.self,
    ]

    private func both<State: EventSourced>(_ state: State.Type) throws -> (Bool, opened: String, passedOver: String) {
        (State.readsPersonal, try fold(state, isErased: false), try fold(state, isErased: true))
    }

    /// Folds the golden events under each tag of the events into a state, and dumps the states. The personal values of
    /// the events are erased if `isErased`.
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
            var lines = ""
            dump(state, to: &lines)
            // The elements of a dictionary or set have a random order.
            text += lines.split(separator: "\n").sorted().joined(separator: "\n")
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
