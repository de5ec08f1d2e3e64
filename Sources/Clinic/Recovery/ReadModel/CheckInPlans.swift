public import EventSourcing
import Identifiers
public import JSON
import SQL

/// The read model of plans of check-ins: one row for each patient, and for each person without a clinic, who has had a
/// plan. The row has the latest plan.
public enum CheckInPlans: ClinicReadModel {
    public static let table = DocumentTable("check_in_plan", key: "patient_id", .uuid)
    public static let audience = DocumentAudience.record
    public static let codec = CheckInPlanDocument.codec
    public static let columns = [
        DocumentColumn<CheckInPlanDocument>("next_step_at", .timestamptz) {
            $0.nextStep?.bind ?? .null(.timestamptz)
        },
        DocumentColumn<CheckInPlanDocument>("remind_at", .timestamptz) {
            $0.nextReminder?.bind ?? .null(.timestamptz)
        },
    ]

    public static func person(of document: CheckInPlanDocument) -> UUIDBytes? { document.patient.uuid }

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        guard case .recovery(let event) = event else { return [] }
        if case .erased(let event) = event { return [DocumentKey(event.person)] }
        return event.plan.map { [DocumentKey($0.patient)] } ?? []
    }

    public static var lastEventTellsVersion: Bool { true }

    public static func tags(of key: DocumentKey) -> [Tag] { key.tagged(Tag.checkIns(of:)) }

    public static func fold(
        _ document: CheckInPlanDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> CheckInPlanDocument? {
        if case .recovery(.started(let started)) = recorded.event {
            return CheckInPlanDocument(started, version: recorded.position)
        }
        if case .recovery(.erased) = recorded.event { return nil }
        guard case .recovery(let event) = recorded.event, let plan = event.plan else { return document }
        guard var document else { return nil }
        document.version = recorded.position
        document.show(plan)
        switch event {
        case .checkedIn:
            document.status = .active
            document.lastCheckIn = plan.since
        case .missed: document.status = .missed
        case .ended(let event): document.end(event.cause)
        case .started, .intervalsSet, .reminded, .contactDue, .seen, .erased: break
        }
        return document
    }
}

extension DocumentAnswer {
    static func checkInPlan(_ patient: ID<Patient>) -> DocumentAnswer {
        DocumentAnswer(CheckInPlans.self, DocumentKey(patient))
    }
}
