import ClinicServer
import ClinicTestSupport
import EventLoop
import Identity
import TestSupport
import Testing

/// Tests what a stopped server leaves behind in its process.
@Suite(.database(.demo, seats: 3), .timeLimit(.minutes(30))) struct StoppedServerTests {
    @Test func `a server that has stopped has ended the threads of its loops and worker pools`() async throws {
        let (database, keys) = (try TestDatabase.current.conninfo, try DemoKeys.folder())
        await #expect(processExitsWith: .success) { [database = database as String, keys = keys as String] in
            var configuration = ServerConfiguration(database: database, keys: keys)
            configuration.port = 0
            configuration.files = DemoFiles.settings
            configuration.mail = MailConfiguration(
                command: "/bin/true", sender: "desk@clinic.example", links: AppLinks(page: "https://clinic.example/"))
            let wire = try EventLoop(name: "apps")
            let before = OwnThreads.running
            let server = try await Server.start(configuration, logger: .silent)
            try await server.untilReady()
            let admin = try await Practice(server: server, wire: wire).signIn("admin")
            let patient = try #require(try await admin.get("patients?limit=1").items.first).text("id")
            // The threads that make PDF files and decode pushes to vaults start with their first work.
            #expect(try await admin.get("patients/\(patient)/export.pdf").status == 200)
            #expect(try await admin.post("/v1/sync/push", #"{"blobs":[]}"#).status == 200)
            #expect(OwnThreads.running > before)
            await server.stop()
            // The threads of worker pools end soon after the server has stopped.
            for _ in 0..<2_000 where OwnThreads.running > before { try await Task.sleep(for: .milliseconds(5)) }
            #expect(OwnThreads.running == before)
        }
    }
}
