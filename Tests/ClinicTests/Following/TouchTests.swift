import Clinic
import Endpoints
import EventSourcing
import Identifiers
import Testing

/// Tests of the changes that events make in the lists that clients follow.
@Suite struct TouchTests {
    private static let nine: Instant = "2026-11-23T08:00:00Z"
    private static let ahead: Instant = "2026-11-20T08:00:00Z"

    @Test func `an appointment that moves to another day touches the lists of both days`() throws {
        var desk = try Desk()
        let id = try desk.book(Self.nine, at: Self.ahead)
        try desk.run(RescheduleAppointment(AppointmentTarget(id), start: "2026-11-24T08:00:00Z"), at: Self.ahead)
        guard case .appointment(let touched, _, let days)? = desk.given.feed.last?.event.touches.first else {
            Issue.record("the move touches nothing")
            return
        }
        #expect(touched == id)
        #expect(Set(days) == ["2026-11-23", "2026-11-24"])
    }

    @Test
    func `confirming an appointment changes its day's view and a view that several patients share, not all views`()
        throws
    {
        var desk = try Desk()
        let id = try desk.book(Self.nine, at: Self.ahead)
        try desk.advance(.confirm, id, at: Self.ahead)
        let views = try #require(desk.given.feed.last).event.views
        #expect(views.contains(.day("2026-11-23")))
        #expect(views.contains { if case .patients = $0 { true } else { false } })
        #expect(!views.contains(.everything))
    }

    @Test func `a merge and its undoing touch both records, and change all views`() throws {
        var desk = try Desk()
        let (kept, merged) = (Practice.patient(1), Practice.patient(2))
        try desk.run(MergePatients(merged, into: kept, reason: Personal("Twice")), at: Self.ahead)
        try desk.run(UnmergePatients(kept, reason: Personal("Two people")), at: Self.ahead)
        for recorded in desk.given.feed.suffix(2) {
            #expect(recorded.event.touches == [.patient(merged), .patient(kept)])
            #expect(recorded.event.views.contains(.everything))
        }
    }

    @Test
    func `a credit note touches its patient's account; family accounts, drawers and drafts of invoices touch nothing`()
        throws
    {
        var books = try Books(1_000)
        try books.run(Books.credit(1, 100, of: 1))
        #expect(books.given.feed.last?.event.touches == [.account(Books.patient)])
        let draft = try event(
            "invoice-draft-discarded",
            #"{"invoice_id":"00000000-0000-7000-8000-000000000001","#
                + #""patient_id":"00000000-0000-7000-8000-0000000000a1"}"#)
        let family = try event(
            "family-account-set", #"{"guarantor_id":"00000000-0000-7000-8000-0000000000a1","members":[]}"#)
        let drawer = try event("drawer-day-reopened", #"{"date":"2026-11-23","drawer":1}"#)
        for event in [draft, family, drawer] {
            #expect(event.touches == [])
            #expect(event.readers.contains(.receptionist) && !event.readers.contains(.doctor))
        }
        #expect(family.references.ids.map(\.name.description) == ["guarantor_id"])
        #expect(drawer.references.ids.isEmpty)
    }

    @Test
    func `the reception's view of a day changes when a patient's debt changes, and the schedule's view does not`() {
        #expect(View.reception("2026-11-23").parts.contains(.accounts))
        #expect(View.reception("2026-11-23").parts.contains(.day("2026-11-23")))
        #expect(!View.day("2026-11-23").parts.contains(.accounts))
    }

    @Test func `messages and the naming of a guardian change only the view of messages, and no view of a day`() throws {
        var desk = try Desk()
        let (patient, guardian) = (Practice.patient(1), Practice.patient(2))
        try desk.run(
            OpenMessageThread(
                0xa1, about: patient, subject: Personal("Pain"), message: 0xb1,
                MessageDraft(text: Personal("It hurts")),
                by: .patient(patient)), at: Self.ahead)
        try desk.run(NameGuardian(guardian, of: patient), at: Self.ahead)
        for recorded in desk.given.feed.suffix(3) { #expect(recorded.event.views == [.messages]) }
    }

    @Test func `setting the limits on patients' waiting times touches every entry of all followed lists`() throws {
        let set = try event(
            "wait-limits-set",
            #"{"limits":{"arrived_minutes":5,"seated_minutes":5,"ready_for_checkout_minutes":5}}"#)
        #expect(set.touches == [.everything])
        #expect(set.views == [.everything])
    }
}

@Suite struct WaitLimitsTests {
    private let limits = WaitLimits(arrived: 20, seated: 5, readyForCheckout: 5)

    @Test func `new limits on patients' waiting times append an event, and are in the clinic's settings afterwards`()
        throws
    {
        let after = given(try Founded.clinic()).when(SetWaitLimits(limits), at: noon).then(
            try event(
                "wait-limits-set",
                #"{"limits":{"arrived_minutes":20,"seated_minutes":5,"ready_for_checkout_minutes":5}}"#))
        #expect(after.state(.basics).waitLimits == limits)
        let document = try #require(after.document(ClinicProfiles.self, ClinicProfiles.key))
        #expect(document.contains(#""wait_limits":{"arrived_minutes":20"#))
    }

    @Test func `setting the limits on patients' waiting times that are already set appends no event`() throws {
        given(try Founded.clinic()).when(SetWaitLimits(.standard), at: noon).thenNothing()
    }

    @Test func `limits on patients' waiting times cannot be set before the clinic is founded`() {
        given().when(SetWaitLimits(limits), at: noon).thenRejected(.notFounded)
    }
}
