import JSON

extension Problem {
    /// The schema of a problem that has only the members of RFC 9457; a component of the API's description.
    static let schema = Schema.object(properties(type: nil)).with {
        $0.isOpen = true
        $0.text = """
            Why a request was refused (RFC 9457). Compare `type`, and accept kinds and members that you do not know: there \
            may be more of them later.
            """
    }.named("Problem")

    fileprivate static func properties(type: Kind?) -> [Schema.Property] {
        func example(_ schema: Schema, _ value: RawJSON?) -> Schema { value.map { schema.example($0) } ?? schema }
        return [
            Schema.Property(
                name: "type",
                schema: example(
                    Schema(.string).described(
                        "The kind of the problem, for programs; it does not change. `GET /problems/{type}` explains it."
                    ),
                    type.map { RawJSON(quoting: $0.type) }), isRequired: true),
            Schema.Property(
                name: "title",
                schema: example(
                    Schema(.string).described("The kind of the problem, for people; its wording may change."),
                    type.map { RawJSON(quoting: $0.title) }), isRequired: true),
            Schema.Property(
                name: "status",
                schema: example(
                    Schema(.integer).described("The answer's HTTP status."),
                    type.map { RawJSON(Array("\($0.status)".utf8)) }), isRequired: true),
            Schema.Property(
                name: "detail",
                schema: Schema(.string).described(
                    "The problem in this case, for people; absent if the title says all. Its wording may change."),
                isRequired: false),
        ]
    }
}

extension Problem.Kind {
    /// The schema of a problem of this kind; a component of the API's description.
    var schema: Schema {
        guard !members.isEmpty else { return Problem.schema }
        let further = members.map { Schema.Property(name: $0.name, schema: $0.schema, isRequired: false) }
        return Schema.object(Problem.properties(type: self) + further).with {
            $0.isOpen = true
            $0.text = "\(title). Status \(status)."
        }.named(componentName)
    }

    /// The name of this kind's schema among the components of the API's description: `SlotTakenProblem` for the kind
    /// `slot-taken`.
    var componentName: String { words + "Problem" }

    /// The name of this kind of problem in camel case: `SlotTaken` for the kind `slot-taken`.
    var words: String { name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() }
}
