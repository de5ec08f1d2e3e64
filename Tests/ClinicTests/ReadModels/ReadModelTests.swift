import Clinic
import Endpoints
import EventSourcing
import Identifiers
import Testing

/// Tests that a patient's export has a section for each read model that names patients, and that the erasure of a
/// patient leaves no personal text in any read model. Most tests use the history of one patient who occurs in each read
/// model about patients.
@Suite struct ReadModelTests {
    /// A word in every personal text about the tested patient.
    private static let mark = "Quark"
    static let patient: ID<Patient> = 0x77
    private static let longAfter: Instant = "2040-01-01T00:00:00Z"

    @Test func `exactly the read models that name patients have a section in a patient's export`() throws {
        let history = try Self.life()
        for model in ClinicFeatures.readModels {
            let rows = Self.rows(of: model, after: history)
            let names = rows.contains { $0.text.contains(Self.patient.uuid.text) }
            #expect(!rows.isEmpty, "nothing in the feed changes \(model.projection.table.name)")
            #expect(names == !model.export.isEmpty, "\(model.projection.table.name)")
        }
    }

    @Test func `a read model's row with a patient's personal values has the patient's id in the column for the person`()
        throws
    {
        let history = try Self.life()
        var marked = 0
        for model in ClinicFeatures.readModels {
            for row in Self.rows(of: model, after: history) where row.text.contains(Self.mark) {
                marked += 1
                #expect(row.person == Self.patient.uuid, "\(model.projection.table.name)")
            }
        }
        #expect(marked > 5)
    }

    @Test func `no read model contains a text of an erased patient, although the log keeps what the law requires`()
        throws
    {
        var desk = try Self.life()
        try desk.run(ErasePatient(Self.patient, reason: .requested), at: Self.longAfter)
        try Self.expectForgotten(desk)
        let again = desk.given.when(SealRecords(of: Self.patient), at: Self.longAfter).result.get()
        #expect(again.isEmpty)
    }

    @Test func `no read model contains a personal text of a patient whose data and records are erased`() throws {
        var desk = try Self.life()
        try desk.run(ErasePatient(Self.patient, reason: .requested), at: Self.longAfter)
        try desk.run(EraseRecords(Self.patient, .clinical), at: Self.longAfter)
        try desk.run(EraseRecords(Self.patient, .financial), at: Self.longAfter)
        try Self.expectForgotten(desk)
    }

