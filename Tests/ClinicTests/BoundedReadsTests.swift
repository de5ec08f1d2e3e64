import Clinic
import EventSourcing
import Foundation
import Identifiers
import Testing

/// Tests that the number of events that a decision reads does not depend on the clinic's age or size.
@Suite struct `The events that a decision reads` {
    /// The kinds of tags, by their codes in the event log.
    private enum Kind {
        static let settings: Int32 = 1
        /// Tags of a patient or of something of a patient's, such as an appointment or an invoice. The number of their
        /// events is bounded by one person's life.
        static let ofOnePerson: Set<Int32> = Set(100...107).union([
            2, 3, 4, 5, 11, 12, 13, 15, 20, 21, 23, 24, 26, 27, 44, 45, 46, 53, 54, 55, 60, 61, 63, 64, 65, 66, 71, 72,
            80, 81, 90, 91, 92, 110, 115, 116, 117, 118, 119,
        ])
        /// Tags of staff, services, chairs, payers and settings. These may exist as long as the clinic, so only
        /// administrative events have these tags.
        static let ofTheClinic: Set<Int32> = [6, 7, 8, 70, 111]
        /// Tags of templates of consents and of clinical notes. Decisions read only the last event with such a tag.
        static let templates: Set<Int32> = [25, 108]
        static let ofOneDay: Set<Int32> = [9, 10, 43, 62]
        static let invoiceNumbers: Int32 = 14
        /// Tags of a year's receipts, refunds or credit notes. Decisions read only the last event with such a tag.
        static let serialNumbers: Set<Int32> = [40, 41, 42]
        /// The tag of a block. It has at most two events, since a block is created once and removed at most once.
        static let block: Int32 = 50
        /// The tag of one waitlist entry, and the tag of a month, for the entries with a wanted day in that month.
        static let waitlist: Set<Int32> = [51, 52]
        /// The tag of the templates of the medical history form. Decisions read only the last event with this tag.
        static let historyTemplate: Int32 = 22
        static let quarantine: Int32 = 127
    }

    @Test func `no event has a tag that makes decisions read more events as the clinic grows`() throws {
        for file in try GoldenEventsTests.files() {
            let event = try ClinicEvent.types.decode(type: file.type, version: file.version, data: file.bytes)
            for tag in event.tags {
                let isOfADay = tag.aspect & 0xff_ffff != 0
                switch tag.aspect >> 24 {
                case Kind.settings,
                    _ where Kind.ofTheClinic.contains(tag.aspect >> 24):
                    #expect(
                        event.isAdministrative,
                        "\(file.type) would be read with the settings, or with all of a doctor's")
                case _ where Kind.ofOneDay.contains(tag.aspect >> 24): #expect(isOfADay, "\(file.type)")
                case _ where Kind.ofOnePerson.contains(tag.aspect >> 24):
                    #expect(tag.subject != UUIDBytes(high: 0, low: 0), "\(file.type)")
                case Kind.invoiceNumbers:
                    // The tag of the invoices of one year. Decisions read only the last event with this tag, and no
                    // decision reads the tag of the invoices of all years.
                    #expect(file.type == "invoice-issued")
                case _ where Kind.serialNumbers.contains(tag.aspect >> 24):
                    #expect(isOfADay && SerialNumbers.readsLast, "\(file.type)")
                case _ where Kind.waitlist.contains(tag.aspect >> 24): #expect(file.type.hasPrefix("waitlist-"))
                case _ where Kind.templates.contains(tag.aspect >> 24):
                    #expect(file.type.contains("template") && ConsentTemplate.readsLast && NoteTemplate.readsLast)
                case Kind.historyTemplate:
                    #expect(file.type == "history-template-set" && KnownHistoryTemplate.readsLast)
                case Kind.block: #expect(file.type == "time-blocked" || file.type == "block-removed")
                case Kind.quarantine: #expect(file.type == "quarantined", "an operator's, each by hand")
                case let kind:
                    Issue.record("\(file.type), tag kind \(kind): say here what bounds the number of its events")
                }
            }
        }
    }

    @Test func `each decision reads as many events in a clinic with sixty days of history as in one with six`() throws {
        let little = try Walk(history: 6)
        let much = try Walk(history: 60)
        #expect(much.desk.given.feed.count > little.desk.given.feed.count + 200)
        let reads = try (little.reads(), much.reads())
        for (name, count) in reads.0 { #expect(reads.1[name] == count, "\(name)") }
        #expect(Set(reads.0.keys) == (try Self.decisions()), "every decision is walked here")
    }

    @Test func `issuing an invoice reads fewer than forty events in a clinic with forty days of invoices`() throws {
        #expect(try Walk(history: 40).reads()["IssueInvoice"] ?? .max < 40)
    }

    /// The names of all types in `Sources/Clinic` that are declared as a decision, except for the wrapper
    /// `ClinicCommand`.
    private static func decisions() throws -> Set<String> {
        let folder = GoldenEventsTests.folder.deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Sources/Clinic")
        let files = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap { $0 as? String }
        var names: Set<String> = []
        for file in files where file.hasSuffix(".swift") {
            let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            for match in text.matches(of: #/struct (\w+)(?:<.*>)?: (?:\w+, )*Decision\b/#) {
                names.insert(String(match.1))
            }
        }
        names.remove("ClinicCommand")
        return names
    }
}

