import Endpoints
import EventSourcing
public import Identifiers
import JSON

/// A reason why two records cannot be merged now: the kind of the obstacle, and the record that has it.
public struct MergeObstacle: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case sameRecord = "same_record"
        case erased
        case restricted
        case mergedAlready = "merged_already"
        case provisional
        case guardianOfOther = "guardian_of_other"
        case familyAccount = "family_account"
        case login
        case openDraft = "open_draft"
        case heldTime = "held_time"
        case checkIns = "check_ins"
        case visitUnderWay = "visit_under_way"
        case sameTime = "same_time"
    }

    public let kind: Kind
    public let patient: ID<Patient>

    public init(_ kind: Kind, of patient: ID<Patient>) {
        self.kind = kind
        self.patient = patient
    }

    static let codec = object(
        MergeObstacle.make(kind:patient:),
        field(
            "kind", \.kind,
            Codec<Kind>.stringEnum.described(
                """
                `same_record`: both ids are this record's. `erased`, `restricted`: the record is. `merged_already`: it is part of \
                a merge. `provisional`: it is the surviving record, and the clinic has not accepted its patient. \
                `guardian_of_other`: its patient is the other one's guardian. `family_account`: its patient pays for a \
                family. `login`: it has a login, and only the surviving record may have one. `open_draft`: an invoice of it \
                is being prepared. `held_time`: it holds a time. `check_ins`: it is the record to merge, and check-ins are \
                expected of its patient. `visit_under_way`: its patient is here now. `same_time`: it \
                has an appointment at the time of one of the other record.
                """)),
        field("patient_id", \.patient, .id().described("The record that has the obstacle."))
    ).described("A reason why two records cannot be merged now.").named("MergeObstacle")

    private static func make(kind: Kind, patient: ID<Patient>) -> MergeObstacle { MergeObstacle(kind, of: patient) }
}

extension DecisionModel<ClinicEvent> {
    /// All obstacles to a merge of two records.
    ///
    /// - Parameter hasLogin: whether the record to merge has a login, which only the server knows.
    mutating func obstacles(
        toMerging merged: ID<Patient>, into survivor: ID<Patient>, hasLogin: Bool, at now: Instant
    ) -> [MergeObstacle] {
        var obstacles: [MergeObstacle] = []
        for record in [survivor, merged] {
            let registration = self[.registration(of: record)]
            let (agenda, drafts) = (self[.patientYears(record)], self[.books(of: record)].openDrafts)
            let found: [(MergeObstacle.Kind, Bool)] = [
                (.erased, !registration.isCurrent), (.restricted, registration.isRestricted),
                (.mergedAlready, registration.merge != nil),
                (.provisional, record == survivor && registration.isProvisional), (.openDraft, !drafts.isEmpty),
                (.heldTime, agenda.holds.contains { now < $0.expiresAt }),
                (.visitUnderWay, isUnderWay(oneOf: agenda, at: now)),
            ]
            if record == merged, case .running = self[.checkIns(of: record)] {
                obstacles.append(MergeObstacle(.checkIns, of: record))
            }
            obstacles += found.filter(\.1).map { MergeObstacle($0.0, of: record) }
        }
        obstacles += tiesOfPersons(merged, survivor)
        if hasLogin { obstacles.append(MergeObstacle(.login, of: merged)) }
        if self[.patientYears(merged)].overlaps(self[.patientYears(survivor)]) {
            obstacles.append(MergeObstacle(.sameTime, of: merged))
        }
        return obstacles
    }

    /// The obstacles to a merge of two records that follow from a guardianship between their patients, or from a family
    /// account.
    private mutating func tiesOfPersons(_ merged: ID<Patient>, _ survivor: ID<Patient>) -> [MergeObstacle] {
        var obstacles: [MergeObstacle] = []
        for (record, other) in [(survivor, merged), (merged, survivor)]
        where self[.guardian(record)].dependants.contains(other) {
            obstacles.append(MergeObstacle(.guardianOfOther, of: record))
        }
        if self[.familyAccount(survivor)].members.contains(merged) {
            obstacles.append(MergeObstacle(.familyAccount, of: survivor))
        }
        if !self[.familyAccount(merged)].members.isEmpty {
            obstacles.append(MergeObstacle(.familyAccount, of: merged))
        }
        return obstacles
    }

    /// Whether the patient has arrived for an appointment that starts within a day before or after now, and has not
    /// left yet.
    private mutating func isUnderWay(oneOf agenda: PatientAgenda, at now: Instant) -> Bool {
        var isUnderWay = false
        for entry in agenda.taken
        where entry.slot.start > now.adding(days: -1) && entry.slot.start < now.adding(days: 1) {
            guard case .made(let course) = self[.appointment(entry.appointment)] else { continue }
            switch course.status {
            case .arrived, .seated, .inTreatment, .readyForCheckout: isUnderWay = true
            case .requested, .booked, .confirmed, .completed, .cancelled, .noShow, .enteredInError: break
            }
        }
        return isUnderWay
    }
}

extension Agenda {
    /// Whether an appointment of this agenda is at the same time as one of another agenda.
    func overlaps(_ other: Agenda) -> Bool {
        var (own, others) = (taken[...], other.taken[...])
        while let first = own.first, let second = others.first {
            if first.slot.overlaps(second.slot) { return true }
            if first.slot.end <= second.slot.end { own.removeFirst() } else { others.removeFirst() }
        }
        return false
    }
}
