import Clinic
import EventSourcing
import Identifiers
import SQL
import Testing

@Suite struct StaffTests {
    private func details(_ name: String = "Dr. Ada", email: String? = nil, hours: WeeklyHours? = nil) -> StaffDetails {
        StaffDetails(
            name: name, roles: StaffRoles(.doctor), specialty: nil, email: email.map { Personal($0) }, hours: hours)
    }

    private func away(_ start: String, _ end: String, id: ID<TimeOff> = 0x0f) throws -> TimeOff {
        let (start, end) = (try #require(LocalDateTime(start)), try #require(LocalDateTime(end)))
        return try #require(TimeOff(id: id, start: start, end: end, reason: Personal("Surgery")))
    }

    @Test func `a doctor can be booked from hiring until leaving`() throws {
        let hired = given(try Founded.clinic()).when(HireStaff(0xd1, details()), at: noon).then(try Founded.hired())
        #expect(hired.state(.settings).doctor(0xd1) != nil)
        let left = hired.when(DeactivateStaff(0xd1, by: .admin(0xad)), at: noon)
            .then(try event("staff-deactivated", #"{"staff_id":"\#(Founded.id)d1"}"#))
        #expect(left.state(.settings).doctor(0xd1) == nil)
        left.when(ChangeStaffDetails(0xd1, details("Dr. A"), by: 0xad), at: noon).thenRejected(.deactivated)
        left.when(AddTimeOff(0xd1, try away("2026-12-01T00:00", "2026-12-02T00:00")), at: noon)
            .thenRejected(.deactivated)
    }

    @Test func `admins cannot revoke their own access`() throws {
        func admin(_ name: String) -> StaffDetails {
            StaffDetails(name: name, roles: StaffRoles(.admin), specialty: nil, email: nil, hours: nil)
        }
        let one = try given(try Founded.clinic()).when(HireStaff(0xd1, admin("Dr. Ada")), at: noon).thenWhatever()
            .when(HireStaff(0xad, admin("B")), at: noon).thenWhatever()
        one.when(DeactivateStaff(0xd1, by: .admin(0xd1)), at: noon).thenRejected(.oneself)
        let desk = StaffDetails(name: "Dr. A", roles: StaffRoles(.receptionist), specialty: nil, email: nil, hours: nil)
        one.when(ChangeStaffDetails(0xd1, desk, by: 0xd1), at: noon).thenRejected(.oneself)
        _ = try one.when(ChangeStaffDetails(0xd1, admin("Dr. A"), by: 0xd1), at: noon).thenWhatever()
        _ = try one.when(ChangeStaffDetails(0xd1, desk, by: 0xad), at: noon).thenWhatever()
    }

    @Test func `a doctor who is also an admin can give up the role of doctor, but not the role of admin`() throws {
        let both = StaffDetails(
            name: "Dr. A", roles: StaffRoles(.admin, .doctor), specialty: nil, email: nil, hours: nil)
        let hired = try given(try Founded.clinic()).when(HireStaff(0xd1, both), at: noon).thenWhatever()
        #expect(hired.state(.settings).doctor(0xd1)?.details.roles.all == [.doctor, .admin])
        hired.when(ChangeStaffDetails(0xd1, details("Dr. A"), by: 0xd1), at: noon).thenRejected(.oneself)
        let admin = StaffDetails(name: "A", roles: StaffRoles(.admin), specialty: nil, email: nil, hours: nil)
        let changed = try hired.when(ChangeStaffDetails(0xd1, admin, by: 0xd1), at: noon).thenWhatever()
        #expect(changed.state(.settings).doctor(0xd1) == nil)
    }

    @Test func `if two admins deactivate or demote each other at once, the second command is rejected`() throws {
        func admin(_ name: String) -> StaffDetails {
            StaffDetails(name: name, roles: StaffRoles(.admin), specialty: nil, email: nil, hours: nil)
        }
        let two = try given(try Founded.clinic()).when(HireStaff(0xa1, admin("A")), at: noon).thenWhatever()
            .when(HireStaff(0xa2, admin("B")), at: noon).thenWhatever()
        let one = try two.when(DeactivateStaff(0xa1, by: .admin(0xa2)), at: noon).thenWhatever()
        one.when(DeactivateStaff(0xa2, by: .admin(0xa1)), at: noon).thenRejected(.adminNoMore)
        one.when(ChangeStaffDetails(0xa2, details("B"), by: 0xa1), at: noon).thenRejected(.adminNoMore)
        let other = try two.when(ChangeStaffDetails(0xa1, details("A"), by: 0xa2), at: noon).thenWhatever()
        other.when(DeactivateStaff(0xa2, by: .admin(0xa1)), at: noon).thenRejected(.adminNoMore)
    }

    @Test func `an operator can deactivate the only admin`() throws {
        let admin = StaffDetails(name: "A", roles: StaffRoles(.admin), specialty: nil, email: nil, hours: nil)
        let one = try given(try Founded.clinic()).when(HireStaff(0xad, admin), at: noon).thenWhatever()
        one.when(DeactivateStaff(0xad, by: .admin(0xad)), at: noon).thenRejected(.oneself)
        _ = try one.when(DeactivateStaff(0xad, by: .operator), at: noon).thenWhatever()
    }

    @Test func `two active members of staff cannot share an e-mail address`() throws {
        let one = given(try Founded.clinic(), try Founded.hired(more: #","email":"ada@example.com""#))
        one.when(HireStaff(0xd2, details("Dr. B", email: "ADA@example.com")), at: noon)
            .thenRejected(.emailTaken(by: 0xd1))
        _ = try one.when(DeactivateStaff(0xd1, by: .admin(0xad)), at: noon).thenWhatever()
            .when(HireStaff(0xd2, details("Dr. B", email: "ada@example.com")), at: noon).thenWhatever()
    }

    @Test
    func `members of staff work during the clinic's opening hours, or during their own hours within opening hours`()
        throws
    {
        let own = try Founded.hired(
            "d2", name: "Dr. Ben", more: #","hours":[{"weekday":1,"opens":"10:00","closes":"20:00","breaks":[]}]"#)
        let settings = given(try Founded.clinic(), try Founded.hours(), try Founded.hired(), own).state(.settings)
        func windows(_ id: ID<StaffMember>, _ date: CivilDate) throws -> [String] {
            settings.workingWindows(of: try #require(settings.staff[id]), on: date).map { "\($0.start)-\($0.end)" }
        }
        #expect(try windows(0xd1, "2026-11-23") == ["08:00-12:00", "13:00-18:00"])
        #expect(try windows(0xd2, "2026-11-23") == ["10:00-12:00", "13:00-18:00"])
        #expect(try windows(0xd2, "2026-11-24") == [])
    }

    @Test func `time off cannot begin at a local time that the clocks skip, and can begin at a repeated local time`()
        throws
    {
        let one = given(try Founded.clinic(), try Founded.hired())
        let skipped = try away("2026-03-29T02:30", "2026-03-29T12:00")
        one.when(AddTimeOff(0xd1, skipped), at: noon).thenRejected(.noSuchLocalTime(skipped.start))
        let twice = try away("2026-10-25T02:30", "2026-10-25T12:00")
        _ = try one.when(AddTimeOff(0xd1, twice), at: noon).thenWhatever()
    }

    @Test func `a whole day off is accepted, even if daylight saving skips the midnight at which it begins`() throws {
        let beirut = given(try Founded.clinic("Asia/Beirut"), try Founded.hired())
        _ = try beirut.when(AddTimeOff(0xd1, try away("2026-03-29T00:00", "2026-03-30T00:00")), at: noon).thenWhatever()
    }

    @Test func `time off is listed in the order of its start, and can be removed`() throws {
        let both = try given(try Founded.clinic(), try Founded.hired())
            .when(AddTimeOff(0xd1, try away("2026-12-10T00:00", "2026-12-11T00:00", id: 2)), at: noon).thenWhatever()
            .when(AddTimeOff(0xd1, try away("2026-12-01T09:00", "2026-12-01T12:00", id: 1)), at: noon).thenWhatever()
        #expect(both.state(.settings).staff[0xd1]?.timeOff.map(\.id) == [1, 2])
        both.when(AddTimeOff(0xd1, try away("2026-12-01T09:00", "2026-12-01T12:00", id: 1)), at: noon).thenNothing()
        let one = try both.when(RemoveTimeOff(0xd1, 1), at: noon).thenWhatever()
        #expect(one.state(.settings).staff[0xd1]?.timeOff.map(\.id) == [2])
        one.when(RemoveTimeOff(0xd1, 1), at: noon).thenRejected(.noSuchTimeOff)
        one.when(RemoveTimeOff(0xd9, 1), at: noon).thenRejected(.noSuchMember)
    }

    @Test func `colleagues see absences without the reason, and patients see no absences`() throws {
        let history = try given(try Founded.clinic(), try Founded.hired())
            .when(AddTimeOff(0xd1, try away("2026-12-01T09:00", "2026-12-01T12:00")), at: noon).thenWhatever()
        let row = try #require(history.row(StaffMembers.self, DocumentKey(0xd1 as ID<StaffMember>)))
        let columns = row.columns.map(\.shown)
        #expect(String(decoding: row.document, as: UTF8.self).contains("Surgery"))
        #expect(columns[0].contains("2026-12-01T09:00") && !columns[0].contains("Surgery"))
        #expect(columns[1] == #"{"id":"\#(Founded.id)d1","version":3,"name":"Dr. Ada"}"#)
        #expect(row.columns.suffix(3) == [.bool(true), .text("doctor"), .text("dr ada")])
    }
}
