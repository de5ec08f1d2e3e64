import JSON

extension Schema {
    /// The differences between a value and a schema in types, members and enum values. Patterns and lengths are not
    /// compared, since the codecs check them.
    func faults(of value: JSONValue, at place: String) -> [String] {
        if !oneOf.isEmpty {
            let each = oneOf.map { $0.faults(of: value, at: place) }
            return each.contains([]) ? [] : each.min { $0.count < $1.count } ?? []
        }
        guard types.isEmpty || types.contains(where: { $0.fits(value) }) else {
            return ["\(place) is not \(types.map(\.rawValue).joined(separator: " or "))"]
        }
        if !enumeration.isEmpty, !enumeration.contains(where: { $0.bytes == value.bytes }) {
            return ["\(place) is none of the choices"]
        }
        if let elements = value.elements {
            return elements.enumerated().flatMap { index, element in
                items.flatMap { $0.faults(of: element, at: "\(place)/\(index)") }
            }
        }
        guard let members = value.members, let properties else { return [] }
        let names = Set(members.map(\.name))
        var faults = properties.filter { $0.isRequired && !names.contains($0.name) }.map {
            "\(place)/\($0.name) is missing"
        }
        for member in members {
            guard let property = properties.first(where: { $0.name == member.name }) else {
                faults.append("\(place)/\(member.name) is not described")
                continue
            }
            faults += property.schema.faults(of: member.value, at: "\(place)/\(member.name)")
        }
        return faults
    }
}

extension Schema.PrimitiveType {
    fileprivate func fits(_ value: JSONValue) -> Bool {
        switch self {
        case .null: value.kind == .null
        case .boolean: value.kind == .bool
        case .integer: value.kind == .integer
        case .number: value.kind == .integer || value.kind == .double
        case .string: value.kind == .string
        case .array: value.kind == .array
        case .object: value.kind == .object
        }
    }
}
