import ClinicServer
import Testing

@Suite struct `Heartbeats` {
    private func verdicts(_ beats: WritePulse.Beat...) -> [WritePulse.Beat] {
        let pulse = WritePulse()
        return beats.map { beat in
            pulse.note(beat)
            return pulse.verdict
        }
    }

    @Test func `that fail once or twice leave a server ready`() {
        #expect(
            verdicts(.proved, .unanswered, .refused, .proved, .unanswered, .unanswered, .proved)
                == Array(repeating: .proved, count: 7))
    }

    @Test func `that fail three times in a row make it unready, and two that succeed ready again`() {
        #expect(
            verdicts(.proved, .unanswered, .refused, .refused, .proved, .refused, .proved, .proved, .unanswered)
                == [.proved, .proved, .proved, .refused, .refused, .refused, .refused, .proved, .proved])
    }

    @Test func `say at once whether PostgreSQL is away or refuses`() {
        #expect(verdicts(.unanswered, .refused, .unanswered) == [.unanswered, .refused, .unanswered])
        #expect(verdicts(.refused, .proved, .proved) == [.refused, .refused, .proved])
    }
}
