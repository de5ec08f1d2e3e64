import EventSourcing
public import Identifiers
public import JSON

/// The service of an appointment, and the items of treatment plans that it is for.
public struct VisitPurpose: Hashable, Sendable {
    public let service: ID<Service>
    public let treatment: [PlannedItem]

    public init(service: ID<Service>, treatment: [PlannedItem] = []) {
        self.service = service
        self.treatment = treatment
    }

    public static let codec = object(
        VisitPurpose.init(service:treatmentIfAny:), field("service_id", \.service, .id()),
        optionalField("treatment_items", \.treatmentIfAny, .array(PlannedItem.codec, 1...PlannedItem.limit)))

    private init(service: ID<Service>, treatmentIfAny: [PlannedItem]?) {
        self.init(service: service, treatment: treatmentIfAny ?? [])
    }

    /// The items of treatment plans; `nil` if there are none, so that the JSON of events leaves the member out.
    private var treatmentIfAny: [PlannedItem]? { treatment.isEmpty ? nil : treatment }
}

extension DecisionModel<ClinicEvent> {
    /// The items of treatment plans that an appointment is for if it becomes an appointment for another service.
    ///
    /// It is no longer for the items of other services: they can be scheduled again. It is for an item of the new service
    /// that it was for before, for example if a change of the service is taken back, unless the item was scheduled
    /// elsewhere meanwhile.
    mutating func treatment(of course: Appointment.Course, for service: ID<Service>) -> [PlannedItem] {
        (course.visit.treatment + course.formerItems).filter { item in
            let plan = self[.treatmentPlan(item.plan)]
            guard let known = plan[item.item], known.terms.service == service else { return false }
            return known.course.appointment == course.visit.appointment || status(of: known, in: plan) == .accepted
        }
    }
}
