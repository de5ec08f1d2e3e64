import ClinicServer
import ClinicTestSupport
import Endpoints
import EventSourcing
import JSON
import Testing

/// Walks through all combinations of role, endpoint and owner of the requested entity on a running server, and checks
/// the answers. A test first sends all requests that must be refused, since later the allowed requests change data.
final class AuthorizationMatrix {
    struct Seen {
        let cell: String
        let operation: Operation
        let role: Role?
        /// The id of the entity that the request asks for. The answer may repeat it.
        let asked: String?
        let status: Int
        let text: String
        /// The body of an answer as JSON; `nil` if the body is not JSON.
        let json: JSONValue?

        /// The text of the answer without the requested id, so that answers about different ids can be compared.
        var said: String { asked.map { text.replacing($0, with: "…") } ?? text }
    }

    let practice: Practice
    let here: FurnishedClinic
    private let elsewhere: FurnishedClinic
    let fillers: [String: String]
    let apps: [Role: App]
    private let own: [Role: [Subject: String]]
    private(set) var seen: [Seen] = []
    /// The callers that have requested an endpoint, by endpoint.
    private(set) var tried: [String: Set<String>] = [:]

    var patient: App? { apps[.patient] }

    /// Furnishes two clinics, and signs callers in.
    ///
    /// - Parameters:
    ///   - patient: the login of the patient who calls. The requests name the entities of the login `patient1`.
    ///   - doctor: the login of the doctor who calls.
    init(_ practice: Practice, patient: String = "patient1", doctor: String = "doctor1") async throws {
        self.practice = practice
        here = try await FurnishedClinic(practice, "spree")
        elsewhere = try await FurnishedClinic(practice, "harbor")
        fillers = [
            "start": here.start, "from": try await practice.day(3), "to": try await practice.day(9),
            "last_day": try await practice.day(80), "date": try await practice.day(-1), "position": "1",
            "type": "slot-taken", "token": "unsigned", "since_version": "0", "device_id": newKey(),
            "clinic_id": Elsewhere.callers, "request_id": newKey(), "category": "document",
        ]
        var apps: [Role: App] = [:]
        var own: [Role: [Subject: String]] = [:]
        for (role, name) in [Role.patient: patient, .doctor: doctor, .receptionist: "reception", .admin: "admin"] {
            let app = try await practice.signIn(name)
            apps[role] = app
            own[role] = here.things[0]
            own[role]?[.session] = try await practice.login(name).text("session_id")
            own[role]?[.device] = try await app.newDevice()
            own[role]?[.vaultEntity] = try await app.newVaultEntity()
            own[role]?[.notification] = try await app.aNotification()
            own[role]?[.pairedClient] = try await app.newPairedClient()
        }
        let person = try await practice.makePerson()
        guard try await person.put("check-ins/plan", "{}").status == 200 else { throw Missing(what: "check-ins") }
        apps[.person] = person
        own[.person] = here.things[0]
        own[.person]?[.patient] = person.subject
        own[.person]?[.session] = try await practice.login("person").text("session_id")
        own[.person]?[.device] = try await person.newDevice()
        own[.person]?[.vaultEntity] = try await person.newVaultEntity()
        own[.person]?[.pairedClient] = try await person.newPairedClient()
        self.apps = apps
        self.own = own
    }

    private func id(_ subject: Subject, _ belonging: Belonging, of role: Role?) -> String {
        let things: [Subject: String]? =
            switch belonging {
            case .own: own[role ?? .patient]
            case .sameClinic: here.things[1]
            case .otherClinic: elsewhere.things[0]
            case .missing: [:]
            }
        return things?[subject] ?? (subject == .question ? "Zzznobody" : newKey())
    }

