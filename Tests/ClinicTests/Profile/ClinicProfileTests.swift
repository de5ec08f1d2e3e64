import Clinic
import EventSourcing
import JSON
import Testing

@Suite struct ClinicProfileTests {
    private func found(_ zone: String = "Europe/Berlin") throws -> FoundClinic {
        FoundClinic(
            profile: ClinicProfile(name: "Praxis"), zone: try .named(zone), currency: try #require(Currency("EUR")))
    }

    @Test func `a clinic can be founded only once`() throws {
        given().when(try found(), at: noon).then(try Founded.clinic())
        given(try Founded.clinic()).when(try found(), at: noon).thenNothing()
        given(try Founded.clinic()).when(try found("America/New_York"), at: noon).thenRejected(.foundedAlready)
    }

    @Test func `a clinic cannot be founded in a zone that the zone database does not have`() throws {
        let nowhere = try ZoneName.named("Europe/Atlantis")
        given().when(try found("Europe/Atlantis"), at: noon).thenRejected(.unknownZone(nowhere))
    }

    @Test func `the profile and closures of a clinic cannot be changed before the clinic is founded`() throws {
        given().when(ChangeClinicProfile(ClinicProfile(name: "X")), at: noon).thenRejected(.notFounded)
        let holiday = Closure(
            id: 1, days: try #require(DateRange("2026-12-24", "2026-12-26")), reason: "Christmas")
        given().when(AddClosure(holiday), at: noon).thenRejected(.notFounded)
    }

    @Test func `changing a clinic's setting to its present value appends no event`() throws {
        given(try Founded.clinic()).when(ChangeClinicProfile(ClinicProfile(name: "Praxis")), at: noon).thenNothing()
        given(try Founded.clinic()).when(SetSchedulingRules(.standard), at: noon).thenNothing()
        given(try Founded.clinic()).when(SetMobileAccess(.standard), at: noon).thenNothing()
    }

    @Test func `the clinic's logo is in its documents until it is removed`() throws {
        let logo = ClinicLogo(type: .jpeg, sha256: String(repeating: "a", count: 64))
        let set = given(try Founded.clinic()).when(ChangeLogo(to: logo), at: noon).then(
            try event("logo-changed", #"{"logo":{"type":"image/jpeg","sha256":"\#(logo.sha256)"}}"#))
        set.when(ChangeLogo(to: logo), at: noon).thenNothing()
        let document = try #require(set.document(ClinicProfiles.self, ClinicProfiles.key))
        #expect(document.contains(#""logo":{"type":"image/jpeg","sha256":"\#(logo.sha256)"}"#))
        let removed = set.when(ChangeLogo(to: nil), at: noon).then(try event("logo-changed", "{}"))
        #expect(try #require(removed.document(ClinicProfiles.self, ClinicProfiles.key)).contains("logo") == false)
        given().when(ChangeLogo(to: logo), at: noon).thenRejected(.notFounded)
    }

    @Test func `a change of a clinic's profile keeps its time zone and currency`() throws {
        let after = given(try Founded.clinic())
            .when(ChangeClinicProfile(ClinicProfile(name: "Neu")), at: noon)
            .then(try event("clinic-profile-changed", #"{"profile":{"name":"Neu"}}"#))
        let settings = after.state(.settings)
        #expect(settings.profile.name == "Neu")
        #expect(settings.zone.name.text == "Europe/Berlin")
        #expect(settings.currency.code == "EUR")
        #expect(settings.version == 2)
    }

    @Test func `a clinic's opening times exclude closed days, breaks and closed hours`() throws {
        let settings = given(
            try Founded.clinic(), try Founded.hours(), try Founded.closure("c1", "2026-12-24", "2026-12-31")
        ).state(.settings)
        #expect(
            settings.openWindows(on: "2026-11-23") == [
                try #require(LocalInterval("08:00", "12:00")), try #require(LocalInterval("13:00", "18:00")),
            ])
        #expect(settings.openWindows(on: "2026-11-22").isEmpty, "Sunday")
        #expect(settings.openWindows(on: "2026-12-24").isEmpty)
        #expect(settings.openWindows(on: "2026-12-31").isEmpty)
        #expect(settings.openWindows(on: "2027-01-01").count == 2)
    }

    @Test func `a closure that was removed does not restrict the clinic's opening times`() throws {
        let closed = given(
            try Founded.clinic(), try Founded.hours(), try Founded.closure("01", "2026-12-24", "2026-12-24"))
        let open = closed.when(RemoveClosure(1), at: noon)
            .then(try event("closure-removed", #"{"closure_id":"\#(Founded.id)01"}"#))
        #expect(open.state(.settings).openWindows(on: "2026-12-24").count == 2)
        open.when(RemoveClosure(1), at: noon).thenRejected(.noSuchClosure)
    }

    @Test(arguments: [
        #"[{"weekday":8,"opens":"08:00","closes":"18:00"}]"#,
        #"[{"weekday":1,"opens":"18:00","closes":"08:00"}]"#,
        #"[{"weekday":1,"opens":"08:03","closes":"18:00"}]"#,
        #"[{"weekday":1,"opens":"08:00","closes":"24:05"}]"#,
        #"[{"weekday":1,"opens":"08:00","closes":"12:00"},{"weekday":1,"opens":"13:00","closes":"18:00"}]"#,
        #"[{"weekday":1,"opens":"08:00","closes":"18:00","breaks":[{"start":"07:00","end":"09:00"}]}]"#,
        #"[{"weekday":1,"opens":"08:00","closes":"18:00","breaks":[{"start":"12:00","end":"13:00"},{"start":"12:30","end":"14:00"}]}]"#,
    ])
    func `invalid or overlapping opening hours are refused`(json: String) {
        #expect(throws: DecodingProblem.self) { try WeeklyHours.codec.decode(parsing: Array(json.utf8)) }
    }

    @Test func `the admins' document of a clinic has the mobile app's settings, and the public one does not`() throws {
        let history = given(try Founded.clinic(), try Founded.closure("c1", "2026-12-24", "2026-12-24"))
        let row = try #require(history.row(ClinicProfiles.self, ClinicProfiles.key))
        let document = String(decoding: row.document, as: UTF8.self)
        #expect(document.hasPrefix(#"{"id":"01900000-0000-7000-8000-000000000001","version":2,"#))
        #expect(document.contains(#""mobile_access""#))
        let columns = row.columns.map(\.shown)
        #expect(columns[0].contains(#""time_zone":"Europe/Berlin""#))
        #expect(!columns[0].contains("mobile_access"))
        #expect(columns[1].contains(#""version":2,"access":{"patient":["appointments""#))
    }

    @Test func `a clinic's stored document has the same bytes after decoding and encoding`() throws {
        let history = given(
            try Founded.clinic(), try Founded.hours(), try Founded.closure("c1", "2026-12-24", "2026-12-24"))
        let document = try #require(history.document(ClinicProfiles.self, ClinicProfiles.key))
        let read = try ClinicDocument.codec.decode(parsing: Array(document.utf8))
        #expect(String(decoding: ClinicDocument.codec.bytes(read), as: UTF8.self) == document)
    }
}
