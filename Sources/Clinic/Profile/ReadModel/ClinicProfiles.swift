public import EventSourcing
public import JSON
import SQL

/// The read model of the clinic's own settings, with one row per clinic.
public enum ClinicProfiles: ClinicReadModel {
    public static let table = DocumentTable("clinic_profile", key: "part", .text)
    public static let audience = DocumentAudience.aboutNobody
    public static let key = DocumentKey.text("profile")
    public static let codec = ClinicDocument.codec

    /// The conversion of the clinic's stored document to the answer for admins.
    package static let answer = AnswerForm(of: codec, as: ClinicSettingsAnswer.codec) { ClinicSettingsAnswer($0) }
    /// The conversion of the clinic's document in the column `public_document` to the answer for all roles.
    package static let publicAnswer = AnswerForm(of: ClinicDocument.publicCodec, as: ClinicAnswer.codec) {
        ClinicAnswer($0)
    }

    public static let columns = [
        DocumentColumn<ClinicDocument>("public_document", .json) { .json(ClinicDocument.publicCodec.bytes($0)) },
        DocumentColumn<ClinicDocument>("mobile_access", .json) {
            .json(
                MobileAccessDocument.codec.bytes(
                    MobileAccessDocument(id: $0.id, version: $0.version, access: $0.mobileAccess)))
        },
    ]

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        if case .profile = event { [key] } else { [] }
    }

    public static func tags(of key: DocumentKey) -> [Tag] { [.settings] }

    public static func fold(
        _ document: ClinicDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> ClinicDocument? {
        guard case .profile(let event) = recorded.event else { return document }
        var document = document
        document?.version = recorded.position
        switch event {
        case .clinicFounded(let founded):
            return ClinicDocument(
                id: recorded.clinic, version: recorded.position, profile: founded.profile, zone: founded.zone,
                currency: founded.currency)
        case .clinicProfileChanged(let changed): document?.profile = changed.profile
        case .openingHoursSet(let set): document?.hours = set.hours
        case .closureAdded(let added):
            document?.closures.append(added.closure)
            document?.closures.sort { $0.days.first < $1.days.first }
        case .closureRemoved(let removed): document?.closures.removeAll { $0.id == removed.closure }
        case .specialHoursAdded(let added):
            let before = document?.specialHours ?? []
            document?.specialHours = before + [added.hours]
        case .specialHoursRemoved(let removed):
            let rest = document?.specialHours?.without(removed.hours)
            document?.specialHours = rest
        case .schedulingRulesSet(let set): document?.rules = set.rules
        case .mobileAccessSet(let set): document?.mobileAccess = set.access
        case .billingTermsSet(let set): document?.billing = set.terms
        case .waitLimitsSet(let set): document?.waitLimits = set.limits
        case .publicBookingSet(let set): document?.publicBooking = set.booking
        case .logoChanged(let changed): document?.logo = changed.logo
        case .clinicClosed(let closed): document?.closedOn = closed.day
        }
        return document
    }
}

extension DocumentAnswer {
    static let settings = settings(location: nil)

    static func settings(location: String?) -> DocumentAnswer {
        DocumentAnswer(ClinicProfiles.self, ClinicProfiles.key, form: ClinicProfiles.answer, location: location)
    }
}
