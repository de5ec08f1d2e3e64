public import Endpoints
public import Identifiers
import JSON

/// Why a service command is rejected.
public enum ServiceRejection: ClinicRejection, Hashable {
    case notFounded
    case noSuchService
    case retired
    /// Another active service has the same code.
    case codeTaken(by: ID<Service>)
    /// The price is not in the clinic's currency, which is given.
    case wrongCurrency(Currency)
    case noSuchDoctor(ID<StaffMember>)

    public var problem: Problem {
        switch self {
        case .notFounded: Problem(.clinicNotFounded)
        case .noSuchService: .notFound
        case .retired: Problem(.serviceRetired)
        case .codeTaken(let other): Problem(.serviceCodeTaken).with("service_id", other, .id())
        case .wrongCurrency(let currency):
            Problem(.wrongCurrency, "Prices are in \(currency).").with("currency", currency, Currency.codec)
        case .noSuchDoctor(let doctor): Problem(.noSuchDoctor).with("doctor_id", doctor, .id())
        }
    }
}

extension ClinicSettings {
    /// Checks the rules for every service of the clinic.
    func check(_ details: ServiceDetails, of service: ID<Service>) throws(ServiceRejection) {
        guard isFounded else { throw .notFounded }
        guard details.price.currency == currency else { throw .wrongCurrency(currency) }
        for other in services.all where other.isActive && other.id != service {
            if other.details.code.uppercased() == details.code.uppercased() { throw .codeTaken(by: other.id) }
        }
        for id in details.doctors ?? [] where doctor(id) == nil { throw .noSuchDoctor(id) }
    }
}

extension Problem.Kind {
    public static let serviceRetired = Problem.Kind(
        "service-retired", 409, "The service is no longer offered",
        means: "The service was retired; it is kept for old appointments and invoices.",
        remedy: "Create a new service instead.")
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