/// A clinic with some days of history, on which each decision is run to count the events that it reads.
struct Walk {
    var desk: Desk
    private let day: Int64 = 86_400

    private let patient = Practice.patient(1)
    private let other = Practice.patient(2)
    private let doctor = Practice.doctor(1)
    private let service = Practice.service(1)
    private let admin: ID<StaffMember> = 0xad
    let tomorrow: Instant = "2026-11-24T09:00:00Z"
    let ahead: ID<Appointment> = 0xa1
    private let missed: ID<Appointment> = 0xa2
    private let held: ID<Hold> = 0xa3
    private let restricted = Practice.patient(4)
    private let paid: ID<Invoice> = 0xb1
    private let open: ID<Invoice> = 0xb2
    private let payment: ID<Payment> = 0xc1
    private let draft: ID<Invoice> = 0xb9

    init(history: Int) throws {
        desk = try Desk(Practice(patients: 7))
        try desk.run(HireStaff(admin, Self.staff("Office", .admin)), at: "2025-12-01T08:00:00Z")
        try desk.run(AddClosure(try Self.closure(1)), at: "2025-12-01T08:00:00Z")
        for number in 0..<UInt64(history) { try livesOn(number) }
        try desk.run(book(missed, other, start: "2026-11-23T09:00:00Z"), at: "2026-11-20T09:00:00Z")
        try desk.run(book(ahead, patient, start: tomorrow), at: "2026-11-20T09:00:00Z")
        try desk.run(AdvanceAppointment(.confirm, AppointmentTarget(ahead)), at: "2026-11-20T10:00:00Z")
        try desk.run(issue(paid, to: patient, 1000), at: noon)
        try desk.run(pay(payment, .patient(patient), 1500), at: noon)
        try desk.run(issue(open, to: patient, 700), at: noon)
        try desk.run(SaveInvoiceDraft(issue(draft, to: patient, 5), isChange: false), at: noon)
        try desk.run(SetFamilyAccount(patient, members: [other]), at: noon)
        try desk.run(CloseDrawerDay(.first, on: "2026-11-22", counted: []), at: noon)
        try desk.run(AddTimeOff(doctor, try Self.timeOff(1)), at: noon)
        try prepareScheduling()
        try desk.run(RestrictRecord(restricted, true), at: noon)
        try desk.run(
            MergePatients(Practice.patient(7), into: Practice.patient(6), reason: Personal("Registered twice")),
            at: noon)
        try desk.run(
            HoldSlot(held, patient: other, service: service, start: "2026-11-24T15:00:00Z", by: .staff), at: noon)
    }

