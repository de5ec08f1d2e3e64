import ClinicServer
import ClinicTestSupport
import TestSupport
import Testing

extension Conformance {
    @Suite struct Draining {
        @Test func `a draining server answers a held poll at once and announces the end of the connection`()
            async throws
        {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let path = "reception/queue?date=\(try await practice.day(0))"
                let head = """
                    GET /api/v1/\(path) HTTP/1.1\r\nHost: clinic.example\r\nPrefer: wait=25\r\n\
                    If-None-Match: \(try await reception.version(of: path))\r\n\
                    Authorization: Bearer \(reception.token ?? "")\r\n\r\n
                    """
                let waiting = Task { try await exchange(Array(head.utf8), with: practice.port, on: practice.wire) }
                try await practice.held(1)
                await practice.server.stop()
                let answer = try await waiting.value
                #expect(answer.status == 304)
                #expect(answer.fields["connection"] == "close")
            }
        }
    }
}