    /// Sends a request to an endpoint about the caller's own entities, with additional header fields.
    func ask(_ operation: Operation, _ fields: [String: String]) async throws -> HTTPAnswer {
        let role = [Role.admin, .receptionist, .doctor, .patient].first { operation.roles.contains($0) }
        let request = try MatrixRequest(operation, as: role)
        return try await request.send(
            by: role.flatMap { apps[$0] } ?? practice.nobody, ids: ids(request, .own, as: role), fillers: fillers,
            fields)
    }

    /// Sends a request in which one entity has the given owner and all others belong to the caller.
    private func answer(
        _ request: MatrixRequest, _ place: MatrixRequest.Place?, _ belonging: Belonging, as role: Role?
    ) async throws -> Seen {
        var ids = ids(request, .own, as: role)
        let asked = place.map { id($0.subject, belonging, of: role) }
        if let place { ids[place.name] = asked }
        return try await answer(request, ids, asked: asked, "\(place?.name ?? "") \(belonging)", as: role)
    }

    private func answer(
        _ request: MatrixRequest, _ ids: [String: String], asked: String?, _ what: String, as role: Role?
    ) async throws -> Seen {
        let app = role.flatMap { apps[$0] } ?? practice.nobody
        let answer = try await request.send(by: app, ids: ids, fillers: fillers)
        let who = role?.rawValue ?? "nobody"
        tried[request.operation.id, default: []].insert(who)
        let cell = "\(who) \(request.operation.id) \(what)"
        let seen = Seen(
            cell: cell, operation: request.operation, role: role, asked: asked, status: answer.status,
            text: answer.text, json: answer.json)
        #expect(seen.status < 500, "\(cell): \(seen.text)")
        if (200..<300).contains(answer.status) {
            #expect((answer.fields["etag"] != nil) == request.operation.hasETag, "\(cell): \(seen.text)")
        }
        self.seen.append(seen)
        return seen
    }

    /// Expects that a caller without the endpoint's role gets 403 for every entity, and a caller without a session
    /// gets 401.
    func walkWhoMayNot(_ operation: Operation) async throws {
        for role in [nil] + Role.allCases where role.map({ !operation.roles.contains($0) }) ?? true {
            let request = try MatrixRequest(operation, as: role)
            for belonging in Belonging.allCases {
                for place in request.places.isEmpty ? [nil] : request.places.map(Optional.some) {
                    let answer = try await answer(request, place, belonging, as: role)
                    #expect(answer.status == (role == nil ? 401 : 403), "\(answer.cell): \(answer.text)")
                }
            }
        }
    }

