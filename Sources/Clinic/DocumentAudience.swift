public import EventSourcing

/// A read model of the clinic, which declares who of the staff may open its documents.
///
/// The declaration has no default, so a new read model does not compile until it says this.
public protocol ClinicReadModel: Projection where Event == ClinicEvent {
    static var audience: DocumentAudience { get }
}

/// The members of staff who may open a read model's documents. A stored answer to a repeated command is checked by it
/// (`DocumentAnswer.problem(for:about:_:at:)`).
public enum DocumentAudience: Sendable {
    /// The documents are about no patient.
    case aboutNobody
    /// The documents name a patient. All staff need them for their work, also if the patient's record is restricted.
    case allStaff
    /// The documents are part of a patient's record. If the record is restricted, only staff to whom it is open get
    /// them.
    case record
    /// The documents are part of a patient's record, and staff may see only some of them.
    ///
    /// The function returns whether a member of staff may see the document with the key, if the record is open to them.
    case partOfRecord(@Sendable (DocumentKey, RecordReader, inout DecisionModel<ClinicEvent>) -> Bool)
}