    /// Expects that no read model has a marked text, and that each is the same if the keys are destroyed before the
    /// events are folded.
    private static func expectForgotten(_ desk: Desk) throws {
        let forgotten = try desk.given.withoutKeys(of: patient)
        for model in ClinicFeatures.readModels {
            let rows = rows(of: model, after: desk)
            for row in rows { #expect(!row.text.contains(mark), "\(model.projection.table.name): \(row.text)") }
            let isSame = Set(rows) == Set(Self.rows(of: model, after: forgotten))
            #expect(isSame, "\(model.projection.table.name) differs if the keys are destroyed first")
        }
    }

    private static func rows(of model: ReadModel, after desk: Desk) -> [DocumentRow] {
        rows(of: model, after: desk.given)
    }

    private static func rows(of model: ReadModel, after history: Given) -> [DocumentRow] {
        let fold = model.projection.begin()
        fold.absorb(history.feed[...])
        return fold.changedKeys.compactMap(fold.row)
    }

    static func text(_ what: String) -> Personal<String> { Personal("\(mark) \(what)") }

    /// The history of a patient who registers, has a guardian, holds a time, books, cancels, is treated, pays and gets
    /// a refund, and whose record is restricted and opened in an emergency.
    static func life() throws -> Desk {
        let service = Practice.service(1)
        let (sunday, monday): (Instant, Instant) = ("2026-11-22T10:00:00Z", "2026-11-23T08:00:00Z")
        var desk = try Desk()
        let details = PatientDetails(
            given: text("given"), family: text("family"), birthDate: Personal("1980-01-31"), gender: nil,
            contact: PatientContact(
                phone: text("phone"), email: text("email"), address: text("address"), language: nil),
            note: text("note"))
        try desk.run(RegisterPatient(patient, details), at: sunday)
        try desk.run(NameGuardian(Practice.patient(1), of: patient, by: RestrictionTests.reader(9)), at: sunday)
        try desk.run(
            HoldSlot(0xa0, patient: patient, service: service, start: "2026-11-23T10:00:00Z", by: .staff), at: sunday)
        for (id, start) in [(0xa1, monday), (0xa2, "2026-11-23T09:00:00Z")] as [(ID<Appointment>, Instant)] {
            try desk.run(
                BookAppointment(
                    id, patient: patient, service: service, start: start, reason: text("reason"), by: .staff),
                at: sunday)
        }
        try desk.run(CancelAppointment(AppointmentTarget(0xa2), reason: text("cancellation")), at: sunday)
        try desk.run(NoteAppointment(AppointmentTarget(0xa1), note: text("quick note")), at: monday)
        try desk.advance(.start, 0xa1, at: monday)
        try desk.advance(.complete, 0xa1, at: monday)
        for (id, price) in [(0xb1, 500), (0xb2, 700)] as [(ID<Invoice>, Int64)] {
            try desk.run(
                IssueInvoice(
                    invoice: id, patient: patient, appointment: 0xa1,
                    lines: [
                        .init(service: nil, description: text("line"), quantity: 1, unitPrice: Money(price, .euro))
                    ],
                    isAnother: true), at: monday)
        }
        try desk.run(VoidInvoice(invoice: 0xb2, reason: text("voiding")), at: monday)
        try desk.run(
            RecordPayment(
                payment: 0xc1, payer: .invoice(0xb1),
                PaymentTerms(amount: Money(800, .euro), method: .card, reference: text("ref"))),
            at: monday)
        try desk.run(
            RefundPayment(
                refund: 0xd1, payment: 0xc1, amount: Money(300, .euro), method: .card, reason: text("refund")),
            at: monday)
        try desk.run(
            BlockTime(
                0xe2,
                BlockTime.Wish(
                    kind: .lunch, start: try #require(LocalDateTime("2026-11-26T12:00")),
                    end: try #require(LocalDateTime("2026-11-26T13:00")), doctors: [Practice.doctor(1)])), at: monday)
        let month = try #require(DateRange("2026-11-25", "2026-12-31"))
        try desk.run(
            JoinWaitlist(WaitlistEntry(id: 0xe3, patient: patient, service: service, days: month)), at: monday)
        try desk.run(RemindPatient(patient, of: service, by: .phone), at: monday)
        try desk.run(SetNotificationSettings(.standard), at: sunday)
        try desk.run(RemindOfVisit(0xa1), at: "2026-11-23T07:00:00Z")
        try desk.haveMissedCheckIn(
            of: patient, contact: CheckInContact(name: text("contact"), phone: text("contact's phone")), at: monday)
        let wish = PlanSeries.Wish(
            patient: patient, service: service, doctor: Practice.doctor(1),
            start: try #require(LocalDateTime("2026-12-01T09:00")), rule: SeriesRule(every: 1, .weeks, .count(2)))
        try desk.run(PlanSeries(0xe4, wish, appointments: [0xe41, 0xe42]), at: monday)
        try desk.run(IssueCreditNote(0xb3, of: 0xb1, amount: Money(100, .euro), reason: text("credit")), at: monday)
        try desk.run(ReleasePayment(0xc1, from: 0xb1, reason: text("release")), at: monday)
        try desk.run(EnterPaymentInError(try Self.paidByMistake(&desk, monday), reason: text("error")), at: monday)
        try desk.run(WriteOffInvoice(invoice: 0xb1, reason: text("write-off")), at: monday)
        let line = IssueInvoice.Line(
            service: nil, description: text("draft"), quantity: 1, unitPrice: Money(5, .euro))
        try desk.run(
            SaveInvoiceDraft(
                IssueInvoice(invoice: 0xb9, patient: patient, appointment: nil, lines: [line]), isChange: false),
            at: monday)
        try Self.insure(&desk, monday)
        try Self.addFile(&desk, monday)
        try Self.plan(&desk, monday)
        try Self.examine(&desk, monday)
        try Self.fillChart(&desk, monday)
        try Self.prescribe(&desk, monday)
        try Self.consent(&desk, monday)
        try desk.fillForm(of: patient, SampleForms.draft(name: "\(mark) signed"), at: monday)
        try desk.exchangeMessages(with: patient, text, at: monday)
        try desk.run(SetFamilyAccount(patient, members: [Practice.patient(1)]), at: monday)
        try desk.run(
            PayFamily(
                0xf1, of: patient, payments: (0...20).map { ID(integerLiteral: 0xf00 + $0) },
                PaymentTerms(
                    amount: Money(70, .euro), method: .cash, reference: text("family"), acceptsCredit: true)),
            at: monday)
        // A patient is erased only after the account is settled.
        for (refund, payment, credit) in [(0xd2, 0xc1, 500), (0xd3, 0xf00, 70)] as [(ID<Refund>, ID<Payment>, Int64)] {
            try desk.run(
                RefundPayment(
                    refund: refund, payment: payment, amount: Money(credit, .euro), method: .card,
                    reason: text("settled")), at: monday)
        }
        try desk.run(RestrictRecord(patient, true), at: monday)
        try desk.run(
            BreakGlass(0xe1, to: patient, for: RestrictionTests.reader(9), reason: text("emergency")), at: monday)
        return desk
    }

    /// Records a coverage and a claim that the payer pays and that is closed.
    private static func insure(_ desk: inout Desk, _ now: Instant) throws {
        let (payer, invoice): (ID<InsurancePayer>, ID<Invoice>) = (0xa91, 0xb4)
        try desk.run(ManagePayer(payer, .add(name: "Example Insurance")), at: now)
        try desk.run(
            RecordCoverage(
                0xa92, of: patient, by: payer, memberNumber: text("number"),
                CoverageTerms(validFrom: "2026-01-01", percent: 100)), at: now)
        try desk.run(
            IssueInvoice(
                invoice: invoice, patient: patient, appointment: nil,
                lines: [.init(service: nil, description: text("line"), quantity: 1, unitPrice: Money(60, .euro))]),
            at: now)
        try desk.run(MakeClaim(0xa93, for: invoice, under: 0xa92), at: now)
        try desk.run(AdvanceClaim(0xa93, .submit), at: now)
        try desk.run(AdvanceClaim(0xa93, .answer(accepted: Money(60, .euro), reason: text("answer"))), at: now)
        try desk.run(PayClaim(0xc3, for: 0xa93, Money(60, .euro), reference: text("payer")), at: now)
        try desk.run(AdvanceClaim(0xa93, .close(reason: text("closing"))), at: now)
        try desk.run(RemoveCoverage(0xa92), at: now)
    }

    private static func addFile(_ desk: inout Desk, _ now: Instant) throws {
        let reader = RestrictionTests.reader(8, .doctor)
        let added = FileTests.added(0xaa1, of: patient, name: text("file"))
        try desk.run(AddFile(added, by: .staff(reader), within: FileLimits(bytes: 1_000)), at: now)
        try desk.run(RemoveFile(0xaa1, by: reader, reason: text("removal")), at: now)
    }

    /// Records an allergy and a condition, which are alerts, a medication, vital signs and two notes. The condition is
    /// resolved, and one of the notes amends the other.
    private static func fillChart(_ desk: inout Desk, _ now: Instant) throws {
        let facts: [ChartEntry] = [
            .allergy(
                AllergyFacts(substance: text("substance"), criticality: .high, reaction: text("reaction"))),
            .condition(ConditionFacts(name: text("condition"), isAlert: true, note: text("condition's note"))),
            .medication(MedicationFacts(name: text("medication"), dose: text("dose"))),
        ]
        for (index, facts) in facts.enumerated() {
            let id: ID<Allergy> = ID(integerLiteral: 0xab1 + UInt64(index))
            try desk.run(RecordChartEntry(id.uuid, of: patient, facts), at: now)
        }
        let condition = ChartEntryID(.condition, (0xab2 as ID<Condition>).uuid)
        try desk.run(EndChartEntry(condition, .resolved, reason: text("healed")), at: now)
        try desk.run(RecordVitals(0xab4, of: patient, by: nil, [VitalsTests.pulse]), at: now)
        try desk.run(EnterVitalsInError(0xab4, reason: text("wrong arm")), at: now)
        let (author, content) = (Practice.doctor(1), NoteContent(title: text("title"), text: text("note")))
        try desk.run(DraftNote(0xab5, of: patient, by: author, content), at: now)
        try desk.run(TakeNoteStep(.sign, 0xab5, by: author), at: now)
        try desk.run(DraftNote(0xab6, of: patient, by: author, amending: 0xab5, content), at: now)
        try desk.run(ChangeNoteDraft(0xab6, by: author, content), at: now)
        try desk.run(TakeNoteStep(.sign, 0xab6, by: author), at: now)
        let template = NoteTemplateContent(name: "Recall", text: "Plan:")
        try desk.run(ManageNoteTemplate(0xab7, .add(template)), at: now)
    }

    /// Prescribes a drug twice in spite of the warnings about the patient, and ends the first prescription.
    private static func prescribe(_ desk: inout Desk, _ now: Instant) throws {
        for id: ID<Prescription> in [0xab1, 0xab2] {
            func prescribing(_ override: WarningOverride?) throws -> PrescribeDrug {
                PrescribeDrug(
                    id, of: try SampleDrugs.amoxicillin(), for: patient, by: Practice.doctor(1),
                    SampleDrugs.order(instructions: "\(mark) instructions", override: override),
                    comparing: SampleDrugs.formulary)
            }
            guard case .warnings(let warnings) = desk.rejection(try prescribing(nil), at: now) else {
                Issue.record("there is no warning")
                return
            }
            try desk.run(prescribing(WarningOverride(reason: "\(mark) reason", warnings: warnings)), at: now)
        }
        try desk.run(EndPrescription(0xab1, .cancelled, reason: text("cancelled")), at: now)
    }

    /// Presents a consent, which the patient signs and withdraws.
    private static func consent(_ desk: inout Desk, _ now: Instant) throws {
        let (id, signer): (ID<Consent>, FormSigner) = (0xad2, .patient(patient))
        try desk.presentConsent(id, to: patient, of: 0xad1, text: "I agree.", at: now)
        try desk.run(SignConsent(id, by: signer, Personal(ConsentSignature(name: "\(mark) signed"))), at: now)
        try desk.run(WithdrawConsent(id, by: signer, reason: text("withdrawal")), at: now)
    }

    private static func paidByMistake(_ desk: inout Desk, _ now: Instant) throws -> ID<Payment> {
        let payment: ID<Payment> = 0xc2
        try desk.run(
            RecordPayment(
                payment: payment, payer: .patient(patient),
                PaymentTerms(
                    amount: Money(50, .euro), method: .cash,
                    reference: text("mistake"))), at: now)
        return payment
    }
}

extension DocumentRow {
    /// The key, the document and all columns of a read model's row, as text.
    fileprivate var text: String {
        let key = if case .id(let id) = key { id.text } else { "\(key)" }
        return ([key, String(decoding: document, as: UTF8.self)] + columns.map(\.shown)).joined(separator: " ")
    }
}

extension Given {
    /// The history with its events as they are decoded after a patient's keys were destroyed.
    fileprivate func withoutKeys(of patient: ID<Patient>) throws -> Given {
        var history = Given()
        for recorded in feed {
            let seal = GlassSeal(isErased: recorded.event.payload.person == patient.uuid)
            history = history.and([try seal.stored(recorded.event)], at: recorded.recordedAt, by: recorded.actor)
        }
        return history
    }
}
