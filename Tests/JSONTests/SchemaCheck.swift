import JSON

/// Validates a value by the subset of JSON Schema that codecs use. It is written from the specification and not from
/// the codecs.
///
/// - Parameter components: the schemas to which `$ref` refers.
func accepts(_ schema: JSONValue, _ value: JSONValue) throws -> Bool {
    if let types = schema["type"] {
        let names = types.elements?.compactMap(\.string) ?? [types.string ?? ""]
        guard names.contains(where: { isType($0, value) }) else { return false }
    }
    if let constant = schema["const"], constant != value { return false }
    if let choices = schema["enum"]?.elements, !choices.contains(value) { return false }
    if let number = value.double {
        if let minimum = schema["minimum"]?.double, number < minimum { return false }
        if let maximum = schema["maximum"]?.double, number > maximum { return false }
    }
    if let string = value.string {
        let length = Int64(string.unicodeScalars.count)
        if let least = schema["minLength"]?.integer, length < least { return false }
        if let most = schema["maxLength"]?.integer, length > most { return false }
        if let pattern = schema["pattern"]?.string,
            try !string.contains(Regex(pattern).matchingSemantics(.unicodeScalar))
        {
            return false
        }
    }
    if let elements = value.elements {
        if let least = schema["minItems"]?.integer, elements.count < least { return false }
        if let most = schema["maxItems"]?.integer, elements.count > most { return false }
        if let items = schema["items"], try !elements.allSatisfy({ try accepts(items, $0) }) { return false }
    }
    if let members = value.members { guard try acceptsMembers(schema, members) else { return false } }
    if let choices = schema["oneOf"]?.elements {
        guard try choices.filter({ try accepts($0, value) }).count == 1 else { return false }
    }
    return true
}

private func acceptsMembers(_ schema: JSONValue, _ members: [(name: String, value: JSONValue)]) throws -> Bool {
    let names = Set(members.map(\.name))
    guard (schema["required"]?.elements ?? []).allSatisfy({ names.contains($0.string ?? "") }) else { return false }
    if let most = schema["maxProperties"]?.integer, members.count > Int(most) { return false }
    for (name, value) in members {
        if let property = schema["properties"]?[name] {
            guard try accepts(property, value) else { return false }
        } else if let others = schema["additionalProperties"] {
            if others.bool == false { return false }
            if others.kind == .object, try !accepts(others, value) { return false }
        }
    }
    return true
}

private func isType(_ name: String, _ value: JSONValue) -> Bool {
    switch name {
    case "null": value.isNull
    case "boolean": value.kind == .bool
    case "integer": value.kind == .integer || value.double.map { $0 == Double(Int64(exactly: $0) ?? 0) } == true
    case "number": value.double != nil
    case "string": value.kind == .string
    case "array": value.kind == .array
    case "object": value.kind == .object
    default: false
    }
}