    /// Adds a day to the clinic's history: a new patient registers, books, confirms, gets an invoice and pays it.
    private mutating func livesOn(_ number: UInt64) throws {
        let newcomer: ID<Patient> = ID(integerLiteral: 5_000 + number)
        let nine = Instant(secondsSince1970: ("2026-01-05T09:00:00Z" as Instant).secondsSince1970 + Int64(number) * day)
        let details = Self.details("Newcomer \(number)")
        let invoice: ID<Invoice> = ID(integerLiteral: 6_000 + number)
        try desk.run(RegisterPatient(newcomer, details), at: nine)
        let visit: ID<Appointment> = ID(integerLiteral: 7_000 + number)
        try desk.run(book(visit, newcomer, start: Instant(secondsSince1970: nine.secondsSince1970 + 3600)), at: nine)
        try desk.run(AdvanceAppointment(.confirm, AppointmentTarget(visit)), at: nine)
        try desk.run(issue(invoice, to: newcomer, 100), at: nine)
        try desk.run(pay(ID(integerLiteral: 8_000 + number), .invoice(invoice), 100), at: nine)
    }

    /// The number of events that each decision reads, by the decision's name.
    func reads() throws -> [String: Int] {
        let target = AppointmentTarget(ahead)
        let reader = RestrictionTests.reader(9)
        let next = Self.serviceDetails("S9")
        return try Dictionary(uniqueKeysWithValues: [
            read(BookAppointment(0xff, patient: patient, service: service, start: "2026-11-24T13:00:00Z", by: .staff)),
            read(HoldSlot(0xff, patient: patient, service: service, start: "2026-11-24T13:00:00Z", by: .staff)),
            read(ReleaseHold(held, patient: other)),
            read(RescheduleAppointment(target, start: "2026-11-25T13:00:00Z")),
            read(ReassignAppointment(target, .init(chair: Practice.chair(2)))),
            read(CancelAppointment(target, reason: Personal("Ill"))),
            read(AdvanceAppointment(.checkIn, target, early: true)),
            read(MarkNoShow(AppointmentTarget(missed))),
            read(NoteAppointment(target, note: Personal("Note"))),
            read(UndoStep(target, right: .anyStep, reason: Personal("Mistake"))),
            read(EnterInError(target, reason: Personal("Mistake"))),
            read(issue(0xff, to: patient, 500)),
            read(pay(0xff, .invoice(open), 100)),
            read(ApplyCredit(invoice: open)),
            read(IssueCreditNote(0xff, of: paid, amount: nil, reason: Personal("Mistake"))),
            read(AgreeInstalments(invoice: open, [.init(dueOn: "2027-01-01", amount: Money(700, .euro))])),
            read(WriteOffInvoice(invoice: open, reason: Personal("Mistake"))),
            read(ReleasePayment(payment, from: paid, reason: Personal("Mistake"))),
            read(EnterPaymentInError(payment, reason: Personal("Mistake"))),
            read(VoidInvoice(invoice: open, reason: Personal("Mistake"))),
            read(
                RefundPayment(
                    refund: 0xff, payment: payment, amount: Money(100, .euro), method: .card, reason: Personal("Asked")
                )),
            read(CloseDrawerDay(.first, on: nil, counted: [.init(method: .card, amount: Money(1500, .euro))])),
            read(
                SaveInvoiceDraft(
                    IssueInvoice(
                        invoice: draft, patient: patient, appointment: nil, lines: issue(0xff, to: patient, 7).lines),
                    isChange: true)),
            read(IssueInvoiceDraft(draft)),
            read(DiscardInvoiceDraft(draft)),
            read(SetFamilyAccount(patient, members: [])),
            read(
                PayFamily(
                    0xff, of: patient, payments: (0...20).map { ID(integerLiteral: 0xd00 + $0) },
                    PaymentTerms(amount: Money(100, .euro), method: .card, acceptsCredit: true))),
            read(ReopenDrawerDay(DrawerDayKey("2026-11-22", .first))),
            read(RegisterPatient(0xff, Self.details("Somebody"))),
            read(ChangePatientDetails(patient, Self.details("Another"), by: reader)),
            read(ChangePatientContact(patient, Self.details("Another").contact)),
            read(RestrictRecord(patient, true)),
            read(AcceptPatient(patient, by: reader)),
            read(BreakGlass(0xff, to: restricted, for: reader, reason: Personal("Unconscious"))),
            read(NameGuardian(other, of: patient, by: reader)),
            read(ReleaseGuardian(other, of: patient)),
            read(ErasePatient(Practice.patient(3), reason: .requested)),
            read(SealRecords(of: patient)),
            read(EraseRecords(patient, .financial)),
            read(MergePatients(Practice.patient(5), into: Practice.patient(3), reason: Personal("Registered twice"))),
            read(UnmergePatients(Practice.patient(6), reason: Personal("Two people"))),
            read(
                FoundClinic(
                    profile: ClinicProfile(name: "Practice"), zone: try .named("Europe/Berlin"), currency: .euro)),
            read(ChangeClinicProfile(ClinicProfile(name: "Other"))),
            read(SetOpeningHours(.none)),
            read(SetSchedulingRules(.standard)),
            read(SetBillingTerms(.standard)),
            read(SetWaitLimits(.standard)),
            read(SetPublicBooking(.off)),
            read(ChangeLogo(to: ClinicLogo(type: .png, sha256: String(repeating: "a", count: 64)))),
            read(SetMobileAccess(.standard)),
            read(CloseClinic(reason: "Retired")),
            read(KeepWallTime(ahead)),
            read(AddClosure(try Self.closure(2))),
            read(RemoveClosure(1)),
            read(CreateService(0xff, next)),
            read(ChangeService(service, next)),
            read(RetireService(service)),
            read(AddChair(0xff, name: "Chair X")),
            read(RenameChair(Practice.chair(1), name: "Chair Y")),
            read(RetireChair(Practice.chair(2))),
            read(HireStaff(0xff, Self.staff("Dr. New", .doctor))),
            read(ChangeStaffDetails(doctor, Self.staff("Dr. Else", .doctor), by: admin)),
            read(DeactivateStaff(Practice.doctor(2), by: .admin(admin))),
            read(EraseStaff(Practice.doctor(2), reason: .requested)),
            read(AddTimeOff(doctor, try Self.timeOff(2))),
            read(RemoveTimeOff(doctor, 1)),
        ]).merging(schedulingReads() + insuranceReads() + personReads() + recordReads()) { read, _ in
            read
        }
    }

