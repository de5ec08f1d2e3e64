import APIExamples
import Clinic
import Endpoints
import Identity
import JSON
import Vault

/// The list of all endpoints of the server. The router, the API's description and the tests use it.
package enum ServerAPI {
    static let endpoints = explained + ProblemsAPI.endpoints(about: explained.map(\.operation))

    private static let explained: [Endpoint<ServerAction>] =
        Identity.endpoints.map { $0.map(ServerAction.identity) }
        + Vault.endpoints.map { $0.map(ServerAction.vault) }
        + PairingAPI.endpoints
        + HealthAPI.endpoints
        + DeviceVitalsAPI.endpoints
        + KioskAPI.endpoints
        + CatalogueAPI.endpoints
        + AccountsAPI.endpoints
        + ExportAPI.endpoints
        + ClinicFeatures.endpoints.map { $0.map(ServerAction.clinic) }
        + OwnCheckInsAPI.endpoints
        + VisitLinksAPI.endpoints
        + OwnNotificationsAPI.endpoints
        + DeliveriesAPI.endpoints
        + PublicBookingAPI.endpoints
        + StatementsAPI.endpoints
        + BillFilesAPI.endpoints
        + FileContentsAPI.endpoints
        + DocumentLinksAPI.endpoints
        + PrescriptionFilesAPI.endpoints
        + TreatmentPlanFilesAPI.endpoints
        + ClinicLogoAPI.endpoints
        + BatchesAPI.endpoints
        + WebhooksAPI.endpoints
        + AuditAPI.endpoints
        + HistoryAPI.endpoints
        + FiguresAPI.endpoints
        + CertificatesAPI.endpoints
        + StatusAPI.endpoints
        + EntryAPI.endpoints

    package static let version = "1"

    /// The operations of all endpoints, without their handlers.
    package static var operations: [Operation] { endpoints.map(\.operation) }

    /// Checks and decodes a request by the declaration of the endpoint at an index of `endpoints`. The endpoint's
    /// action is not performed.
    package static func read(_ call: Invocation, at index: Int) throws(Problem) {
        _ = try endpoints[index].prepare(call)
    }

    /// The API's description as an OpenAPI 3.1 document.
    ///
    /// - Throws: `DeclarationError` if two schemas share a name, or if an example cannot be read.
    package static func description() throws -> [UInt8] {
        try OpenAPI(
            title: "Chairside", version: version,
            description: overview, servers: ["/"], tags: tags, examples: try OperationExamples(APIExamples.files)
        ).document(operations)
    }

    /// The API's description, rendered on first use. Rendering takes as long as many requests, so it runs outside of
    /// the loops, where it delays no request.
    static let descriptionAnswer = Task.detached {
        let document = try description()
        return WorkAnswer(200, document, etag: EntityTag(content: document))
    }
}
