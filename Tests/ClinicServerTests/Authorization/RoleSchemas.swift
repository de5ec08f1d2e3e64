import Clinic
import ClinicTestSupport
import Endpoints
import JSON
import Testing

/// The schemas of answers for each caller's role. They are stricter than the API's description, in which one schema may
/// stand for the renderings for all roles.
enum RoleSchemas {
    /// Members of answers that some roles must not see. In answers to these roles they are not part of the schema.
    private static let hidden: [(schema: String, member: String, from: Set<Role>, shownBy: String)] = [
        ("Patient", "note", [.patient], "getPatient"),
        ("TimeOff", "reason", [.doctor, .receptionist], "getStaffMember"),
    ]

    /// Expects that each answer has the members that its role's schema declares and no others. Expects too that each
    /// operation has shown JSON to each role that may call the operation, or has answered 409, and that each member
    /// that is hidden from some roles was shown to another role.
    static func expectDescribed(_ answers: [AuthorizationMatrix.Seen], of operations: [Operation]) {
        var shown = Set(answers.filter { $0.status == 409 }.map(\.who))
        for answer in answers where (200..<300).contains(answer.status) {
            guard let role = answer.role, let schema = schema(of: answer) else { continue }
            shown.insert(answer.who)
            guard let json = answer.json else {
                Issue.record("\(answer.cell) is no JSON")
                continue
            }
            let faults = self.schema(schema, for: role).faults(of: json, at: "the answer")
            #expect(faults == [], "\(answer.cell)")
        }
        for operation in operations where operation.isSafe && operation.answers.contains(where: \.isJSON) {
            for role in operation.roles {
                let who = "\(role.rawValue) \(operation.id)"
                #expect(shown.contains(who), "\(who) was in no answer")
            }
        }
        let proofs = hidden.map { ($0.member, $0.from, $0.shownBy) } + [("notes", [.patient], "getAppointment")]
        for (member, roles, operation) in proofs {
            let isShown = answers.contains { answer in
                guard answer.operation.id == operation, answer.status == 200, let role = answer.role else {
                    return false
                }
                return !roles.contains(role) && answer.json?.objects().contains { $0.object[member] != nil } == true
            }
            #expect(isShown, "\(member) was in no answer, so its absence proves nothing")
        }
    }

    private static func schema(of answer: AuthorizationMatrix.Seen) -> Schema? {
        let declared = answer.operation.answers.first { $0.status == answer.status }
        if case .json(let schema)? = declared?.content { return schema } else { return nil }
    }

    /// The part of an answer's schema that a role may see.
    private static func schema(_ schema: Schema, for role: Role) -> Schema {
        // Appointments have a rendering for staff and one for patients, which the API's description joins to one
        // schema.
        if schema.name == "AnyAppointment" {
            return role == .patient ? PatientAppointment.codec.schema : AppointmentDocument.codec.schema
        }
        let hidden = hidden.filter { $0.schema == schema.name && $0.from.contains(role) }.map(\.member)
        return schema.with {
            $0.properties = schema.properties?.filter { !hidden.contains($0.name) }.map {
                Schema.Property(name: $0.name, schema: self.schema($0.schema, for: role), isRequired: $0.isRequired)
            }
            $0.items = schema.items.map { self.schema($0, for: role) }
            $0.oneOf = schema.oneOf.map { self.schema($0, for: role) }
        }
    }
}

extension AuthorizationMatrix.Seen {
    /// The caller's role and the operation, as a text.
    fileprivate var who: String { "\(role?.rawValue ?? "nobody") \(operation.id)" }
}

extension Answer {
    fileprivate var isJSON: Bool { if case .json = content { true } else { false } }
}
