public import EventSourcing
public import Identifiers
public import JSON
public import SQL

/// A read model of the clinic: its projection, when it is written, and the part of a patient's export that it gives.
///
/// Everything else that the server must know of a read model follows from the projection: rebuild, verification, audit,
/// metrics and tenant isolation go through `ClinicFeatures.readModels`, or a test does (`ReadModelTableTests`,
/// `ReadModelTests`).
public struct ReadModel: Sendable {
    public let projection: AnyProjection<ClinicEvent>
    /// Empty if no document is about a patient.
    public let export: [ExportSection]

    init<P: Projection>(
        _ projection: P.Type, _ time: ProjectionTime = .inline, export: [ExportSection]
    ) where P.Event == ClinicEvent {
        self.projection = AnyProjection(projection, time)
        self.export = export
    }
}

/// A part of the copy of all data about a patient (GDPR article 15 and 20).
public struct ExportSection: Sendable {
    /// The member's name in the exported object.
    public let name: String
    private let documents: @Sendable (DocumentTable, UUIDBytes, ID<Patient>) -> Statement
    private let keys: (@Sendable (DocumentTable, UUIDBytes, ID<Patient>) -> Statement)?
    /// Changes the statement's JSON to what is exported.
    public let shown: @Sendable ([UInt8]) throws(DecodingProblem) -> [UInt8]

    /// At most one row with one column of JSON.
    public func statement(_ table: DocumentTable, in clinic: UUIDBytes, of patient: ID<Patient>) -> Statement {
        documents(table, clinic, patient)
    }

    /// The ids of the entities that the section shows; `nil` if it shows only the patient.
    public func ids(_ table: DocumentTable, in clinic: UUIDBytes, of patient: ID<Patient>) -> Statement? {
        keys?(table, clinic, patient)
    }

    /// The document whose key is the patient.
    static func own(_ name: String, as form: AnswerForm? = nil) -> ExportSection {
        ExportSection(
            name: name,
            documents: { table, clinic, patient in
                """
                SELECT document FROM \(Identifier(table.name.text))
                WHERE clinic_id = \(clinic) AND \(Identifier(table.keyColumn.text)) = \(patient)
                """
            }, keys: nil, shown: { document throws(DecodingProblem) in try form?.answer(document) ?? document })
    }

    /// The documents whose column `patient_id` is the patient.
    ///
    /// - Parameter isOmittedIfEmpty: whether the section is absent if there are none.
    static func all(
        _ name: String, by order: Statement, as form: AnswerForm? = nil, isOmittedIfEmpty: Bool = false
    ) -> ExportSection {
        ExportSection(
            name: name,
            documents: { table, clinic, patient in
                let documents: Statement = "json_agg(document ORDER BY \(order))"
                return """
                    SELECT \(isOmittedIfEmpty ? documents : "coalesce(\(documents), '[]')")
                    FROM \(Identifier(table.name.text)) WHERE clinic_id = \(clinic) AND patient_id = \(patient)
                    """
            },
            keys: { table, clinic, patient in
                """
                SELECT \(Identifier(table.keyColumn.text)) FROM \(Identifier(table.name.text))
                WHERE clinic_id = \(clinic) AND patient_id = \(patient)
                """
            }, shown: { documents throws(DecodingProblem) in try form?.answers(documents) ?? documents })
    }

    /// Data by a statement of its own.
    static func other(
        _ name: String, _ statement: @escaping @Sendable (UUIDBytes, ID<Patient>) -> Statement
    ) -> ExportSection {
        ExportSection(
            name: name, documents: { _, clinic, patient in statement(clinic, patient) }, keys: nil,
            shown: { json throws(DecodingProblem) in json })
    }
}
