import Clinic
import EventSourcing
import Identifiers
import SQL
import Testing

@Suite struct ErasureTests {
    private static let details = PatientDetails(
        given: Personal("Łukasz"), family: Personal("Müller"), birthDate: Personal("1980-01-31"),
        gender: Personal(.male),
        contact: PatientContact(
            phone: Personal("+49 170 1234567"), email: Personal("lukasz@example.com"),
            address: Personal("Ringstraße 7"), language: Personal("pl")),
        note: Personal("Afraid of needles"))

    private func registered() throws -> Given {
        try given(try Founded.clinic()).when(RegisterPatient(1, Self.details), at: noon).thenWhatever()
    }

    private func erased() throws -> Given {
        try registered().when(ErasePatient(1, reason: .requested), at: noon).thenWhatever()
    }

    @Test func `an erased patient's row contains none of the patient's personal values`() throws {
        let row = try #require(try erased().row(Patients.self, DocumentKey(1 as ID<Patient>)))
        let texts = [String(decoding: row.document, as: UTF8.self)] + row.columns.map { "\($0)" }
        for text in texts {
            for secret in ["ukasz", "ller", "1980", "male", "1234567", "example", "Ring", "\"pl\"", "needles"] {
                #expect(!text.contains(secret), "\(text)")
            }
        }
        #expect(texts[0].contains(#""given_name":"(erased)""#) && texts[0].contains("erased_at"))
        #expect(row.person == nil)
    }

    @Test func `an erased patient's row is the same if the person key was destroyed before the events were read`()
        throws
    {
        let contact = PatientContact(phone: Personal("110"), email: nil, address: nil, language: nil)
        let known = try registered().when(ChangePatientContact(1, contact), at: noon).thenWhatever()
            .when(ErasePatient(1, reason: .requested), at: noon).thenWhatever()
        let seal = GlassSeal(isErased: true)
        let forgotten = try known.feed.map { try seal.stored($0.event) }
        var replayed = given()
        for (event, recorded) in zip(forgotten, known.feed) { replayed = replayed.and(event, at: recorded.recordedAt) }
        let key = DocumentKey(1 as ID<Patient>)
        #expect(known.row(Patients.self, key) == replayed.row(Patients.self, key))
        #expect(replayed.state(.patient(1)).details == nil)
    }

    @Test func `a second erasure of a patient appends no event, and erasing an unknown patient is rejected`() throws {
        try erased().when(ErasePatient(1, reason: .unlawful), at: noon).thenNothing()
        try registered().when(ErasePatient(2, reason: .requested), at: noon).thenRejected(.noSuchPatient)
    }

    @Test func `an erased patient cannot be changed, and is not reported as a duplicate`() throws {
        let gone = try erased()
        gone.when(ChangePatientDetails(1, Self.details), at: noon).thenRejected(.erased)
        gone.when(ChangePatientContact(1, Self.details.contact), at: noon).thenRejected(.erased)
        let again = try gone.when(RegisterPatient(2, Self.details), at: noon).thenWhatever()
        #expect(again.state(.patient(2)).details == Self.details)
    }

    @Test func `future appointments prevent the erasure of a patient, and past appointments do not`() throws {
        var desk = try Desk()
        let patient = Practice.patient(1)
        try desk.book("2026-03-02T09:00:00Z", at: "2026-02-01T09:00:00Z")
        let erase = ErasePatient(patient, reason: .requested)
        desk.given.when(erase, at: "2026-03-02T08:00:00Z").thenRejected(.appointmentsAhead)
        _ = try desk.given.when(erase, at: "2026-03-03T08:00:00Z").thenWhatever()
    }

    @Test func `if a backup is restored, an earlier erasure is repeated even for a patient with future appointments`()
        throws
    {
        var desk = try Desk()
        try desk.book("2026-03-02T09:00:00Z", at: "2026-02-01T09:00:00Z")
        let erase = ErasePatient(Practice.patient(1), reason: .requested, isRepeated: true)
        let erased = try desk.given.when(erase, at: "2026-03-02T08:00:00Z").thenWhatever()
        #expect(erased.state(.patient(Practice.patient(1))).isErased)
        erased.when(erase, at: "2026-03-02T08:00:00Z").thenNothing()
    }

    @Test func `an open balance prevents the erasure of a patient, whether the patient or the clinic owes money`()
        throws
    {
        let erase = ErasePatient(1, reason: .requested)
        let invoice = IssueInvoice(
            invoice: 7, patient: 1, appointment: nil,
            lines: [.init(service: nil, description: Personal("Filling"), quantity: 1, unitPrice: Money(100, .euro))])
        func pay(_ amount: Int64) -> RecordPayment {
            RecordPayment(payment: 8, payer: .patient(1), PaymentTerms(amount: Money(amount, .euro), method: .card))
        }
        let invoiced = try registered().when(invoice, at: noon).thenWhatever()
        invoiced.when(erase, at: noon).thenRejected(.accountNotSettled)
        try invoiced.when(pay(150), at: noon).thenWhatever().when(erase, at: noon).thenRejected(.accountNotSettled)
        _ = try invoiced.when(pay(100), at: noon).thenWhatever().when(erase, at: noon).thenWhatever()
    }
}

/// Tests erasures after a retention period, and erasures of staff.
@Suite struct ExpiryTests {
    private static let later: Instant = "2040-01-01T00:00:00Z"

