public import Identifiers
public import JSON

/// The JSON of a doctor that patients receive.
public struct DoctorDocument: Sendable {
    public let id: ID<StaffMember>
    public let version: Int64
    public let name: String
    public let specialty: String?

    public static let codec = object(
        DoctorDocument.init(id:version:name:specialty:), field("id", \.id, .doctorID),
        field("version", \.version, .version),
        field("name", \.name, .name().described("The doctor's full name.")),
        optionalField(
            "specialty", \.specialty,
            .name(max: 100).described("The doctor's specialty; absent if none was entered."))
    ).described("A doctor, as patients see them.").named("Doctor")

    init(id: ID<StaffMember>, version: Int64, name: String, specialty: String?) {
        self.id = id
        self.version = version
        self.name = name
        self.specialty = specialty
    }

    init(_ member: StaffDocument) {
        self.init(
            id: member.id, version: member.version, name: member.details.name, specialty: member.details.specialty)
    }
}
