import EventLoop
import Testing

struct LateWorkerTests {
    @Test func `a late worker starts its thread with the first work, runs work in order, and refuses work once closed`()
        async throws
    {
        let worker = LateWorker(queueLimit: 4, name: "late")
        for number in 0..<3 { #expect(try await worker.run { number } == number) }
        worker.close()
        await #expect(throws: WorkerPoolFull.self) { try await worker.run { 1 } }
        worker.close()
    }

    @Test func `a late worker that is closed before its first work starts no thread and refuses the work`() async throws
    {
        let worker = LateWorker(queueLimit: 4, name: "late")
        worker.close()
        await #expect(throws: WorkerPoolFull.self) { try await worker.run { 1 } }
    }
}
