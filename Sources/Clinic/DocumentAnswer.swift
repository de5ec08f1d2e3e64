public import Endpoints
public import EventSourcing
public import Identifiers
import JSON
public import SQL

/// The document that answers a command, in the rendering for the caller. It is read after the command's events have
/// been folded into it.
public struct DocumentAnswer: Sendable {
    public let table: DocumentTable
    public private(set) var key: DocumentKey
    /// The column of the rendering that is sent; `nil` for the column `document`.
    public let column: Identifier?
    /// The value of the `Location` header field for a created entity; `nil` for no such field.
    public let location: String?
    /// The form in which the document is sent; `nil` if it is sent as it is stored.
    public let form: AnswerForm?
    /// Further fields that the answer shows besides the document; `nil` for none.
    public private(set) var addition: AnswerAddition?
    /// Returns the version that the answer's entity had before the command; `nil` if the entity does not exist yet.
    let version: @Sendable (inout DecisionModel<ClinicEvent>) -> Int64?
    private let audience: DocumentAudience
    /// The patient whom the answer is about, if its document does not tell.
    private let patient: ID<Patient>?
    private let hasPatientColumn: @Sendable () -> Bool

    public init<P: ClinicReadModel>(
        _ projection: P.Type, _ key: DocumentKey, column: Identifier? = nil, form: AnswerForm? = nil,
        location: String? = nil, about patient: ID<Patient>? = nil
    ) {
        self.patient = patient
        table = P.table
        audience = P.audience
        self.key = key
        self.column = column
        self.form = form
        self.location = location
        version = { model in model.version(of: key, in: P.self) }
        hasPatientColumn = { P.columns.contains { $0.name == Self.patientColumn } }
    }

    /// A copy of this command's answer that shows further fields besides those of the document.
    func with(_ addition: AnswerAddition) -> DocumentAnswer {
        var answer = self
        answer.addition = addition
        return answer
    }

    private static let patientColumn = StaticName("patient_id")

    /// Whether the answer's document is about an entity with one of the given ids.
    public func isOf(oneOf ids: [UUIDBytes]) -> Bool {
        if case .id(let id) = key { ids.contains(id) } else { false }
    }

    /// A copy of this answer for the entity that the given stored document is about. The entity's id is read from the
    /// beginning of the document: `{"id":"…`.
    public func of(_ document: [UInt8]) -> DocumentAnswer {
        guard let id = UUIDBytes(String(decoding: document.dropFirst(7).prefix(36), as: UTF8.self)) else { return self }
        var answer = self
        answer.key = .id(id)
        return answer
    }
}

extension DocumentAnswer {
    /// The patient whose data a document shows.
    public enum Whose: Sendable {
        case none
        case known(ID<Patient>)
        /// A statement that returns the id of the patient whom the document is about.
        case asked(Statement)
    }

    public func patient(in clinic: UUIDBytes) -> Whose {
        if let patient { return .known(patient) }
        let isPatients = table.keyColumn == Self.patientColumn || table == Guardians.table
        if isPatients, case .id(let id) = key { return .known(ID(id)) }
        guard hasPatientColumn() else { return .none }
        return .asked(
            """
            SELECT patient_id FROM \(Identifier(table.name.text))
            WHERE clinic_id = \(clinic) AND \(Identifier(table.keyColumn.text)) = \(key.bind)
            """)
    }

    /// The problem with which a request for the document would be refused to this caller; `nil` if the caller may see
    /// the document.
    public func problem(
        for principal: Principal, about patient: ID<Patient>, _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) -> Problem? {
        // The caller is a person without a clinic, who has no dependants.
        if principal.role == .person { return principal.subject == patient.uuid ? nil : .notFound }
        if principal.role == .patient {
            let own = ID<Patient>(principal.subject)
            let isOwn = patient == own || model[.registration(of: patient)].mergedInto == own
            return isOwn || model.looks(own, after: patient) ? nil : .notFound
        }
        let reader = RecordReader(principal)
        let mayNotSee: Bool
        switch audience {
        case .aboutNobody: return nil
        // A patient's complete document is part of the record. Its other columns show what all staff may see.
        case .allStaff where table != Patients.table || column != nil: return nil
        case .allStaff, .record: mayNotSee = false
        case .partOfRecord(let isVisible): mayNotSee = !isVisible(key, reader, &model)
        }
        guard !mayNotSee else { return .notFound }
        return reader.access(to: patient, &model, at: now) == .refused ? Problem(.restrictedRecord) : nil
    }
}

extension DocumentAnswer {
    /// The patient whose restricted record a member of staff has to be able to open to see all of an appointment that
    /// answers a command; `nil` for other answers.
    public func patientOfTexts(in document: [UInt8], for principal: Principal) -> ID<Patient>? {
        guard table == Appointments.table, column == nil, principal.role != .patient else { return nil }
        return try? Appointments.codec.decode(parsing: document, unknownMembers: .ignored).visit.patient
    }

    /// The answer with an appointment to staff who may not open its patient's record.
    public static func closed(_ document: [UInt8]) -> [UInt8] { AppointmentDocument.closed(document) }
}