    /// Runs a decision as the log does, with an empty cache, and counts the events that the log would fetch.
    func read<D: Decision>(_ decision: D) throws -> (String, Int) where D.Event == ClinicEvent {
        let cache = StateCache<ClinicEvent>(zones: .system)
        let feed = desk.given.feed
        var count = 0
        while true {
            var model = DecisionModel(cache)
            let result = Result { () throws(D.Rejection) in try decision.decide(&model, at: noon) }
            if model.missing.isEmpty {
                // A decision that is rejected early may not have read everything, so decisions must succeed when their
                // reads are counted. `EraseRecords` and `EraseStaff` are exceptions, since they read everything before
                // they reject.
                if D.self != EraseRecords.self, D.self != EraseStaff.self { _ = try result.get() }
                return ("\(D.self)", count)
            }
            for subject in model.missing {
                let found = feed.count { $0.event.tags.noticed.contains(subject.key.tag) }
                count += subject.readsLast ? min(1, found) : found
            }
            cache.load(
                model.missing, after: StateCache.request(missing: model.missing), events: feed, upTo: Int64(feed.count))
        }
    }

    private func book(_ id: ID<Appointment>, _ patient: ID<Patient>, start: Instant) -> BookAppointment {
        BookAppointment(id, patient: patient, service: service, doctor: doctor, start: start, by: .staff)
    }

    private func issue(_ id: ID<Invoice>, to patient: ID<Patient>, _ price: Int64) -> IssueInvoice {
        IssueInvoice(
            invoice: id, patient: patient, appointment: nil,
            lines: [.init(service: nil, description: Personal("Filling"), quantity: 1, unitPrice: Money(price, .euro))])
    }

    private func pay(_ id: ID<Payment>, _ payer: RecordPayment.Payer, _ amount: Int64) -> RecordPayment {
        RecordPayment(payment: id, payer: payer, PaymentTerms(amount: Money(amount, .euro), method: .card))
    }
}
