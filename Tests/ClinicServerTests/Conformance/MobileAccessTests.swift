import Clinic
import ClinicDemo
import ClinicServer
import ClinicTestSupport
import Endpoints
import EventSourcing
import JSON
import TestSupport
import Testing

extension Conformance {
    /// Tests that the server enforces which areas of the mobile app the clinic opens to each role (O21).
    @Suite struct MobileAccessAreas {
        private static let roles: [(role: Role, name: String)] = [
            (.patient, "patient1"), (.doctor, "doctor1"), (.receptionist, "reception"), (.admin, "admin"),
        ]
        private static let closed = #"{"patient":[],"doctor":[],"receptionist":[],"admin":[]}"#

        private func signIn(_ name: String, on platform: String?, at practice: Practice) async throws -> App {
            let platform = platform.map { #","platform":"\#($0)""# } ?? ""
            return try practice.app(
                of: await practice.nobody.post(
                    "auth/login",
                    #"{"email":"\#(name)@spree.example","password":"\#(DemoLogin.password)"\#(platform)}"#))
        }

        /// Requests an operation without a body, and with random ids in the path.
        private func answer(_ operation: Operation, by app: App) async throws -> HTTPAnswer {
            let path = operation.path.segments.map { segment in
                switch segment {
                case .literal(let text): text
                case .parameter: newKey()
                }
            }
            return try await app.send(operation.method.rawValue, "/" + path.joined(separator: "/"))
        }

        @Test
        func
            `the table of the mobile app's areas has every tag of the API's description, and only existing operations`()
        {
            let tags = Set(ServerAPI.operations.map(\.tag))
            #expect(tags.filter { !AppAreas.knows(tag: $0) } == [])
            let ids = Set(ServerAPI.operations.map(\.id))
            #expect(AppAreas.namedOperations.subtracting(ids) == [])
        }

        @Test
        func
            `booking and moving a visit are in the mobile app's area booking, cancelling is in the area appointments`()
            throws
        {
            func area(_ id: String) throws -> AppArea? {
                AppAreas.area(of: try #require(ServerAPI.operations.first { $0.id == id }), for: .patient)
            }
            #expect(try area("bookAppointment") == .booking)
            #expect(try area("rescheduleAppointment") == .booking)
            #expect(try area("cancelAppointment") == .appointments)
        }

        @Test func `O21 each endpoint of a closed area answers area-closed to the mobile app, but not to a browser`()
            async throws
        {
            try await Practice.open { practice in
                let admin = try await signIn("admin", on: "web", at: practice)
                #expect(try await admin.put("clinic/mobile-access", Self.closed).status == 200)
                var walked = 0
                for (role, name) in Self.roles {
                    let apps = [
                        try await signIn(name, on: "ios", at: practice), try await signIn(name, on: nil, at: practice),
                    ]
                    let browser = try await signIn(name, on: "web", at: practice)
                    for operation in ServerAPI.operations where operation.roles.contains(role) {
                        let area = AppAreas.area(of: operation, for: role)
                        for app in apps {
                            let answer = try await answer(operation, by: app)
                            #expect((answer.problem == "area-closed") == (area != nil), "\(role) \(operation.id)")
                            guard let area else { continue }
                            walked += 1
                            #expect(answer.status == 403)
                            #expect(answer["area"]?.string == area.rawValue)
                        }
                        let answer = try await answer(operation, by: browser)
                        #expect(answer.problem != "area-closed", "\(role) \(operation.id)")
                    }
                }
                #expect(walked > 100)
            }
        }

        @Test
        func `O21 a poll is refused once its area of the mobile app is closed, until the area is opened again`()
            async throws
        {
            try await Practice.open { practice in
                let admin = try await signIn("admin", on: "web", at: practice)
                let desk = try await signIn("reception", on: "ipados", at: practice)
                let first = try await desk.get("reception/queue")
                #expect(first.status == 200)
                let seen = ["If-None-Match": try #require(first.fields["etag"])]
                #expect(try await desk.get("reception/queue", seen).status == 304)
                let open = try await admin.get("clinic/mobile-access")
                #expect(try await admin.put("clinic/mobile-access", Self.closed).status == 200)
                #expect(try await desk.get("reception/queue", seen).problem == "area-closed")
                #expect(try await desk.get("me")["mobile_access"]?.elements?.isEmpty == true)
                let before = try #require(open["access"])
                #expect(try await admin.put("clinic/mobile-access", before.description).status == 200)
                #expect(try await desk.get("reception/queue", seen).status != 403)
            }
        }

        @Test
        func `O21 GET me shows whether the session is of the mobile app, and which areas the role has`()
            async throws
        {
            try await Practice.open { practice in
                for (platform, isApp) in [("android", true), ("web", false)] {
                    let me = try await signIn("patient1", on: platform, at: practice).get("me")
                    #expect(me["app_session"]?.bool == isApp)
                    let areas = me["mobile_access"]?.elements?.compactMap(\.string)
                    #expect(areas == ["appointments", "booking", "records", "billing", "chat"])
                }
                let unknown = try await practice.nobody.post(
                    "auth/login",
                    #"{"email":"patient1@spree.example","password":"\#(DemoLogin.password)","platform":"windows"}"#)
                #expect(unknown.status == 400)
            }
        }
    }
}
