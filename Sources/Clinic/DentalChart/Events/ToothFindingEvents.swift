public import EventSourcing
public import Identifiers
public import JSON

/// A finding on a tooth was recorded.
public struct ToothFindingRecorded: EventPayload, Hashable {
    public let id: ID<ToothFinding>
    public let patient: ID<Patient>
    public let finding: ToothFinding
    public let state: ToothFindingState
    public let foundOn: CivilDate

    public static let stored = StoredType("tooth-finding-recorded")
    public static let codec = object(
        ToothFindingRecorded.make(id:patient:tooth:surfaces:kind:material:note:state:foundOn:),
        field("finding_id", \.id, .id()),
        field("patient_id", \.patient, .id()),
        field("tooth", \.finding.tooth, ToothNumber.codec),
        optionalField("surfaces", \.finding.surfaces, .toothSurfaces),
        field("kind", \.finding.kind, .stringEnum),
        optionalField("material", \.finding.material, .stringEnum),
        optionalField("note", \.finding.note, .personal(.clinical, .prose(max: 1000))),
        field("state", \.state, .stringEnum),
        field("found_on", \.foundOn, .date))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] { [.dentalChart(patient)] }

    private static func make(
        id: ID<ToothFinding>, patient: ID<Patient>, tooth: ToothNumber, surfaces: [ToothSurface]?,
        kind: ToothFindingKind, material: ToothMaterial?, note: Personal<String>?, state: ToothFindingState,
        foundOn: CivilDate
    ) -> ToothFindingRecorded {
        ToothFindingRecorded(
            id: id, patient: patient,
            finding: ToothFinding(tooth: tooth, surfaces: surfaces, kind: kind, material: material, note: note),
            state: state, foundOn: foundOn)
    }
}

/// The treatment for a planned finding on a tooth was done.
public struct ToothFindingDone: EventPayload, Hashable {
    public let finding: ID<ToothFinding>
    public let patient: ID<Patient>
    public let doneOn: CivilDate

    public static let stored = StoredType("tooth-finding-done")
    public static let codec = object(
        ToothFindingDone.init(finding:patient:doneOn:),
        field("finding_id", \.finding, .id()),
        field("patient_id", \.patient, .id()),
        field("done_on", \.doneOn, .date))
    public var tags: [Tag] { [.dentalChart(patient)] }
}

/// A finding was resolved: it is no longer present on the tooth, for example because caries was treated.
public struct ToothFindingResolved: EventPayload, Hashable {
    public let finding: ID<ToothFinding>
    public let patient: ID<Patient>
    public let resolvedOn: CivilDate

    public static let stored = StoredType("tooth-finding-resolved")
    public static let codec = object(
        ToothFindingResolved.init(finding:patient:resolvedOn:),
        field("finding_id", \.finding, .id()),
        field("patient_id", \.patient, .id()),
        field("resolved_on", \.resolvedOn, .date))
    public var tags: [Tag] { [.dentalChart(patient)] }
}

/// A finding on a tooth was marked as entered in error. The dental chart no longer shows it.
public struct ToothFindingEnteredInError: EventPayload, Hashable {
    public let finding: ID<ToothFinding>
    public let patient: ID<Patient>
    public let reason: Personal<String>

    public static let stored = StoredType("tooth-finding-entered-in-error")
    public static let codec = object(
        ToothFindingEnteredInError.init(finding:patient:reason:),
        field("finding_id", \.finding, .id()),
        field("patient_id", \.patient, .id()),
        field("reason", \.reason, .personal(.clinical, .prose(max: 500))))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] { [.dentalChart(patient)] }
}
