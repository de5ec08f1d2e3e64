import ClinicServer
import Testing

@Suite struct `Heartbeats` {
    private func verdicts(_ beats: WriteHealth.Beat...) -> [WriteHealth.Beat] {
        let health = WriteHealth()
        return beats.map { beat in
            health.note(beat)
            return health.verdict
        }
    }

    @Test func `a server stays ready when its heartbeat fails once or twice`() {
        #expect(
            verdicts(.proved, .unanswered, .refused, .proved, .unanswered, .unanswered, .proved)
                == Array(repeating: .proved, count: 7))
    }

    @Test
    func `a server is unready after three consecutive failed heartbeats, and ready again after two successful ones`() {
        #expect(
            verdicts(.proved, .unanswered, .refused, .refused, .proved, .refused, .proved, .proved, .unanswered)
                == [.proved, .proved, .proved, .refused, .refused, .refused, .refused, .proved, .proved])
    }

    @Test func `a failed heartbeat reports whether PostgreSQL is unreachable, refuses writes or refuses the role`() {
        #expect(verdicts(.unanswered, .roleRefused, .refused) == [.unanswered, .roleRefused, .refused])
        #expect(verdicts(.unanswered, .refused, .unanswered) == [.unanswered, .refused, .unanswered])
        #expect(verdicts(.refused, .proved, .proved) == [.refused, .refused, .proved])
    }
}
