/// A codec for an object with known members.
///
///     static let codec = object(
///         Appointment.init(id:start:note:), field("id", \.id, .id()), field("start", \.start, .instant),
///         optionalField("note", \.note, .text(max: 2000)))
///
/// Write the function with its labels: they must be the names of the fields' properties in the same order. A test
/// checks this for every codec of the program, so that two fields of one type cannot be swapped.
///
/// - Parameters:
///   - make: an initialiser or function that takes the fields' values in order. It may refuse values that do not fit
///     together.
///   - fields: the members of the object, in the order in which they are written.
@inlinable public func object<Value, each Part>(
    _ make: @escaping @Sendable (repeat each Part) throws(CheckFailure) -> Value,
    _ fields: repeat Field<Value, each Part>
) -> Codec<Value> {
    let fields = (repeat each fields)
    var properties: [Schema.Property] = []
    for field in repeat each fields { properties.append(field.storage.property) }
    let names = properties.map { Array($0.name.utf8) }
    precondition(Set(names).count == names.count, "two fields of an object share a name")

    let checkedMake: @Sendable (repeat each Part) throws(DecodingProblem) -> Value = {
        (parts: repeat each Part) throws(DecodingProblem) -> Value in
        do throws(CheckFailure) { return try make(repeat each parts) } catch { throw DecodingProblem(error) }
    }

    return Codec(.object(properties)) { source, node, context throws(DecodingProblem) in
        var members = try ObjectReading(source, node, context)
        if context.collectsAll {
            var issues: [DecodingProblem.Issue] = []
            for field in repeat each fields { field.collect(source, &members, into: &issues) }
            issues += members.unknownMembers(names, source)
            if let problem = DecodingProblem(issues) { throw problem }
            members = try ObjectReading(source, node, context)
        }
        // The decoded values of the fields are passed directly to the initialiser, since values that are stored in a
        // variable in between are copied.
        let value = try checkedMake(repeat try (each fields).read(source, &members))
        if members.hasUnknown, let problem = DecodingProblem(members.unknownMembers(names, source)) { throw problem }
        return value
    } write: { value, writer in
        writer.beginObject()
        for field in repeat each fields { field.write(value, to: &writer) }
        writer.endObject()
    }
}
