import JSON

extension Operation {
    /// The schemas of the operation's parameters, request body and successful answers. Schemas of problems are not
    /// included.
    var schemas: [Schema] {
        parameters.map(\.schema) + (body.map { [$0] } ?? []) + upload.map(\.schema) + answeredSchemas
    }

    /// The schemas of the operation's successful answers and their header fields. Schemas of problems are not included.
    var answeredSchemas: [Schema] {
        answers.flatMap { answer in
            var schemas = answer.fields.map(\.schema)
            if case .json(let schema) = answer.content { schemas.append(schema) }
            return schemas
        }
    }

    /// Writes the operation object (OpenAPI 3.1 §4.8.10).
    func describe(_ problems: ProblemAnswers, _ examples: [OperationExample], to writer: inout JSONWriter) {
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
            writer.object { parameter.describe(examples, to: &$0) }
        }
        if let body {
            writer.member("requestBody") { writer in
                writer.name("required")
                writer.write(bodyIsRequired)
                let shown = examples.compactMap { $0.shown($0.request.body) }
                writer.member("content") { $0.content("application/json", body, shown) }
            }
        }
        if !upload.isEmpty {
            writer.member("requestBody") { writer in
                writer.name("required")
                writer.write(true)
                writer.member("content") { writer in
                    for form in upload { writer.content(form.mediaType, form.schema, []) }
                }
            }
        }
        writer.member("responses") { describeResponses(problems, examples, to: &$0) }
    }

    /// The alternative security requirements, of which each is sufficient. An alternative without a scheme means that
    /// `Authorization` needs no token.
    private var securityRequirements: [[String]] {
        if takesRefreshCookie {
            return [["refresh_token"], ["refresh_cookie"]] + (body == nil ? [] : [[]])
        }
        if takesBearerToken { return bearerTokenIsOptional ? [["refresh_token"], []] : [["refresh_token"]] }
        return requiresAuthentication ? [["session"]] : []
    }

    private func describeResponses(
        _ problems: ProblemAnswers, _ examples: [OperationExample], to writer: inout JSONWriter
    ) {
        let refusals = ProblemAnswer.all(of: self)
        for status in OpenAPI.unique(answers.map(\.status)) {
            if let answer = answers.first(where: { $0.status == status }) {
                let refusal = refusals.first { $0.status == status }
                writer.member("\(status)") {
                    answer.describe(
                        tagged: hasETag, polled: isPolled || isFollowed, cookie: movesRefreshTokens,
                        refusal.map { ($0, problems.name(of: $0)) },
                        examples.filter { $0.reply.status == status }, to: &$0)
                }
            }
        }
        if hasETag, isSafe {
            writer.member("304") { writer in
                writer.member("description", "Unchanged since the answer with that ETag")
                if isPolled { writer.headers([.preferenceApplied]) }
            }
        }
        // An answer that an endpoint declares replaces the problem answer with the same status.
        for answer in refusals where !answers.contains(where: { $0.status == answer.status }) {
            writer.member("\(answer.status)") {
                $0.member("$ref", "#/components/responses/\(problems.name(of: answer))")
            }
        }
    }
}

extension OperationExample {
    fileprivate struct Shown {
        let name: String
        let summary: String
        let value: JSONValue
    }

    /// The media type of the answer in an example.
    fileprivate var mediaType: String {
        let field = reply.fields.first { $0.name == "Content-Type" }?.value ?? "application/json"
        return String(field.prefix { $0 != ";" })
    }

    /// The example's request or answer body, together with the example's name and summary; `nil` if there is no body.
    fileprivate func shown(_ value: JSONValue?) -> Shown? {
        value.map { Shown(name: name, summary: summary, value: $0) }
    }
}

extension Parameter {
    /// Writes the parameter, or a reference to it if it is a component of the API's description.
    fileprivate func describe(_ examples: [OperationExample], to writer: inout JSONWriter) {
        if let component {
            writer.member("$ref", "#/components/parameters/\(component)")
        } else {
            describeWhole(examples, to: &writer)
        }
    }

