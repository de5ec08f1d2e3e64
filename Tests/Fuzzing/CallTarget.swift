import ClinicServer
import Endpoints
import Identifiers
import JSON

extension FuzzTarget {
    /// Input: a request as four lines (the operation's id, the idempotency key, the path's parameters separated by
    /// commas, the query), followed by the body. Property: the request is decoded to an action, or refused with a
    /// status from 400 to 499 and a problem document in valid JSON with a `type`.
    static let call = FuzzTarget("call") { bytes in
        guard let router = CallTarget.router else { return "no router" }
        let parts = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 4, omittingEmptySubsequences: false)
        guard parts.count == 5, let operation = CallTarget.operations[String(decoding: parts[0], as: UTF8.self)],
            let path = operation.path(filledWith: parts[2]),
            case .found(let index, let arguments) = router.match(operation.method, path[...])
        else { return nil }
        let key = parts[1]
        let invocation = Invocation(
            arguments: arguments, query: parts[3], body: Array(parts[4]),
            principal: operation.roles.first.map { CallTarget.principal($0) },
            field: { name in
                switch name {
                case "content-type": Array("application/json".utf8)[...]
                case "idempotency-key": key.isEmpty ? nil : key
                default: nil
                }
            })
        do throws(Problem) { try ServerAPI.read(invocation, at: index) } catch {
            let answer = error.bytes
            guard let json = try? JSONValue(parsing: answer), json["type"] != nil, (400...499).contains(error.status)
            else { return String(decoding: answer, as: UTF8.self) }
        }
        return nil
    }
}

private enum CallTarget {
    static let operations = Dictionary(uniqueKeysWithValues: ServerAPI.operations.map { ($0.id, $0) })
    static let router = try? Router(ServerAPI.operations)

    static func principal(_ role: Role) -> Principal {
        let id = UUIDBytes(high: 1, low: 2)
        return Principal(authenticatedIn: id, account: id, session: id, role: role, subject: id)
    }
}

extension Operation {
    /// The operation's path with the comma-separated `values` for its parameters; `nil` if there are too few values.
    fileprivate func path(filledWith values: ArraySlice<UInt8>) -> [UInt8]? {
        var values = values.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)[...]
        var text: [UInt8] = []
        for segment in path.segments {
            text.append(UInt8(ascii: "/"))
            switch segment {
            case .literal(let literal): text += literal.utf8
            case .parameter:
                guard let value = values.popFirst() else { return nil }
                text += value
            }
        }
        return text
    }
}
