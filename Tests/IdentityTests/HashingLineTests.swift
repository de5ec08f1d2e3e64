import Identity
import Testing

@Suite struct HashingLineTests {
    private func line(_ waiters: [(Int, Hasher)], room: Int = 1_000) -> (HashingLine<Int>, [Int]) {
        var line = HashingLine<Int>(roomForEach: room)
        let ended = waiters.compactMap { line.append($0.0, for: $0.1) }
        return (line, ended)
    }

    private func order(_ line: HashingLine<Int>) -> [Int] {
        var line = line
        return (0..<line.count).compactMap { _ in line.popFirst() }
    }

    @Test func `many password attempts for one account do not delay other accounts of the same network`() {
        let flood = (0..<300).map { ($0, Hasher.stranger("ana", from: "net")) }
        let (line, ended) = line(
            flood + [(1_000, .stranger("ben", from: "net")), (1_001, .stranger("cem", from: "net"))])
        #expect(ended == [])
        #expect(Set(order(line).prefix(3)) == [0, 1_000, 1_001])
    }

    @Test func `password attempts for many accounts from one network do not delay another network`() {
        let flood = (0..<300).map { ($0, Hasher.stranger("account \($0)", from: "net")) }
        let (line, _) = line(flood + [(1_000, .stranger("ben", from: "home"))])
        #expect(order(line).prefix(2).contains(1_000))
    }

    @Test
    func `of 300 password attempts of unknown callers and six of known ones, the six are among the first eight hashed`()
    {
        let flood = (0..<300).map { ($0, Hasher.stranger("account \($0)", from: "net \($0)")) }
        let known = (0..<6).map { (1_000 + $0, Hasher.known("staff \($0)")) }
        let (line, ended) = line(flood + known, room: 100)
        #expect(ended == Array(ended.filter { $0 < 1_000 }))
        #expect(ended.count == 200)
        #expect(order(line).prefix(8).count { $0 >= 1_000 } == 6)
        // Attempts of unknown callers are hashed in turn with those of known callers: at least one of the first four
        // attempts is of an unknown caller.
        #expect(order(line).prefix(4).contains { $0 < 1_000 })
    }

    @Test func `a full queue of password attempts drops the latest attempt for the account with the most attempts`() {
        let flood = (0..<10).map { ($0, Hasher.stranger("ana", from: "net")) }
        let (line, ended) = line(
            flood + [(20, .stranger("ben", from: "net")), (21, .stranger("cem", from: "home"))], room: 10)
        #expect(ended == [9, 8])
        #expect(Set(order(line)) == Set(Array(0..<8) + [20, 21]))
    }
}