    /// Expects that a request for another clinic's entity is answered as if the entity did not exist. The same holds
    /// for the request of a patient, or of a person without a clinic, for another patient's entity, and for another
    /// account's session or device.
    func walkWhatIsHidden(_ operation: Operation) async throws {
        for role in operation.roles {
            let request = try MatrixRequest(operation, as: role)
            for place in request.places {
                let missing = try await answer(request, place, .missing, as: role)
                var hidden = [Belonging.otherClinic]
                if place.subject.isTheAccounts || (!role.isStaff && place.subject.isPrivate) {
                    hidden.append(.sameClinic)
                }
                if place.isInPath { #expect(missing.status == 404, "\(missing.cell): \(missing.text)") }
                for belonging in hidden {
                    let other = try await answer(request, place, belonging, as: role)
                    // The audit trail lists each reading of the trail, so two answers differ by their own records.
                    guard !["listAuditEvents", "exportAuditEvents"].contains(operation.id) else {
                        #expect(other.status == missing.status, "\(other.cell)")
                        continue
                    }
                    #expect(other.said == missing.said, "\(other.cell)")
                }
            }
        }
    }

    /// Expects that callers may request their own entities, and that staff may request those of their clinic.
    func walkWhatIsAllowed(_ operation: Operation) async throws {
        for role in operation.roles {
            let request = try MatrixRequest(operation, as: role)
            for belonging in allowed(request, as: role) {
                var ids = ids(request, belonging, as: role)
                // A hold can be released only once, so each request gets a new hold.
                if ids["hold_id"] != nil { ids["hold_id"] = try await newHold(belonging) }
                expectAllowed(try await answer(request, ids, asked: nil, "\(belonging)", as: role))
            }
        }
    }

    /// Requests an operation that only reads, as each role that may call the operation, and keeps the answers.
    func walkWhatIsShown(_ operation: Operation) async throws {
        for role in operation.roles {
            let request = try MatrixRequest(operation, as: role)
            for belonging in allowed(request, as: role) {
                _ = try await answer(
                    request, ids(request, belonging, as: role), asked: nil, "shown \(belonging)", as: role)
            }
        }
    }

    /// The owners whose entities a role may name in a request.
    private func allowed(_ request: MatrixRequest, as role: Role) -> [Belonging] {
        let isOwnAlone = request.places.contains {
            $0.subject.isTheAccounts || (!role.isStaff && $0.subject.isPrivate)
        }
        return isOwnAlone || request.places.isEmpty ? [.own] : [.own, .sameClinic]
    }

    func ids(_ request: MatrixRequest, _ belonging: Belonging, as role: Role?) -> [String: String] {
        Dictionary(
            request.places.map { ($0.name, id($0.subject, belonging, of: role)) }, uniquingKeysWith: { $1 })
    }

    private func newHold(_ belonging: Belonging) async throws -> String? {
        guard let desk = apps[.receptionist] else { return nil }
        return try await here.newHold(belonging == .own ? 0 : 1, desk)
    }

    /// Forgets the answers that were kept.
    func forget() { seen = [] }

    /// Requests the lists of the day of the first patient's appointment, as each role that may call them.
    func walkDayOfVisit() async throws {
        guard let desk = apps[.receptionist], let visit = here.things[0][.appointment] else { return }
        let booked = try await desk.get("appointments/\(visit)")
        let (day, doctor) = (try booked.text("date"), try booked.text("doctor_id"))
        let (now, patient) = (try await practice.now().rfc3339, here.things[0][.patient] ?? "")
        let paths = [
            "reception/queue?date=\(day)", "reception/queue?date=\(day)&as_of=\(now)",
            "doctor/schedule?date=\(day)&doctor_id=\(doctor)",
            "doctor/schedule?date=\(day)&doctor_id=\(doctor)&as_of=\(now)",
            "appointments?patient_id=\(patient)&from=\(day)&to=\(day)", "call-lists/unconfirmed?date=\(day)",
            "appointments/\(visit)?as_of=\(now)", "appointments/\(visit)/history", "feed",
        ]
        for (role, app) in apps where role.isStaff {
            for path in paths {
                let answer = try await app.get(path)
                guard let operation = ServerAPI.operations.first else { continue }
                seen.append(
                    Seen(
                        cell: "\(role.rawValue) \(path)", operation: operation, role: role, asked: nil,
                        status: answer.status, text: answer.text, json: answer.json))
            }
        }
    }

    /// Expects that the request is not forbidden. It may still be rejected for other reasons.
    private func expectAllowed(_ answer: Seen) {
        let isForbidden = answer.status == 403 && answer.text.contains("problem:forbidden")
        #expect(
            (200..<300).contains(answer.status) || answer.status == 409 || (answer.status == 403 && !isForbidden),
            "\(answer.cell): \(answer.text)")
    }

    /// Requests an endpoint that needs no authentication and belongs to no clinic.
    func walkInTheOpen(_ operation: Operation) async throws {
        _ = try await answer(MatrixRequest(operation, as: nil), nil, .own, as: nil)
    }
}

extension Role {
    var isStaff: Bool { self != .patient && self != .person }
}

extension HTTPAnswer {
    /// The header fields and the body of an answer as text, without the date and the request id.
    var text: String {
        let head = fields.filter { !["date", "x-request-id"].contains($0.key) }.sorted { $0.key < $1.key }
        return "\(status)\n" + head.map { "\($0.key): \($0.value)\n" }.joined() + String(decoding: body, as: UTF8.self)
    }
}
