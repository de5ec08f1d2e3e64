import Foundation
import Glibc
import HTTPServer
import Testing

/// Measures the memory of idle connections, if the environment sets their number:
/// `CHAIRSIDE_IDLE_CONNECTIONS=10000 swift test -c release --filter IdleMemoryTests`.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["CHAIRSIDE_IDLE_CONNECTIONS"] != nil))
struct IdleMemoryTests {
    @Test func `idle connections use less than 4 KB of memory each on average`() async throws {
        let asked = ProcessInfo.processInfo.environment["CHAIRSIDE_IDLE_CONNECTIONS"].flatMap { Int($0) } ?? 10_000
        // Both sides of each connection are in this process, so a connection needs two descriptors.
        var files = rlimit()
        try #require(unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files) == 0)
        files.rlim_cur = files.rlim_max
        try #require(unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files) == 0)
        let count = min(asked, Int(files.rlim_cur) / 2 - 100)

        try await withServer(respond: { _ in .now(text("served")) }) { server, _ in
            let before = try residentBytes()
            let sockets = try clients(count, port: server.port)
            defer { for socket in sockets { Glibc.close(socket) } }
            let cost = (try residentBytes() - before) / count
            print("\(count) idle connections that have been served: \(cost) bytes each")
            #expect(cost < 4 * 1024)
        }
    }

    /// Opens connections and waits for one answer on each. The sockets are blocking, so that only the server's side of
    /// a connection uses memory in this process.
    private func clients(_ count: Int, port: UInt16) throws -> [Int32] {
        var sockets: [Int32] = []
        let request = Array(get("/", "Accept: application/json\r\nUser-Agent: idle\r\n").utf8)
        var answer = [UInt8](repeating: 0, count: 1_024)
        for _ in 0..<count {
            let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            try #require(socket >= 0)
            sockets.append(socket)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            let connected = unsafe withUnsafePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            try #require(connected == 0)
            try #require(unsafe send(socket, request, request.count, 0) == request.count)
            try #require(unsafe recv(socket, &answer, answer.count, 0) > 0)
        }
        return sockets
    }

    private func residentBytes() throws -> Int {
        let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")[1]
        return try #require(Int(pages)) * 4_096
    }
}
