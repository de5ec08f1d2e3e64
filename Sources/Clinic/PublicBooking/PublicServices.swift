public import Endpoints
public import EventSourcing
import Identifiers
public import JSON

/// The services that people without an account may book, and how to reach the clinic.
public struct PublicServices: Sendable {
    let clinicName: String
    let clinicPhone: String?
    let zone: ZoneName
    let items: [PublicService]

    /// Reads the services that people without an account may book.
    ///
    /// - Throws: 404 if the clinic takes no booking requests.
    public static func of(_ model: inout DecisionModel<ClinicEvent>) throws(Problem) -> PublicServices {
        let settings = model[.settings]
        guard settings.takesPublicBookings else { throw Problem(.publicBookingClosed) }
        return PublicServices(
            clinicName: settings.profile.name, clinicPhone: settings.profile.phone, zone: settings.zone.name,
            items: settings.publicServices.map(PublicService.init))
    }

    public static let codec = object(
        PublicServices.init(clinicName:clinicPhone:zone:items:),
        field("clinic_name", \.clinicName, .name().described("The clinic's name.")),
        optionalField("clinic_phone", \.clinicPhone, .phone.described("The clinic's telephone number.")),
        field("time_zone", \.zone, .clinicZone),
        field("items", \.items, .array(PublicService.codec).described("The services, in order of creation."))
    ).described("The services that new patients may book.").named("PublicServices")
}

/// A service as people without an account see it.
struct PublicService: Sendable {
    let id: ID<Service>
    let name: String
    let category: String?
    let minutes: Int
    let minimumAge: Int?

    init(id: ID<Service>, name: String, category: String?, minutes: Int, minimumAge: Int?) {
        self.id = id
        self.name = name
        self.category = category
        self.minutes = minutes
        self.minimumAge = minimumAge
    }

    init(_ service: Service) {
        self.init(
            id: service.id, name: service.details.name, category: service.details.category,
            minutes: service.details.durationMinutes, minimumAge: service.details.limits.minimumAge)
    }

    static let codec = object(
        PublicService.init(id:name:category:minutes:minimumAge:), field("service_id", \.id, .serviceID),
        field("name", \.name, .name().described("The service's name.")),
        optionalField(
            "category", \.category, .name(max: 100).described("The group that the service belongs to; absent: none.")),
        field(
            "duration_minutes", \.minutes,
            .int(5...720).described("How long an appointment for it usually lasts, in minutes.")),
        optionalField("minimum_age", \.minimumAge, .minimumAge)
    ).described("A service that new patients may book.").named("PublicService")
}
