import Clinic
import Endpoints
import EventSourcing
import Identifiers
import JSON
import Testing

private let friday: Instant = "2026-11-20T10:00:00Z"
private let nine: Instant = "2026-11-23T08:00:00Z"
private let ten: Instant = "2026-11-23T09:00:00Z"
/// The cancellation deadline of an appointment at `nine`: 48 hours before its start.
private let deadline: Instant = "2026-11-21T08:00:00Z"

@Suite struct VisitLinkTests {
    /// The view of an appointment that a visit link shows, as JSON; `nil` if the visit link is not valid.
    private func shown(_ link: VisitLink, _ desk: Desk, at now: Instant) -> String? {
        let found = try? desk.ask(at: now) { (model, now) throws(Problem) in
            try LinkedVisit.of(link, &model, at: now).visit
        }
        return found.map { String(decoding: LinkedVisit.codec.bytes($0), as: UTF8.self) }
    }

    /// The start times that a visit link offers on a day.
    private func offered(_ link: VisitLink, _ desk: Desk, on day: CivilDate) throws -> [String] {
        let bytes = try desk.ask(at: friday) { (model, now) throws(Problem) in
            LinkedTimes.codec.bytes(try LinkedTimes.of(link, day...day, &model, at: now))
        }
        return try JSONValue(parsing: bytes)["items"]?.elements?.compactMap { $0["start"]?.string } ?? []
    }

    @Test func `a visit link shows the time and the service of its appointment, and nothing about the patient`() throws
    {
        var desk = try Desk()
        let id = try desk.book(nine, at: friday)
        let text = try #require(shown(VisitLink(id, start: nine), desk, at: friday))
        #expect(text.contains(#""start":"2026-11-23T08:00:00Z""#))
        #expect(text.contains(#""service_name""#))
        #expect(!text.contains(Practice.patient(1).uuid.text))
        #expect(!text.contains("patient"))
    }

    @Test func `a visit link to an appointment of a patient with a restricted record does not show the service`() throws
    {
        var desk = try Desk()
        let id = try desk.book(nine, at: friday)
        try desk.run(RestrictRecord(Practice.patient(1), true), at: friday)
        let text = try #require(shown(VisitLink(id, start: nine), desk, at: friday))
        #expect(!text.contains("service_name"))
    }

    @Test func `a visit link confirms its appointment, and then shows the confirmed appointment`() throws {
        var desk = try Desk()
        let id = try desk.book(nine, at: friday)
        let link = VisitLink(id, start: nine)
        try desk.run(ActByVisitLink(.confirm, by: link), at: friday)
        #expect(desk.status(id) == .confirmed)
        #expect(shown(link, desk, at: friday)?.contains(#""status":"confirmed""#) == true)
    }

    @Test
    func `a visit link cancels its appointment before the cancellation deadline, and is not valid afterwards`()
        throws
    {
        var desk = try Desk()
        let id = try desk.book(nine, at: friday)
        let cancel = ActByVisitLink(.cancel, by: VisitLink(id, start: nine))
        #expect(desk.rejection(cancel, at: deadline) == .deadlinePassed(deadline))
        try desk.run(cancel, at: friday)
        #expect(desk.status(id) == .cancelled)
        #expect(desk.rejection(cancel, at: friday) == .invalidLink)
        #expect(shown(VisitLink(id, start: nine), desk, at: friday) == nil)
    }

    @Test func `a visit link to the old time of a moved appointment is not valid, and a visit link to the new time is`()
        throws
    {
        var desk = try Desk()
        let id = try desk.book(nine, at: friday)
        try desk.run(ActByVisitLink(.move(to: ten), by: VisitLink(id, start: nine)), at: friday)
        #expect(desk.course(id)?.visit.place.slot.start == ten)
        #expect(desk.rejection(ActByVisitLink(.confirm, by: VisitLink(id, start: nine)), at: friday) == .invalidLink)
        #expect(desk.rejection(ActByVisitLink(.confirm, by: VisitLink(id, start: ten)), at: friday) == nil)
    }

    @Test func `a visit link is not valid once its appointment's start time has come, or once the patient has arrived`()
        throws
    {
        var desk = try Desk()
        let id = try desk.book(nine, at: friday)
        let confirm = ActByVisitLink(.confirm, by: VisitLink(id, start: nine))
        #expect(desk.rejection(confirm, at: nine.adding(seconds: -1)) == nil)
        #expect(desk.rejection(confirm, at: nine) == .invalidLink)
        try desk.advance(.checkIn, id, at: friday)
        #expect(desk.rejection(confirm, at: friday) == .invalidLink)
    }

