public import EventSourcing
import Identifiers

/// Any event of a clinic's feed. The cases are the features, such as billing; a feature's enum has its event types.
public indirect enum ClinicEvent: DomainEvent {
    case profile(ProfileEvent)
    case service(ServiceEvent)
    case chair(ChairEvent)
    case staff(StaffEvent)
    case patient(PatientEvent)
    case guardian(GuardianEvent)
    case emergency(EmergencyEvent)
    case block(BlockEvent)
    case hold(HoldEvent)
    case waitlist(WaitlistEvent)
    case recall(RecallEvent)
    case series(SeriesEvent)
    case appointment(AppointmentEvent)
    case billing(BillingEvent)
    case draft(DraftEvent)
    case drawer(DrawerEvent)
    case family(FamilyEvent)
    case insurance(InsuranceEvent)
    case recovery(RecoveryEvent)
    case file(FileEvent)
    case treatment(TreatmentEvent)
    case finding(ToothFindingEvent)
    case perio(PerioEvent)
    case chart(ChartEvent)
    case vitals(VitalsEvent)
    case note(NoteEvent)
    case prescription(PrescriptionEvent)
    case historyForm(HistoryFormEvent)
    case consent(ConsentEvent)
    case message(MessageEvent)
    case notification(NotificationEvent)
    /// The event that skips an earlier, unreadable event; it belongs to no feature.
    case quarantined(Quarantined)

    public static let types = EventTypes<ClinicEvent>()
        .with(ProfileEvent.self)
        .with(ServiceEvent.self)
        .with(ChairEvent.self)
        .with(StaffEvent.self)
        .with(PatientEvent.self)
        .with(GuardianEvent.self)
        .with(EmergencyEvent.self)
        .with(BlockEvent.self)
        .with(HoldEvent.self)
        .with(WaitlistEvent.self)
        .with(RecallEvent.self)
        .with(SeriesEvent.self)
        .with(AppointmentEvent.self)
        .with(BillingEvent.self)
        .with(DraftEvent.self)
        .with(DrawerEvent.self)
        .with(FamilyEvent.self)
        .with(InsuranceEvent.self)
        .with(RecoveryEvent.self)
        .with(FileEvent.self)
        .with(TreatmentEvent.self)
        .with(ToothFindingEvent.self)
        .with(PerioEvent.self)
        .with(ChartEvent.self)
        .with(VitalsEvent.self)
        .with(NoteEvent.self)
        .with(PrescriptionEvent.self)
        .with(HistoryFormEvent.self)
        .with(ConsentEvent.self)
        .with(MessageEvent.self)
        .with(NotificationEvent.self)
        .with(Quarantined.self) { .quarantined($0) }

    public var erasure: Erasure? {
        switch self {
        case .patient(.patientErased(let erased)): Erasure(of: erased.patient.uuid, [.contact])
        case .patient(.patientRecordsErased(let erased)):
            Erasure(of: erased.patient.uuid, [erased.records.retention])
        case .patient(.patientRecordsSealed(let sealed)):
            Erasure(of: sealed.texts.patient.uuid, sealing: [sealed.texts.records.retention])
        case .staff(.staffErased(let erased)): Erasure(of: erased.staff.uuid, [.contact])
        case .recovery(.erased(let erased)): Erasure(of: erased.person.uuid, [.contact])
        case .profile, .service, .chair, .staff, .patient, .guardian, .emergency, .block, .hold, .waitlist, .recall,
            .series, .appointment, .billing, .draft, .drawer, .family, .insurance, .recovery, .file,
            .treatment,
            .notification, .finding, .perio, .chart,
            .vitals, .note, .prescription,
            .historyForm, .consent,
            .message,
            .quarantined:
            nil
        }
    }

    public var quarantined: Quarantined? { if case .quarantined(let quarantined) = self { quarantined } else { nil } }

    public var payload: any EventPayload {
        switch self {
        case .profile(let event): event.payload
        case .service(let event): event.payload
        case .chair(let event): event.payload
        case .staff(let event): event.payload
        case .patient(let event): event.payload
        case .guardian(let event): event.payload
        case .emergency(let event): event.payload
        case .block(let event): event.payload
        case .hold(let event): event.payload
        case .waitlist(let event): event.payload
        case .recall(let event): event.payload
        case .series(let event): event.payload
        case .appointment(let event): event.payload
        case .billing(let event): event.payload
        case .draft(let event): event.payload
        case .drawer(let event): event.payload
        case .family(let event): event.payload
        case .insurance(let event): event.payload
        case .recovery(let event): event.payload
        case .file(let event): event.payload
        case .treatment(let event): event.payload
        case .finding(let event): event.payload
        case .perio(let event): event.payload
        case .chart(let event): event.payload
        case .vitals(let event): event.payload
        case .note(let event): event.payload
        case .prescription(let event): event.payload
        case .historyForm(let event): event.payload
        case .consent(let event): event.payload
        case .message(let event): event.payload
        case .notification(let event): event.payload
        case .quarantined(let event): event
        }
    }
}

/// The events of one feature, as an enum over their payloads, so that the feature's folds can switch exhaustively.
protocol FeatureEvent: Sendable {
    var payload: any EventPayload { get }
    /// Returns `types` with the event types of this feature added.
    static func register(in types: EventTypes<ClinicEvent>) -> EventTypes<ClinicEvent>
}

extension EventTypes<ClinicEvent> {
    fileprivate func with<Feature: FeatureEvent>(_ feature: Feature.Type) -> EventTypes<ClinicEvent> {
        feature.register(in: self)
    }
}
