public import EventSourcing
public import Identifiers
public import JSON
import SQL

/// The document of a service, which is sent to clients as it is stored.
public struct ServiceDocument: Sendable {
    public let id: ID<Service>
    public var version: Int64
    public var details: ServiceDetails
    public var isActive: Bool
    public var recall: RecallInterval?

    public static let codec = object(
        ServiceDocument.make(
            id:version:code:name:category:durationMinutes:price:doctors:bookedBy:minimumAge:deposit:needs:durations:
            buffers:segments:hygienists:prices:capacity:isActive:recall:),
        field("id", \.id, .serviceID), field("version", \.version, .version),
        field(
            "code", \.details.code, .name(max: 20).described("The service's code, which no other service on offer has.")
        ), field("name", \.details.name, .name().described("The service's name.")),
        optionalField(
            "category", \.details.category,
            .name(max: 100).described("The group that the service belongs to; absent: none.")),
        field(
            "duration_minutes", \.details.durationMinutes,
            .int.described("How long an appointment for it lasts, in minutes: a multiple of five.")),
        field("price", \.details.price, Money.unsignedCodec.described("The price, in the clinic's currency.")),
        optionalField(
            "doctors", \.details.doctors,
            .array(.id()).described("The ids of the doctors who offer it; absent: every doctor.")),
        optionalField("booked_by", \.details.limits.bookedBy, .serviceBookers),
        optionalField("minimum_age", \.details.limits.minimumAge, .minimumAge),
        optionalField("deposit", \.details.limits.deposit, .deposit),
        optionalField("needs", \.details.limits.needs, .equipment),
        optionalField("durations", \.details.durations, .durations),
        optionalField("buffers", \.details.buffers, .buffers),
        optionalField("segments", \.details.segments, .serviceSegments),
        optionalField("hygienists", \.details.hygienists, .serviceHygienists),
        optionalField("prices", \.details.prices, .prices),
        optionalField("capacity", \.details.capacity, .capacity),
        field("active", \.isActive, .bool.described("Whether the service is offered; `false` once it is retired.")),
        optionalField(
            "recall", \.recall,
            RecallInterval.codec.described(
                "After which time patients should come again; absent: they are not recalled."))
    ).described("A service that the clinic offers.").named("Service")

    private static func make(
        id: ID<Service>, version: Int64, code: String, name: String, category: String?, durationMinutes: Int,
        price: Money, doctors: [ID<StaffMember>]?, bookedBy: ServiceBookers?, minimumAge: Int?,
        deposit: Money?, needs: [String]?, durations: [DoctorDuration]?, buffers: ChairBuffers?,
        segments: [VisitSegment]?, hygienists: [ID<StaffMember>]?, prices: [DoctorPrice]?, capacity: Int?,
        isActive: Bool, recall: RecallInterval?
    ) -> ServiceDocument {
        ServiceDocument(
            id: id, version: version,
            details: ServiceDetails(
                code: code, name: name, category: category, durationMinutes: durationMinutes, price: price,
                doctors: doctors,
                limits: ServiceLimits(bookedBy: bookedBy, minimumAge: minimumAge, deposit: deposit, needs: needs),
                durations: durations, buffers: buffers, segments: segments, hygienists: hygienists,
                prices: prices, capacity: capacity),
            isActive: isActive, recall: recall)
    }
}

/// The read model of the clinic's services, retired ones included.
public enum Services: ClinicReadModel {
    public static let table = DocumentTable("service", key: "service_id", .uuid)
    public static let audience = DocumentAudience.aboutNobody
    public static let codec = ServiceDocument.codec

    public static let columns = [
        DocumentColumn<ServiceDocument>("active", .boolean) { .bool($0.isActive) },
        DocumentColumn<ServiceDocument>("sort_name", .text) { .text(FoldedText.sortKey([$0.details.name])) },
    ]

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        if case .service(let event) = event { [DocumentKey(event.service)] } else { [] }
    }

    public static func tags(of key: DocumentKey) -> [Tag] { key.tagged(Tag.service) }

    public static func fold(
        _ document: ServiceDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> ServiceDocument? {
        guard case .service(let event) = recorded.event else { return document }
        var document = document
        document?.version = recorded.position
        switch event {
        case .serviceCreated(let created):
            return ServiceDocument(
                id: created.service, version: recorded.position, details: created.details, isActive: true)
        case .serviceChanged(let changed): document?.details = changed.details
        case .serviceRetired: document?.isActive = false
        case .recallRuleSet(let set): document?.recall = set.interval
        case .recallRuleRemoved: document?.recall = nil
        }
        return document
    }
}
