extension Codec {
    /// A codec for an array, with a minimum and maximum number of elements.
    @inlinable public static func array<Element>(
        _ element: Codec<Element>, _ counts: ClosedRange<Int> = 0...10_000
    ) -> Codec where Value == [Element] {
        let schema = Schema(.array).with {
            $0.items = [element.schema]
            if counts.lowerBound > 0 { $0.minItems = counts.lowerBound }
            $0.maxItems = counts.upperBound
        }
        let (read, write) = (element.read, element.write)
        return Codec(schema) { source, node, context throws(DecodingProblem) in
            let token = source.token(node)
            guard token.kind == .array else { throw .wrongType("an array") }
            guard token.count >= counts.lowerBound else {
                throw DecodingProblem("too_few", "at least \(counts.lowerBound) elements")
            }
            guard token.count <= counts.upperBound else {
                throw DecodingProblem("too_many", "at most \(counts.upperBound) elements")
            }
            return try readElements(source, node, context, read)
        } write: { value, writer in
            writer.beginArray()
            for part in value { write(part, &writer) }
            writer.endArray()
        }
    }

    /// A codec for an object whose member names are data, and whose members have values of one kind.
    public static func dictionary<Element>(
        of element: Codec<Element>, maximum: Int = 1000
    ) -> Codec where Value == [String: Element] {
        let schema = Schema(.object).with {
            $0.additionalProperties = [element.schema]
            $0.maxProperties = maximum
        }
        return Codec(schema) { source, node, context throws(DecodingProblem) in
            let token = source.token(node)
            guard token.kind == .object else { throw .wrongType("an object") }
            guard token.count <= maximum else { throw DecodingProblem("too_many", "at most \(maximum) members") }
            var result: [String: Element] = [:]
            var issues: [DecodingProblem.Issue] = []
            var index = node + 2
            for _ in 0..<token.count {
                let name = source.string(source.token(index))
                do throws(DecodingProblem) {
                    result[name] = try element.read(source, index + 1, context)
                } catch {
                    // The JSON Pointer of a decoding issue contains `*` instead of the name of the dictionary's member,
                    // since the name is data and may be about a patient.
                    guard context.collectsAll else { throw error.under("*") }
                    issues += error.under("*").issues
                }
                index = next(source.tape, index + 1)
            }
            if let problem = DecodingProblem(issues) { throw problem }
            return result
        } write: { value, writer in
            writer.beginObject()
            // An array of names has a type that does not depend on `Element`, so sorting it needs no type look-ups at
            // run time.
            for name in Array(value.keys).sorted() {
                writer.name(name)
                if let part = value[name] { element.write(part, &writer) }
            }
            writer.endObject()
        }
    }

    /// A codec that reads and writes `null` for `nil`, and another value as `wrapped` does.
    @inlinable public static func nullable<Wrapped>(_ wrapped: Codec<Wrapped>) -> Codec where Value == Wrapped? {
        let (read, write) = (wrapped.read, wrapped.write)
        return Codec(wrapped.schema.nullable) { source, node, context throws(DecodingProblem) in
            if source.token(node).kind == .null { return nil }
            return try read(source, node, context)
        } write: { value, writer in
            if let value { write(value, &writer) } else { writer.writeNull() }
        }
    }
}

@inlinable func readElements<Element>(
    _ source: JSONSource, _ node: Int, _ context: DecodingContext, _ read: Codec<Element>.Read
) throws(DecodingProblem) -> [Element] {
    let count = source.token(node).count
    var result: [Element] = []
    result.reserveCapacity(count)
    var issues: [DecodingProblem.Issue] = []
    var index = node + 2
    for position in 0..<count {
        do throws(DecodingProblem) {
            result.append(try read(source, index, context))
        } catch {
            guard context.collectsAll else { throw error.under("\(position)") }
            issues += error.under("\(position)").issues
            if issues.count >= 100 { break }
        }
        index = next(source.tape, index)
    }
    if let problem = DecodingProblem(issues) { throw problem }
    return result
}
