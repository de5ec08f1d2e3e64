import ClinicServer
import Testing

@Suite struct DeliveryBackoffTests {
    @Test
    func `the pause after a failed delivery doubles from 15 seconds to an hour, and up to half the pause is random`() {
        var random = SystemRandomNumberGenerator()
        var pauses: Set<Int64> = []
        for (attempts, longest) in [(1, 15), (2, 30), (3, 60), (8, 1_920), (9, 3_600), (1_000, 3_600)] as [(Int, Int64)]
        {
            for _ in 0..<100 {
                let pause = DeliveryBackoff.pause(after: attempts, asked: nil, using: &random)
                #expect((longest / 2...longest).contains(pause), "\(attempts)")
                pauses.insert(pause)
            }
        }
        #expect(pauses.count > 50)
    }

    @Test func `the pause after a failed delivery is at least what the push service asked for, and at most a day`() {
        var random = SystemRandomNumberGenerator()
        #expect(DeliveryBackoff.pause(after: 1, asked: 500, using: &random) == 500)
        #expect(DeliveryBackoff.pause(after: 1, asked: -5, using: &random) >= 7)
        #expect(DeliveryBackoff.pause(after: 1, asked: .max, using: &random) == 86_400)
    }
}
