import Clinic
import EventSourcing
import Identifiers
import Testing

@Suite struct DoctorPriceTests {
    private static let friday: Instant = "2026-11-20T11:00:00Z"
    private static let nine: Instant = "2026-11-23T08:00:00Z"

    private func details(prices: [DoctorPrice]) -> ServiceDetails {
        ServiceDetails(
            code: "S0", name: "Check-up", category: nil, durationMinutes: 30, price: Money(5000, .euro), doctors: nil,
            prices: prices)
    }

    /// The total of an invoice for the first service, and for an appointment with a doctor if one is given.
    private func price(with doctor: UInt64?) throws -> Int64? {
        var desk = try Desk()
        let special = DoctorPrice(doctor: Practice.doctor(2), price: Money(7000, .euro))
        try desk.run(ChangeService(Practice.service(1), details(prices: [special])), at: Self.friday)
        let visit = try doctor.map { try desk.book(Self.nine, doctor: $0, by: .staff, at: Self.friday) }
        let issue = IssueInvoice(
            invoice: 0xb1, patient: Practice.patient(1), appointment: visit,
            lines: [.init(service: Practice.service(1), description: nil, quantity: 1, unitPrice: nil)])
        guard case .billing(.invoiceIssued(let issued))? = try desk.run(issue, at: Self.nine).first else { return nil }
        return issued.total.amount
    }

    @Test func `an invoice for an appointment has the service's price with the appointment's doctor`() throws {
        #expect(try price(with: 1) == 5000)
        #expect(try price(with: 2) == 7000)
        #expect(try price(with: nil) == 5000)
    }

    @Test func `a price of a service is refused for a doctor named twice, an unknown doctor or a foreign currency`()
        throws
    {
        let desk = try Desk()
        let usual = Money(7000, .euro)
        func fault(_ prices: [DoctorPrice]) -> ChangeService.Rejection? {
            desk.rejection(ChangeService(Practice.service(1), details(prices: prices)), at: Self.friday)
        }
        let one = DoctorPrice(doctor: Practice.doctor(1), price: usual)
        #expect(fault([one]) == nil)
        #expect(fault([one, one]) == .unacceptable(.pricedTwice))
        let nobody = DoctorPrice(doctor: Practice.doctor(9), price: usual)
        #expect(fault([nobody]) == .unacceptable(.noSuchDoctor(Practice.doctor(9))))
        let dollars = try #require(Currency("USD"))
        let foreign = DoctorPrice(doctor: Practice.doctor(1), price: Money(7000, dollars))
        #expect(fault([foreign]) == .unacceptable(.wrongCurrency(.euro)))
    }
}
