import JSON

extension Operation {
    /// The schemas of the operation's inputs and answers, without problems.
    var schemas: [Schema] { parameters.map(\.schema) + (body.map { [$0] } ?? []) + answeredSchemas }

    /// The schemas of the operation's answers, without problems.
    var answeredSchemas: [Schema] {
        answers.flatMap { answer in
            var schemas = answer.fields.map(\.schema)
            if case .json(let schema) = answer.content { schemas.append(schema) }
            return schemas
        }
    }

    /// Writes the operation object (OpenAPI 3.1 §4.8.10).
    func describe(to writer: inout JSONWriter) {
        writer.member("operationId", id)
        writer.member("summary", summary)
        if let details { writer.member("description", details) }
        if isDeprecated {
            writer.name("deprecated")
            writer.write(true)
        }
        writer.name("tags")
        writer.array([tag]) { $0.write($1) }
        writer.name("security")
        writer.array(securityRequirements) { writer, schemes in
            writer.object { writer in
                for scheme in schemes {
                    writer.name(scheme)
                    writer.array([String]()) { $0.write($1) }
                }
            }
        }
        if requiresAuthentication {
            writer.name("x-roles")
            writer.array(roles) { $0.write($1.rawValue) }
        }
        writer.name("parameters")
        writer.array(parameters + impliedParameters) { writer, parameter in
            writer.object { parameter.describe(to: &$0) }
        }
        if let body {
            writer.member("requestBody") { writer in
                writer.name("required")
                writer.write(bodyIsRequired)
                writer.content("application/json", body)
            }
        }
        writer.member("responses") { describeResponses(to: &$0) }
    }

    /// The alternative security requirements, of which each is sufficient. One without a scheme means that
    /// `Authorization` needs no token.
    private var securityRequirements: [[String]] {
        if takesBearerToken { return bearerTokenIsOptional ? [["refresh_token"], []] : [["refresh_token"]] }
        return requiresAuthentication ? [["session"]] : []
    }

    var impliedParameters: [Parameter] {
        var implied: [Parameter] = []
        if idempotency != .none {
            let schema = Schema(.string).with {
                $0.pattern = "^[!#-~][!-~]*$"
                $0.minLength = 1
                $0.maxLength = 255
                $0.text = """
                    A name for this attempt: repeating it with the same key has one effect and one answer. After thirty days the \
                    answer is not kept; a repetition is a 409 then, and still has no effect.
                    """
            }
            implied.append(Parameter(.header, "Idempotency-Key", schema, isRequired: idempotency == .required))
        }
        if hasETag {
            implied.append(
                .condition(
                    "If-Match",
                    isSafe
                        ? "`ETag`s of earlier answers, or `*`; 412 where the answer is another one now."
                        : "`ETag`s of earlier answers, or `*`; 412 where it has changed since, or is not there yet."))
            implied.append(
                .condition(
                    "If-None-Match",
                    isSafe
                        ? "`ETag`s of earlier answers; 304 while the answer is still the same."
                        : "`ETag`s of earlier answers, or `*`; 412 where it is still as it was with one of them."))
        }
        if isPolled {
            let schema = Schema(.string).described(
                """
                `wait=25` beside `If-None-Match`: instead of a 304 at once, the answer comes when something has changed, or after \
                so many seconds, 1 to 25 (RFC 7240). `Preference-Applied` tells whether this was heeded; where it was not, ask \
                again after a pause.
                """)
            implied.append(Parameter(.header, "Prefer", schema, isRequired: false))
        }
        return implied
    }

    private func describeResponses(to writer: inout JSONWriter) {
        for status in OpenAPI.unique(answers.map(\.status)) {
            if let answer = answers.first(where: { $0.status == status }) {
                writer.member("\(status)") { answer.describe(tagged: hasETag, polled: isPolled, to: &$0) }
            }
        }
        if hasETag, isSafe {
            writer.member("304") { writer in
                writer.member("description", "Unchanged since the answer with that ETag")
                if isPolled { writer.headers([.preferenceApplied]) }
            }
        }
        for problems in ProblemAnswer.all(of: self) {
            writer.member("\(problems.status)") { problems.describe(to: &$0) }
        }
    }
}

extension Parameter {
    /// The parameter `If-Match` or `If-None-Match`.
    fileprivate static func condition(_ name: String, _ text: String) -> Parameter {
        let schema = Schema(.string).with {
            $0.text = text
            $0.pattern = #"^(\*|[ \t,]*(W/)?"[!#-~]*"([ \t]*,[ \t]*((W/)?"[!#-~]*")?)*)$"#
        }
        return Parameter(.header, name, schema, isRequired: false)
    }

    fileprivate func describe(to writer: inout JSONWriter) {
        writer.member("name", name)
        writer.member("in", place.rawValue)
        if let text = schema.descriptionHere { writer.member("description", text) }
        writer.name("required")
        writer.write(isRequired)
        if isList {
            writer.member("style", "form")
            writer.name("explode")
            writer.write(false)
        }
        writer.name("schema")
        schema.write(to: &writer)
    }
}

extension Answer {
    fileprivate func describe(tagged: Bool, polled: Bool, to writer: inout JSONWriter) {
        writer.member("description", text)
        var fields = fields
        if tagged, status == 200 || isEntity {
            fields.append(
                Field(
                    name: "ETag", schema: Schema(.string),
                    text: "The version of what comes back, for If-Match and If-None-Match"))
        }
        if polled, status == 200 { fields.append(.preferenceApplied) }
        writer.headers(fields)
        switch content {
        case .none: break
        case .json(let schema): writer.content("application/json", schema.opened)
        case .other(let mediaType): writer.content(mediaType, Schema())
        }
    }
}

extension Answer.Field {
    fileprivate static let preferenceApplied = Answer.Field(
        name: "Preference-Applied", schema: Schema(.string), text: "`wait=N` where `Prefer` was heeded")
}

extension JSONWriter {
    mutating func content(_ mediaType: String, _ schema: Schema) {
        member("content") { writer in
            writer.member(mediaType) { writer in
                writer.name("schema")
                schema.write(to: &writer)
            }
        }
    }

    mutating func headers(_ fields: [Answer.Field]) {
        guard !fields.isEmpty else { return }
        member("headers") { writer in
            for field in fields {
                writer.member(field.name) { writer in
                    writer.member("description", field.text)
                    writer.name("schema")
                    field.schema.write(to: &writer)
                }
            }
        }
    }
}
