extension Schema {
    /// A schema that accepts objects of this schema and objects of `other`. Members that both schemas require are
    /// required; all others may be absent. So generated clients do not need to distinguish the two kinds of object.
    public func either(_ other: Schema) -> Schema {
        let (mine, others) = (properties ?? [], other.properties ?? [])
        var merged = mine.map { property in
            guard let twin = others.first(where: { $0.name == property.name }) else {
                return Property(name: property.name, schema: property.schema, isRequired: false)
            }
            return Property(
                name: property.name, schema: property.schema.common(with: twin.schema),
                isRequired: property.isRequired && twin.isRequired)
        }
        for property in others where !mine.contains(where: { $0.name == property.name }) {
            merged.append(Property(name: property.name, schema: property.schema, isRequired: false))
        }
        return Schema.object(merged).with { $0.isOpen = isOpen || other.isOpen }
    }

    /// This schema if it equals `other`. Otherwise a schema with the descriptions of both, and with their types if both
    /// have the same types; it has no other keywords.
    private func common(with other: Schema) -> Schema {
        if self == other { return self }
        return Schema().with {
            $0.types = types == other.types ? types : []
            $0.text = Self.joined(text, other.text)
        }
    }

    private static func joined(_ text: String?, _ other: String?) -> String? {
        guard let text, let other else { return text ?? other }
        return text.contains(other) ? text : "\(text) Or: \(other)"
    }

    /// A copy of this schema in which all objects may have further members: answers may gain members, and older clients
    /// must accept that.
    public var opened: Schema {
        with {
            if $0.properties != nil { $0.isOpen = true }
            $0.properties = properties?.map {
                Property(name: $0.name, schema: $0.schema.opened, isRequired: $0.isRequired)
            }
            $0.items = items.map(\.opened)
            $0.additionalProperties = additionalProperties.map(\.opened)
            $0.oneOf = oneOf.map(\.opened)
        }
    }
}
