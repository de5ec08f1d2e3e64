import JSON

extension Problem.Kind {
    /// The schema of this kind's problem document, as a component.
    var schema: Schema {
        var properties = [
            Schema.Property(
                name: "type",
                schema: Schema(.string).described("The kind of the problem, for programs; it does not change")
                    .example(RawJSON(quoting: type)), isRequired: true),
            Schema.Property(
                name: "title",
                schema: Schema(.string).described("For people; its wording may change").example(
                    RawJSON(quoting: title)),
                isRequired: true),
            Schema.Property(
                name: "status",
                schema: Schema(.integer).described("The answer's HTTP status")
                    .example(RawJSON(Array("\(status)".utf8))), isRequired: true),
            Schema.Property(
                name: "detail",
                schema: Schema(.string).described(
                    "The problem in this case, for people; absent if the title says all"),
                isRequired: false),
        ]
        properties += members.map { Schema.Property(name: $0.name, schema: $0.schema, isRequired: false) }
        return Schema.object(properties).with {
            $0.isOpen = true
            $0.text = "\(title). Status \(status)."
        }.named(componentName)
    }

    /// The component's name: that of `slot-taken` is `SlotTakenProblem`.
    var componentName: String {
        name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() + "Problem"
    }
}
