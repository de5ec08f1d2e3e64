import PostgresClient
import Testing

struct BackoffTests {
    @Test func `the delay between connection attempts doubles up to a limit and includes a random share`() {
        var random = SplitMix(state: 7)
        var backoff = Backoff(first: .milliseconds(50), most: .seconds(5))
        var whole = Duration.milliseconds(50)
        for _ in 0..<12 {
            let pause = backoff.next(using: &random)
            #expect(pause >= whole / 2 && pause <= whole)
            whole = min(whole * 2, .seconds(5))
        }
        backoff.reset()
        #expect(backoff.next(using: &random) <= .milliseconds(50))
    }
}
