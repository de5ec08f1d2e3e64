import Endpoints
import HTTPServer
import JSON

/// A command of a command batch, with the parts of the HTTP request that would perform it alone.
struct BatchedCommand: Sendable {
    let method: HTTPMethod
    let path: String
    let key: String
    let ifMatch: String?
    let body: RawJSON?
    /// Whether a command of a command batch is left out if the command before it was refused or left out.
    let dependsOnPrevious: Bool

    static let codec = object(
        BatchedCommand.init(method:path:key:ifMatch:body:dependsOnPrevious:),
        field(
            "method", \.method,
            Codec<HTTPMethod>.stringEnum.only(.post, .put, .patch, .delete).described("The command's HTTP method.")),
        field(
            "path", \.path,
            .string(min: 1, max: 2_000).described("The command's path, with its query, such as `/api/v1/appointments`.")
        ),
        field(
            "idempotency_key", \.key,
            .string(min: 1, max: 257).described("The command's `Idempotency-Key`.")),
        optionalField(
            "if_match", \.ifMatch,
            .string(min: 1, max: 300).described("The command's `If-Match` field; absent: the command has none.")),
        optionalField(
            "body", \.body,
            .raw(Schema(.object).described("The command's JSON body; absent: the command has none."))),
        field(
            "depends_on_previous", \.dependsOnPrevious,
            .bool.described("Whether the command is left out if the command before it was refused or left out."),
            default: false)
    ).described("A command of a batch.").named("BatchedCommand")

    /// Makes the HTTP request that would perform the command alone.
    ///
    /// - Parameter whole: the request that contains the command batch.
    /// - Throws: a `Refusal` if the path or a header field is not valid HTTP.
    func request(in whole: HTTPRequest) throws(Refusal) -> HTTPRequest {
        var fields = [("Idempotency-Key", key)]
        if let ifMatch { fields.append(("If-Match", ifMatch)) }
        if body != nil { fields.append(("Content-Type", "application/json")) }
        return try whole.part(method, path, headers: fields, body: body?.bytes ?? [])
    }
}

/// The commands of a command batch, in the order in which they are performed.
struct CommandBatch: Sendable {
    let commands: [BatchedCommand]

    static let most = 100

    static let codec = object(
        CommandBatch.init(commands:),
        field(
            "commands", \.commands,
            .array(BatchedCommand.codec, 1...most).described("The commands, in the order in which they are performed."))
    ).described("Commands that a client queued.").named("CommandBatch")
}

/// The answer to one command of a command batch.
struct BatchedAnswer: Sendable {
    let status: Int
    let etag: String?
    let location: String?
    let retryAfter: String?
    let body: RawJSON?

    static let codec = object(
        BatchedAnswer.init(status:etag:location:retryAfter:body:),
        field("status", \.status, .int(200...599).described("The status of the command's answer.")),
        optionalField("etag", \.etag, .string(max: 300).described("The answer's `ETag`.")),
        optionalField("location", \.location, .string(max: 2_000).described("The answer's `Location`.")),
        optionalField("retry_after", \.retryAfter, .string(max: 40).described("The answer's `Retry-After`.")),
        optionalField(
            "body", \.body,
            .raw(Schema(.object).described("The answer's JSON body; a problem document if the command is refused."))
        )
    ).described("The answer to a command of a batch.").named("BatchedAnswer")

    init(status: Int, etag: String?, location: String?, retryAfter: String?, body: RawJSON?) {
        self.status = status
        self.etag = etag
        self.location = location
        self.retryAfter = retryAfter
        self.body = body
    }

    init(_ response: HTTPResponse) {
        status = Int(response.status.code)
        etag = response.fields.value(of: "ETag")
        location = response.fields.value(of: "Location")
        retryAfter = response.fields.value(of: "Retry-After")
        // The answer to a command of a command batch has a JSON body or none.
        if case .bytes(let bytes) = response.body, !bytes.isEmpty { body = RawJSON(bytes) } else { body = nil }
    }

    var isDone: Bool { status < 400 }
}

/// The answers to the commands of a command batch, in the order of the commands.
struct CommandBatchAnswer: Sendable {
    let answers: [BatchedAnswer]

    static let codec = object(
        CommandBatchAnswer.init(answers:),
        field(
            "answers", \.answers,
            .array(BatchedAnswer.codec, 1...CommandBatch.most).described("The answers, one for each command."))
    ).described("The answers to the commands of a batch.").named("CommandBatchAnswer")
}
