extension Schema {
    /// Writes this schema as JSON, or only a reference to it if the schema is a component of the API's description.
    ///
    /// - Parameter whole: whether to write a component itself instead of a reference to it.
    public func write(to writer: inout JSONWriter, whole: Bool = false) {
        writer.beginObject()
        if let name, !whole {
            writer.member("$ref", "#/components/schemas/\(name)")
            if let textHere { writer.member("description", textHere) }
        } else {
            writeKeywords(to: &writer)
        }
        writer.endObject()
    }

    private func writeKeywords(to writer: inout JSONWriter) {
        if types.count == 1 {
            writer.member("type", types[0].rawValue)
        } else if !types.isEmpty {
            writer.name("type")
            writer.array(types) { $0.write($1.rawValue) }
        }
        if let format { writer.member("format", format) }
        if let description { writer.member("description", description) }
        if isDeprecated {
            writer.name("deprecated")
            writer.write(true)
        }
        if let defaultValue { writer.member("default", defaultValue) }
        if let constant { writer.member("const", constant) }
        if !enumeration.isEmpty {
            writer.name("enum")
            writer.array(enumeration) { $0.write($1) }
        }
        if let minimum { writer.member("minimum", minimum) }
        if let maximum { writer.member("maximum", maximum) }
        if let minLength { writer.member("minLength", minLength) }
        if let maxLength { writer.member("maxLength", maxLength) }
        if let pattern { writer.member("pattern", pattern) }
        if let element = items.first {
            writer.name("items")
            element.write(to: &writer)
        }
        if let minItems { writer.member("minItems", minItems) }
        if let maxItems { writer.member("maxItems", maxItems) }
        if let properties { write(properties, to: &writer) }
        if let values = additionalProperties.first {
            writer.name("additionalProperties")
            values.write(to: &writer)
        }
        if let maxProperties { writer.member("maxProperties", maxProperties) }
        if !oneOf.isEmpty {
            writer.name("oneOf")
            writer.array(oneOf) { $1.write(to: &$0) }
        }
        if let exampleValue {
            writer.name("examples")
            writer.array([exampleValue]) { $0.write($1) }
        }
    }

    private func write(_ properties: [Property], to writer: inout JSONWriter) {
        writer.name("properties")
        writer.beginObject()
        for property in properties {
            writer.name(property.name)
            property.schema.write(to: &writer)
        }
        writer.endObject()
        let required = properties.filter(\.isRequired).map(\.name)
        if !required.isEmpty {
            writer.name("required")
            writer.array(required) { $0.write($1) }
        }
        if isOpen { return }
        writer.name("additionalProperties")
        writer.write(false)
    }

    /// Collects by name the components to which this schema refers, directly or through others, itself included.
    ///
    /// - Returns: the name of a component that was declared twice with different schemas, if there is one.
    public func collectComponents(into components: inout [String: Schema]) -> String? {
        if let name {
            let component = with {
                $0.textHere = nil
                $0.isSealed = false
            }
            if let known = components[name] { return known == component ? nil : name }
            components[name] = component
        }
        for part in items + additionalProperties + oneOf + (properties ?? []).map(\.schema) {
            if let conflict = part.collectComponents(into: &components) { return conflict }
        }
        return nil
    }
}
