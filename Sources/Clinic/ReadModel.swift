public import EventSourcing
public import Identifiers
public import JSON
public import SQL

/// A read model of the clinic: its projection, whether the projection is written inline or asynchronously, and the data
/// that the read model adds to a patient's export.
///
/// The projection declares everything else that the server must know of a read model. Rebuild, verification, audit,
/// metrics and tenant isolation must cover all read models. Each of these uses the list `ClinicFeatures.readModels`, or
/// a test compares it with that list (`ReadModelTableTests`, `ReadModelTests`).
public struct ReadModel: Sendable {
    public let projection: AnyProjection<ClinicEvent>
    /// The sections that the read model adds to a patient's export; empty if none of its documents is about a patient.
    public let export: [ExportSection]

    init<P: ClinicReadModel>(
        _ projection: P.Type, _ time: ProjectionTime = .inline, export: [ExportSection]
    ) {
        self.projection = AnyProjection(projection, time)
        self.export = export
    }
}

/// A section of the copy of all data about a patient (GDPR article 15 and 20).
public struct ExportSection: Sendable {
    /// The name of the JSON member that contains the export section.
    public let name: String
    private let documents: @Sendable (DocumentTable, UUIDBytes, ID<Patient>) -> Statement
    private let keys: (@Sendable (DocumentTable, UUIDBytes, ID<Patient>) -> Statement)?
    /// Converts the JSON that the export section's statement returns to the JSON in the export.
    public let shown: @Sendable ([UInt8]) throws(DecodingProblem) -> [UInt8]

    /// A statement that returns the section's JSON: at most one row with one column.
    public func statement(_ table: DocumentTable, in clinic: UUIDBytes, of patient: ID<Patient>) -> Statement {
        documents(table, clinic, patient)
    }

    /// A statement that returns the ids of the export section's entities, whose events the export contains too; `nil`
    /// if the section has no entities but the patient, or if the keys of its documents are not ids.
    public func ids(_ table: DocumentTable, in clinic: UUIDBytes, of patient: ID<Patient>) -> Statement? {
        table.keyType == .uuid ? keys?(table, clinic, patient) : nil
    }

    /// An export section with the one document whose key is the patient's id.
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

    /// An export section with the documents whose column `patient_id` is the patient's id.
    ///
    /// - Parameter isOmittedIfEmpty: whether the export omits the section if there are no such documents.
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

    /// An export section with the JSON that a statement returns.
    static func other(
        _ name: String, _ statement: @escaping @Sendable (UUIDBytes, ID<Patient>) -> Statement
    ) -> ExportSection {
        ExportSection(
            name: name, documents: { _, clinic, patient in statement(clinic, patient) }, keys: nil,
            shown: { json throws(DecodingProblem) in json })
    }
}
