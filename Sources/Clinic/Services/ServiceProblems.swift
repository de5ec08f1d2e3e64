public import Endpoints
public import Identifiers
import JSON

/// The reason why a service's details are refused.
public enum ServiceFault: ClinicRejection, Hashable {
    /// Another active service has the same code.
    case codeTaken(by: ID<Service>)
    /// The service's price is not in the clinic's currency. The associated value is the clinic's currency.
    case wrongCurrency(Currency)
    case noSuchDoctor(ID<StaffMember>)
    /// The service's durations name a doctor twice.
    case doctorRepeated
    /// The list of a service's prices names a doctor twice.
    case pricedTwice
    /// The list of a service's hygienists names a member of staff twice.
    case hygienistRepeated

    public var problem: Problem {
        switch self {
        case .codeTaken(let other): Problem(.serviceCodeTaken).with("service_id", other, .id())
        case .wrongCurrency(let currency):
            Problem(.wrongCurrency, "Prices are in \(currency).").with("currency", currency, Currency.codec)
        case .noSuchDoctor(let doctor): Problem(.noSuchDoctor).with("doctor_id", doctor, .id())
        case .doctorRepeated: .malformed(body: "/durations", code: "duplicate", detail: "each doctor once")
        case .pricedTwice: .malformed(body: "/prices", code: "duplicate", detail: "each doctor once")
        case .hygienistRepeated: .malformed(body: "/hygienists", code: "duplicate", detail: "each hygienist once")
        }
    }

    /// The problems with which a command that sets a service's details can be rejected.
    static let problems: [Problem.Kind] = [.clinicNotFounded, .serviceCodeTaken, .wrongCurrency, .noSuchDoctor]
}

extension ClinicSettings {
    /// The first rule for services that the given details break; `nil` if they break none.
    func fault(in details: ServiceDetails, of service: ID<Service>) -> ServiceFault? {
        let amounts =
            [details.price] + (details.prices ?? []).map(\.price) + (details.limits.deposit.map { [$0] } ?? [])
        guard amounts.allSatisfy({ $0.currency == currency }) else { return .wrongCurrency(currency) }
        for other in services.all where other.isActive && other.id != service {
            if other.details.code.uppercased() == details.code.uppercased() { return .codeTaken(by: other.id) }
        }
        let ownDurations = (details.durations ?? []).map(\.doctor)
        guard Set(ownDurations).count == ownDurations.count else { return .doctorRepeated }
        let priced = (details.prices ?? []).map(\.doctor)
        guard Set(priced).count == priced.count else { return .pricedTwice }
        let hygienists = details.hygienists ?? []
        guard Set(hygienists).count == hygienists.count else { return .hygienistRepeated }
        let named = (details.doctors ?? []) + ownDurations + hygienists + priced
        return named.first { doctor($0) == nil }.map { .noSuchDoctor($0) }
    }
}

extension Problem.Kind {
    public static let serviceCodeTaken = Problem.Kind(
        "service-code-taken", 409, "Another service has this code",
        means: "The code is that of the service `service_id`. Letters count the same in upper and lower case.",
        remedy: "Use another code, or retire the other service first.",
        members: [
            .member(
                "service_id", Codec<ID<Service>>.id().described("The service that has the code."), example: .example)
        ])
    public static let wrongCurrency = Problem.Kind(
        "wrong-currency", 409, "The clinic's prices are in another currency",
        means: "A clinic has one currency, which is in `currency`.",
        remedy: "Send the price in that currency.",
        members: [
            .member(
                "currency", Currency.codec.described("The clinic's currency, as its ISO 4217 code."), example: .euro)
        ])
    public static let noSuchDoctor = Problem.Kind(
        "no-such-doctor", 409, "No doctor with this id works here",
        means: "`doctor_id` is nobody at this clinic, is not a doctor, or has left.",
        remedy: "Choose from `GET /api/v1/doctors`.",
        members: [
            .member(
                "doctor_id", Codec<ID<StaffMember>>.id().described("The doctor who is not at work here."),
                example: .example)
        ])
}