    @Test func `texts about a visit can be erased after their retention period, and the visit itself is kept`() throws {
        var desk = try Desk()
        let patient = Practice.patient(1)
        let id = try desk.book("2026-03-02T09:00:00Z", at: "2026-02-01T09:00:00Z")
        try desk.run(NoteAppointment(AppointmentTarget(id), note: Personal("Caries")), at: "2026-03-02T10:00:00Z")
        let cancel = CancelAppointment(AppointmentTarget(id), reason: Personal("Ada called"))
        try desk.run(cancel, at: "2026-03-02T08:00:00Z")
        let erase = EraseRecords(patient, .clinical)
        guard case .failure(.recordsMustBeKept) = desk.given.when(erase, at: "2036-01-01T00:00:00Z").result else {
            Issue.record("forgotten too early")
            return
        }
        let before = try #require(desk.given.document(Appointments.self, DocumentKey(id)))
        #expect(before.contains("Caries") && before.contains("Ada called"))
        let expired = try desk.given.when(erase, at: Self.later).thenWhatever()
        let after = try #require(expired.document(Appointments.self, DocumentKey(id)))
        #expect(!after.contains("Caries") && !after.contains("Ada called"))
        #expect(after.contains(#""status":"cancelled""#) && after.contains(#""by":"clinic""#))
        try expectSameWhenForgotten(expired, Appointments.self, DocumentKey(id))
        expired.when(erase, at: Self.later).thenNothing()
        expired.when(EraseRecords(patient, .financial), at: Self.later).thenNothing()
    }

    @Test func `clinical records must be kept for eleven years from the last visit, not from the first`() throws {
        var desk = try Desk()
        try desk.book("2026-03-02T09:00:00Z", at: "2026-02-01T09:00:00Z")
        try desk.book("2030-03-04T09:00:00Z", at: "2030-02-01T09:00:00Z")
        let erase = EraseRecords(Practice.patient(1), .clinical)
        guard case .failure(.recordsMustBeKept) = desk.given.when(erase, at: "2038-01-01T00:00:00Z").result else {
            Issue.record("forgotten too early")
            return
        }
        #expect(try !desk.given.when(erase, at: "2041-04-01T00:00:00Z").result.get().isEmpty)
    }

    @Test func `an erasure of financial records removes the texts of invoices and payments, and keeps the amounts`()
        throws
    {
        let details = PatientDetails(
            given: Personal("A"), family: Personal("B"), birthDate: Personal("1980-01-31"), gender: nil,
            contact: PatientContact(phone: nil, email: nil, address: nil, language: nil), note: nil)
        let issue = IssueInvoice(
            invoice: 7, patient: 1, appointment: nil,
            lines: [.init(service: nil, description: Personal("Secret"), quantity: 1, unitPrice: Money(100, .euro))])
        let pay = RecordPayment(
            payment: 8, payer: .patient(1),
            PaymentTerms(amount: Money(100, .euro), method: .card, reference: Personal("Secret")))
        let refund = RefundPayment(
            refund: 9, payment: 8, amount: Money(100, .euro), method: .card, reason: Personal("Secret"))
        let void = VoidInvoice(invoice: 7, reason: Personal("Secret"))
        let history = try given(try Founded.clinic()).when(RegisterPatient(1, details), at: noon).thenWhatever()
            .when(issue, at: noon).thenWhatever().when(pay, at: noon).thenWhatever()
            .when(refund, at: noon).thenWhatever().when(void, at: noon).thenWhatever()
            .when(EraseRecords(1, .financial), at: Self.later).thenWhatever()
        let invoice = DocumentKey(7 as ID<Invoice>)
        let payment = DocumentKey(8 as ID<Payment>)
        for document in [history.document(Invoices.self, invoice), history.document(Payments.self, payment)] {
            #expect(document?.contains("Secret") == false)
            #expect(document?.contains(#""amount":100"#) == true)
        }
        try expectSameWhenForgotten(history, Invoices.self, invoice)
        try expectSameWhenForgotten(history, Payments.self, payment)
    }

    @Test func `the erasure of former staff removes e-mail and absence reasons, and keeps names and absences`() throws {
        let details = StaffDetails(
            name: "Dr. Ada", roles: StaffRoles(.doctor), specialty: nil, email: Personal("ada@secret.example"),
            hours: nil)
        let start = try #require(LocalDateTime("2026-12-01T00:00"))
        let end = try #require(LocalDateTime("2026-12-02T00:00"))
        let away = try #require(TimeOff(id: 0x0f, start: start, end: end, reason: Personal("secret surgery")))
        let erase = EraseStaff(0xd1, reason: .noLongerNeeded)
        let working = try given(try Founded.clinic()).when(HireStaff(0xd1, details), at: noon).thenWhatever()
            .when(AddTimeOff(0xd1, away), at: noon).thenWhatever()
        working.when(erase, at: noon).thenRejected(.stillActive)
        let gone = try working.when(DeactivateStaff(0xd1, by: .admin(0xad)), at: noon).thenWhatever()
            .when(erase, at: noon).thenWhatever()
        let key = DocumentKey(0xd1 as ID<StaffMember>)
        let document = try #require(gone.document(StaffMembers.self, key))
        #expect(document.contains("Dr. Ada") && document.contains("2026-12-01") && !document.contains("secret"))
        try expectSameWhenForgotten(gone, StaffMembers.self, key)
        gone.when(erase, at: noon).thenNothing()
    }

    /// Expects that a read model's row is the same if all person keys were destroyed before the events were read.
    private func expectSameWhenForgotten<P: Projection>(
        _ history: Given, _ projection: P.Type, _ key: DocumentKey
    ) throws where P.Event == ClinicEvent {
        let seal = GlassSeal(isErased: true)
        var replayed = given()
        for recorded in history.feed {
            replayed = replayed.and(try seal.stored(recorded.event), at: recorded.recordedAt)
        }
        #expect(history.row(projection, key) == replayed.row(projection, key))
    }
}