    func describeWhole(_ examples: [OperationExample], to writer: inout JSONWriter) {
        writer.member("name", name)
        writer.member("in", place.rawValue)
        if let text = schema.descriptionHere { writer.member("description", text) }
        writer.name("required")
        writer.write(isRequired)
        if schema.isDeprecated {
            writer.name("deprecated")
            writer.write(true)
        }
        if isList {
            writer.member("style", "form")
            writer.name("explode")
            writer.write(false)
        }
        writer.name("schema")
        // In the API's description, a parameter's description stands with the parameter, so the parameter's schema must
        // not repeat it.
        schema.with {
            $0.textHere = nil
            $0.isDeprecated = false
            if $0.name == nil {
                $0.text = nil
                $0.bounds = nil
            }
        }.write(to: &writer)
        if let example = example ?? examples.lazy.compactMap({ $0.value(of: self) }).first.map(json) {
            writer.member("example", example)
        }
    }

    /// Converts a parameter's value from the text in the request to JSON.
    private func json(_ text: String) -> RawJSON {
        if isList {
            var writer = JSONWriter()
            writer.array(text.split(separator: ",")) { $0.write(String($1)) }
            return RawJSON(writer.bytes)
        }
        let isText = schema.types.isEmpty || schema.types.contains(.string)
        return isText ? RawJSON(quoting: text) : RawJSON(Array(text.utf8))
    }
}

extension Answer {
    fileprivate func describe(
        tagged: Bool, polled: Bool, cookie: Bool, _ refusal: (answer: ProblemAnswer, name: String)?,
        _ examples: [OperationExample],
        to writer: inout JSONWriter
    ) {
        writer.member("description", text)
        var fields = fields
        if tagged, status == 200 || isEntity {
            fields.append(
                Field(
                    name: "ETag", schema: Schema(.string),
                    text: "The version of what comes back, for If-Match and If-None-Match"))
        }
        if polled, status == 200 { fields.append(.preferenceApplied) }
        if cookie { fields.append(.setCookie) }
        writer.headers(fields, examples)
        guard content != .none else { return }
        func shown(_ mediaType: String) -> [OperationExample.Shown] {
            examples.filter { $0.mediaType == mediaType }.compactMap { $0.shown($0.reply.body) }
        }
        writer.member("content") { writer in
            switch content {
            case .none: break
            case .json(let schema):
                writer.content("application/json", schema.opened, shown("application/json"), or: example)
            case .other(let mediaType): writer.content(mediaType, Schema(.string), shown(mediaType), or: example)
            }
            for mediaType in alternatives {
                if mediaType == Problem.mediaType, let refusal {
                    refusal.answer.describeContent(refusal.name, to: &writer)
                } else {
                    writer.content(mediaType, Schema(.string), shown(mediaType))
                }
            }
        }
    }
}

extension Answer.Field {
    fileprivate static let preferenceApplied = Answer.Field(
        name: "Preference-Applied", schema: Schema(.string), text: "`wait=N` if the server heeded `Prefer`")

    fileprivate static let setCookie = Answer.Field(
        name: "Set-Cookie", schema: Schema(.string),
        text: "Only with `Chairside-Tokens: cookie`: stores the refresh token in the browser, or deletes it")
}

extension JSONWriter {
    /// Writes the schema and the examples of a content, under its media type.
    ///
    /// - Parameter other: the example that is shown if there are no recorded examples.
    fileprivate mutating func content(
        _ mediaType: String, _ schema: Schema, _ examples: [OperationExample.Shown], or other: RawJSON? = nil
    ) {
        member(mediaType) { writer in
            writer.name("schema")
            schema.write(to: &writer)
            if examples.isEmpty, let other { writer.member("example", other) }
            writer.examples(examples)
        }
    }

    private mutating func examples(_ examples: [OperationExample.Shown]) {
        guard !examples.isEmpty else { return }
        member("examples") { writer in
            for example in examples {
                writer.member(example.name) { writer in
                    writer.member("summary", example.summary)
                    writer.name("value")
                    writer.write(example.value)
                }
            }
        }
    }

    mutating func headers(_ fields: [Answer.Field], _ examples: [OperationExample] = []) {
        guard !fields.isEmpty else { return }
        member("headers") { writer in
            for field in fields {
                writer.member(field.name) { writer in
                    writer.member("description", field.text)
                    writer.name("schema")
                    field.schema.write(to: &writer)
                    let pairs = examples.lazy.flatMap(\.reply.fields)
                    if let pair = pairs.first(where: { $0.name == field.name }) { writer.member("example", pair.value) }
                }
            }
        }
    }
}
