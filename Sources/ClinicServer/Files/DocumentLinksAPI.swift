import Clinic
import Endpoints
import EventSourcing
import HTTPServer
import Identity
import JSON

/// The endpoints for links to documents that the server makes: every PDF file of invoices, receipts, prescriptions,
/// treatment plans, statements and records.
enum DocumentLinksAPI {
    static let endpoints: [Endpoint<ServerAction>] = [link, open]

    private static let link = Endpoint<ServerAction>(
        .post, "/api/v1/document-links", id: "linkDocument", summary: "Get a link to a PDF file",
        details: """
            The body names the path of an operation that answers with a PDF file, such as `/api/v1/invoices/{invoice_id}/pdf`. \
            The answer's `path` opens that file without `Authorization`, for five minutes and while the session lasts. The \
            session's access is checked now and again at each use, and the audit trail records each.
            """,
        tag: FilesAPI.tag, for: Anyone.self, takes: .body(DocumentPath.codec),
        answers: [.ok(DocumentLink.codec, "The link")], problems: [.notADocument, .notFound, .restrictedRecord]
    ) { _, body in .documentLink(body.path) }

    private static let open = Endpoint<ServerAction>(
        .get, "/api/v1/public/documents/{token}", id: "openDocumentLink", summary: "Download a PDF file by its link",
        details: "For the holder of a link from `POST /api/v1/document-links`.", tag: FilesAPI.tag, for: .everybody,
        takes: .path("token", Codec<String>.string(1...DocumentToken.longest).described("The link's token.")),
        answers: [.ok(mediaType: "application/pdf", "The file")],
        problems: [.fileLinkInvalid, .restrictedRecord, .sessionLocked]
    ) { token in .linkedDocument(token) }
}

/// The body of a request for a link to a document.
struct DocumentPath: Sendable {
    let path: String

    static let codec = object(
        DocumentPath.init(path:),
        field(
            "path", \.path,
            Codec<String>.string(
                min: 1, max: 400, pattern: "^/[!-~]*$", detail: "must be a path on this server",
                check: { $0.utf8.first == UInt8(ascii: "/") && $0.utf8.allSatisfy { (0x21...0x7e).contains($0) } }
            ).described("The path of the PDF file on this server, with its query."))
    ).described("The document to which a link is wanted.").named("DocumentPath")
}

/// A signed link to a document that the server makes.
struct DocumentLink: Sendable {
    let path: String
    let expiresAt: Instant

    /// The number of minutes for which a link to a document is valid.
    static let minutes: Int64 = 5

    static let codec = object(
        DocumentLink.init(path:expiresAt:),
        field("path", \.path, Codec<String>.string(1...1_100).described("The path of the file on this server.")),
        field("expires_at", \.expiresAt, .instant.described("Until when (exclusive) the link is valid, in UTC."))
    ).described("A link to a PDF file.").named("DocumentLink")
}

extension Dispatcher {
    /// Answers with a link to a document, after the document was made once for the caller: so a link to a document that
    /// the caller may not see, or that does not exist, gets the same problem as the document.
    func linkDocument(_ target: String, _ call: ServerCall, _ principal: Principal) async -> HTTPResponse {
        let made = await document(target, call, .caller(principal))
        guard made.status.code == 200 else { return made }
        let until = call.now.adding(minutes: DocumentLink.minutes)
        let token = services.identity.sign(
            DocumentToken(session: principal.session, target: target, until: until))
        return .json(
            200,
            DocumentLink.codec.bytes(DocumentLink(path: "/api/v1/public/documents/\(token)", expiresAt: until)),
            caching: call.operation.caching, etag: nil)
    }

    /// Answers with the document of a link. The session of the link is authenticated and authorized anew.
    func openLinkedDocument(_ token: String, _ call: ServerCall) async -> HTTPResponse {
        guard let link = services.identity.documentToken(token), call.now < link.until else {
            return .problem(Problem(.fileLinkInvalid))
        }
        do {
            let found = try await services.identity.authenticate(session: link.session, at: call.now)
            guard case .caller = found else { return .problem(Problem(.fileLinkInvalid)) }
            return await document(link.target, call, found)
        } catch { return answerError(error, call.operation, call.trace) }
    }

    /// The answer of the operation that makes a document, to an authenticated caller.
    private func document(
        _ target: String, _ call: ServerCall, _ caller: Authentication
    ) async -> HTTPResponse {
        guard let request = try? call.request.part(.get, target, headers: [], body: []),
            case .found(let index, let arguments) = router.match(.get, request.pathBytes),
            endpoints[index].operation.makesDocument
        else { return .problem(Problem(.notADocument)) }
        let routed = RoutedRequest(
            request: request, peer: nil, endpoint: endpoints[index], areas: areas[index], arguments: arguments,
            trace: call.trace, mayWait: false)
        return await authorize(caller, routed).response()
    }
}

extension Operation {
    /// Whether the operation answers with a PDF file that it makes for a caller with a session.
    var makesDocument: Bool {
        method == .get && requiresAuthentication && answers.first?.content == .other(mediaType: "application/pdf")
    }
}

extension Problem.Kind {
    static let notADocument = Problem.Kind(
        "not-a-document", 409, "This path is not that of a PDF file",
        means: "No operation that answers with a PDF file has the path.",
        remedy: "Send the path of such an operation, such as `/api/v1/invoices/{invoice_id}/pdf` with an invoice's id.")
}
