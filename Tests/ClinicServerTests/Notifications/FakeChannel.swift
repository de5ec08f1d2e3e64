import Push
import Synchronization

/// A push channel for tests. It answers each delivery with the next of its steps, and with `delivered` after the last.
final class FakeChannel: PushChannel {
    enum Step: Sendable {
        case outcome(PushOutcome)
        /// The fake channel answers only when its task is cancelled.
        case hang
        /// The fake channel answers when the stream has ended.
        case held(AsyncStream<Void>, PushOutcome)
    }

    private struct State {
        var steps: [Step]
        var messages: [(message: PushMessage, token: String)] = []
    }

    private let state: Mutex<State>
    private let asked: (stream: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation)

    init(_ steps: Step...) {
        state = Mutex(State(steps: steps))
        asked = AsyncStream.makeStream()
    }

    /// The messages that the channel was asked to deliver, with their tokens, in order.
    var messages: [(message: PushMessage, token: String)] { state.withLock { $0.messages } }

    /// Waits until the channel is asked to deliver the next message.
    func untilAsked() async { for await _ in asked.stream { return } }

    func deliver(_ message: PushMessage, to token: String) async -> PushOutcome {
        let step = state.withLock { state in
            state.messages.append((message, token))
            return state.steps.isEmpty ? Step.outcome(.delivered) : state.steps.removeFirst()
        }
        asked.continuation.yield()
        switch step {
        case .outcome(let outcome): return outcome
        case .hang:
            // An `AsyncStream` without elements ends when the task is cancelled.
            let (never, keep) = AsyncStream.makeStream(of: Void.self)
            for await _ in never {}
            keep.finish()
            return .retry(after: nil, reason: "cancelled")
        case .held(let stream, let outcome):
            for await _ in stream {}
            return outcome
        }
    }
}