    @Test
    func `a move by visit link to a taken time is refused, and the refusal does not tell why the time is not free`()
        throws
    {
        var desk = try Desk()
        let id = try desk.book(nine, at: friday)
        try desk.book(ten, patient: 2, at: friday)
        let move = ActByVisitLink(.move(to: ten), by: VisitLink(id, start: nine))
        #expect(desk.rejection(move, at: friday) == .timeNotOffered)
        #expect(desk.course(id)?.visit.place.slot.start == nine)
    }

    @Test func `a visit link cannot confirm a requested appointment before the clinic has approved the appointment`()
        throws
    {
        var desk = try Desk(Practice(rules: standardRules(approvesPatientBookings: true)))
        let id = try desk.book(nine, at: friday)
        #expect(desk.status(id) == .requested)
        let confirm = ActByVisitLink(.confirm, by: VisitLink(id, start: nine))
        #expect(desk.rejection(confirm, at: friday) == .impossible(.requested))
    }

    @Test func `an appointment can be moved by its visit link to every time that the visit link offers`() throws {
        var desk = try Desk()
        let id = try desk.book(nine, at: friday)
        let link = VisitLink(id, start: nine)
        let starts = try offered(link, desk, on: "2026-11-24")
        #expect(starts.count > 10)
        for start in starts {
            let move = ActByVisitLink(.move(to: try #require(Instant(rfc3339: start))), by: link)
            #expect(desk.rejection(move, at: friday) == nil, "\(start)")
        }
    }

    @Test func `the reception gets a visit link to an appointment, and none if the patient's record is restricted`()
        throws
    {
        var desk = try Desk()
        let id = try desk.book(nine, at: friday)
        let reader = RecordReader(account: Practice.patient(9).uuid, staff: 0xad, role: .receptionist)
        func make() throws -> VisitLink {
            try desk.ask(at: friday) { (model, now) throws(Problem) in
                try VisitLink.make(to: id, for: reader, &model, at: now).link
            }
        }
        #expect(try make() == VisitLink(id, start: nine))
        try desk.run(RestrictRecord(Practice.patient(1), true), at: friday)
        #expect(throws: Problem.self) { try make() }
    }

    @Test
    func `the visit link of a visit that is longer than usual offers only times that are free for the whole visit`()
        throws
    {
        var desk = try Desk()
        let id: ID<Appointment> = 0xfe
        let wish = OverrideWish(reason: Personal("Anxious"), role: .receptionist)
        try desk.run(
            BookAppointment(
                id, patient: Practice.patient(1),
                request: VisitRequest(Practice.service(1), minutesIfOther: 90, override: wish),
                doctor: Practice.doctor(1), start: nine, by: .staff), at: friday)
        try desk.book("2026-11-24T09:00:00Z", patient: 2, at: friday)
        let link = VisitLink(id, start: nine)
        let starts = try offered(link, desk, on: "2026-11-24")
        #expect(!starts.isEmpty)
        for start in starts {
            let move = ActByVisitLink(.move(to: try #require(Instant(rfc3339: start))), by: link)
            #expect(desk.rejection(move, at: friday) == nil, "\(start)")
        }
    }

    @Test func `a visit link offers times that overlap its appointment's present time, and not that time itself`()
        throws
    {
        var desk = try Desk()
        let id = try desk.book(nine, at: friday)
        let starts = try offered(VisitLink(id, start: nine), desk, on: "2026-11-23")
        #expect(starts.contains("2026-11-23T08:15:00Z"))
        #expect(!starts.contains("2026-11-23T08:00:00Z"))
    }

    @Test func `a visit link is not valid once its patient is erased`() throws {
        var desk = try Desk()
        let id = try desk.book(nine, at: friday)
        try desk.run(ErasePatient(Practice.patient(1), reason: .requested, isRepeated: true), at: friday)
        #expect(shown(VisitLink(id, start: nine), desk, at: friday) == nil)
        #expect(desk.rejection(ActByVisitLink(.confirm, by: VisitLink(id, start: nine)), at: friday) == .invalidLink)
    }
}
