import Endpoints
public import EventSourcing
public import Identifiers
public import JSON
import SQL

/// The read model of all present and former staff.
public enum StaffMembers: ClinicReadModel {
    public static let table = DocumentTable("staff_member", key: "staff_id", .uuid)
    public static let audience = DocumentAudience.aboutNobody
    public static let codec = StaffDocument.codec

    /// The conversion of a stored document of a member of staff, complete or in the column `colleague_document`, to an
    /// answer.
    package static let answer = AnswerForm(of: codec, as: StaffAnswer.codec) { StaffAnswer($0) }

    public static let columns = [
        DocumentColumn<StaffDocument>("colleague_document", .json) {
            .json(StaffDocument.codec.bytes($0.forColleagues))
        },
        DocumentColumn<StaffDocument>("public_document", .json) {
            .json(DoctorDocument.codec.bytes(DoctorDocument($0)))
        },
        DocumentColumn<StaffDocument>("active", .boolean) { .bool($0.isActive) },
        DocumentColumn<StaffDocument>("role", .text) { .text($0.details.roles.first.rawValue) },
        DocumentColumn<StaffDocument>("sort_name", .text) { .text(FoldedText.sortKey([$0.details.name])) },
    ]

    public static func person(of document: StaffDocument) -> UUIDBytes? { document.id.uuid }

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        if case .staff(let event) = event { [DocumentKey(event.staff)] } else { [] }
    }

    public static func tags(of key: DocumentKey) -> [Tag] { key.tagged(Tag.staff) }

    public static func fold(
        _ document: StaffDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> StaffDocument? {
        guard case .staff(let event) = recorded.event else { return document }
        var document = document
        document?.version = recorded.position
        switch event {
        case .staffHired(let hired):
            return StaffDocument(
                id: hired.staff, version: recorded.position, details: hired.details.unlessErased,
                timeOff: [], isActive: true)
        case .staffDetailsChanged(let changed): document?.details = changed.details.unlessErased
        case .staffDeactivated: document?.isActive = false
        case .timeOffAdded(let added):
            document?.timeOff.append(added.timeOff.unlessErased)
            document?.timeOff.sort { $0.start < $1.start }
        case .timeOffRemoved(let removed): document?.timeOff.removeAll { $0.id == removed.timeOff }
        case .staffHoursAdded(let added):
            let before = document?.specialHours ?? []
            document?.specialHours = before + [added.hours]
        case .staffHoursRemoved(let removed):
            let rest = document?.specialHours?.without(removed.hours)
            document?.specialHours = rest
        case .staffErased:
            guard let known = document else { break }
            document?.details = known.details.unreachable
            document?.timeOff = known.timeOff.map(\.unexplained)
        }
        return document
    }
}

extension StaffMembers {
    /// The column with the rendering of a member of staff for readers in a role: the complete rendering for admins, and
    /// the rendering without reasons of absences for all other staff.
    static func column(for role: Role) -> Identifier {
        role == .admin ? Identifier("document") : Identifier("colleague_document")
    }
}

extension DocumentAnswer {
    static func staff(_ id: ID<StaffMember>, location: String? = nil) -> DocumentAnswer {
        DocumentAnswer(StaffMembers.self, DocumentKey(id), form: StaffMembers.answer, location: location)
    }
}
