import Endpoints
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
        case .checkedIn(let event):
            guard let made = event.made else {
                document.status = .active
                document.lastCheckIn = plan.since
                break
            }
            if plan.isAnswered(by: made) { document.status = .active }
            document.lastCheckIn = max(document.lastCheckIn ?? made, made)
        case .missed: document.status = .missed
        case .ended(let event): document.end(event.cause)
        case .started, .intervalsSet, .reminded, .contactDue, .seen, .erased: break
        }
        return document
    }
}

extension CheckInPlans {
    /// The form of a plan for the caller's session; `nil` for the whole plan.
    ///
    /// A session that is locked, or that was opened for background work, sees only what the person's next check-in needs.
    /// It does not see the contact, who is another person, or the doctor, who tells where the person is treated.
    static func form(for caller: Caller<PatientOrPerson>) -> AnswerForm? {
        caller.principal.isLocked || caller.principal.restriction != nil ? ownTimes : nil
    }

    private static let ownTimes = AnswerForm(of: codec, as: codec) { document in
        var document = document
        document.doctor = nil
        document.contact = nil
        document.contactDue = nil
        return document
    }
}

extension DocumentAnswer {
    static func checkInPlan(_ patient: ID<Patient>) -> DocumentAnswer {
        DocumentAnswer(CheckInPlans.self, DocumentKey(patient))
    }

    /// The plan as its owner sees it.
    static func checkInPlan(_ patient: ID<Patient>, for caller: Caller<PatientOrPerson>) -> DocumentAnswer {
        DocumentAnswer(CheckInPlans.self, DocumentKey(patient), form: CheckInPlans.form(for: caller))
    }
}
