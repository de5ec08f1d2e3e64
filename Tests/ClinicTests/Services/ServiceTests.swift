import Clinic
import EventSourcing
import Identifiers
import JSON
import Testing

@Suite struct ServiceTests {
    private func details(
        _ code: String = "PZR", minutes: Int = 30, amount: Int64 = 9000, currency: String = "EUR",
        doctors: [ID<StaffMember>]? = nil
    ) throws -> ServiceDetails {
        ServiceDetails(
            code: code, name: "Cleaning", category: nil, durationMinutes: minutes,
            price: Money(amount, try #require(Currency(currency))), doctors: doctors)
    }

    private func created(_ number: String = "01", code: String = "PZR") throws -> ClinicEvent {
        try event(
            "service-created",
            #"{"service_id":"\#(Founded.id)\#(number)","details":{"code":"\#(code)","name":"Cleaning","duration_minutes":30,"#
                + #""price":{"amount":9000,"currency":"EUR"}}}"#)
    }

    @Test func `creating a service appends one event with the service's details`() throws {
        given(try Founded.clinic()).when(CreateService(1, try details()), at: noon).then(try created())
    }

    @Test func `creating an existing service again appends no event`() throws {
        given(try Founded.clinic(), try created()).when(CreateService(1, try details()), at: noon).thenNothing()
    }

    @Test func `two active services cannot share a code`() throws {
        let one = given(try Founded.clinic(), try created())
        one.when(CreateService(2, try details("pzr")), at: noon).thenRejected(.unacceptable(.codeTaken(by: 1)))
        one.when(RetireService(1), at: noon)
            .then(try event("service-retired", #"{"service_id":"\#(Founded.id)01"}"#))
            .when(CreateService(2, try details()), at: noon).then(try created("02"))
    }

    @Test func `a service's price must be in the clinic's currency`() throws {
        given(try Founded.clinic()).when(CreateService(1, try details(currency: "USD")), at: noon)
            .thenRejected(.unacceptable(.wrongCurrency(try #require(Currency("EUR")))))
    }

    @Test func `only active doctors can offer a service`() throws {
        let one = given(try Founded.clinic(), try Founded.hired())
        _ = try one.when(CreateService(1, try details(doctors: [0xd1])), at: noon).thenWhatever()
        one.when(CreateService(1, try details(doctors: [0xd2])), at: noon).thenRejected(
            .unacceptable(.noSuchDoctor(0xd2)))
        let gone = try one.when(DeactivateStaff(0xd1, by: .admin(0xad)), at: noon).thenWhatever()
        gone.when(CreateService(1, try details(doctors: [0xd1])), at: noon).thenRejected(
            .unacceptable(.noSuchDoctor(0xd1)))
    }

    @Test func `a service that names no doctors is offered by every doctor`() throws {
        let all = try given(try Founded.clinic(), try Founded.hired("d1"), try Founded.hired("d2", name: "Dr. Ben"))
            .when(CreateService(1, try details("A")), at: noon).thenWhatever()
            .when(CreateService(2, try details("B", doctors: [0xd2])), at: noon).thenWhatever()
        let settings = all.state(.settings)
        #expect(settings.doctors(offering: try #require(settings.services[1])).map(\.id) == [0xd1, 0xd2])
        #expect(settings.doctors(offering: try #require(settings.services[2])).map(\.id) == [0xd2])
    }

    @Test func `a retired service cannot be changed`() throws {
        let retired = try given(try Founded.clinic(), try created()).when(RetireService(1), at: noon).thenWhatever()
        retired.when(ChangeService(1, try details(minutes: 60)), at: noon).thenRejected(.retired)
        retired.when(RetireService(1), at: noon).thenNothing()
        retired.when(RetireService(2), at: noon).thenRejected(.noSuchService)
    }

    @Test func `the list of services shows each service's version and whether it is retired`() throws {
        let retired = try given(try Founded.clinic(), try created()).when(RetireService(1), at: noon).thenWhatever()
        #expect(
            retired.document(Services.self, DocumentKey(1 as ID<Service>))
                == #"{"id":"\#(Founded.id)01","version":3,"code":"PZR","name":"Cleaning","duration_minutes":30,"#
                + #""price":{"amount":9000,"currency":"EUR"},"active":false}"#)
    }

    @Test(arguments: [4, 31, 0, 725])
    func `a service's duration must be a multiple of five minutes, and at most half a day`(minutes: Int) {
        let json = #"{"code":"A","name":"B","duration_minutes":\#(minutes),"price":{"amount":1,"currency":"EUR"}}"#
        #expect(throws: (any Error).self) { try ServiceDetails.codec.decode(parsing: Array(json.utf8)) }
    }
}
