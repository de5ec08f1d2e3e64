import CLibUV
import Glibc

/// Resolves a host to addresses, in the order of the system's resolver. The look-up runs on a resolver thread, so a
/// slow name server does not block the loop. May be called from any thread.
///
/// - Parameters:
///   - host: a host name, or a numeric address, which needs no look-up.
///   - loop: the loop whose resolver threads are used.
/// - Throws: the resolver's error (`EAI_NONAME`, `EAI_AGAIN`, …); also `EAI_AGAIN` if too many look-ups are waiting.
public func resolve(host: String, port: UInt16, on loop: EventLoop) async throws(SystemError) -> [SocketAddress] {
    if let numeric = try? SocketAddress(numericHost: host, port: port) { return [numeric] }
    let pool: Result<WorkerPool, SystemError> = await withCheckedContinuation { continuation in
        loop.onLoop { continuation.resume(returning: loop.resolverPool()) }
    }
    let answer: Result<[SocketAddress], SystemError>
    do {
        answer = try await pool.get().run { lookUp(host, port) }
    } catch let error as SystemError {
        throw error
    } catch {
        throw SystemError(code: UV_EAI_AGAIN.rawValue, operation: "resolve \(host)")
    }
    return try answer.get()
}

extension EventLoop {
    /// The number of resolver threads: more than one, so that one unreachable name server does not delay every look-up.
    package static var resolverThreads: Int { 2 }

    /// The threads for name look-ups.
    package func resolverPool() -> Result<WorkerPool, SystemError> {
        if let resolver { return .success(resolver) }
        guard !isStopping else { return .failure(.cancelled("resolve")) }
        return Result { () throws(SystemError) in
            let pool = try WorkerPool(threads: Self.resolverThreads, queueLimit: 256, name: "resolver")
            resolver = pool
            return pool
        }
    }
}

private func lookUp(_ host: String, _ port: UInt16) -> Result<[SocketAddress], SystemError> {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    unsafe hints.ai_flags = AI_ADDRCONFIG
    var first: UnsafeMutablePointer<addrinfo>?
    let code = unsafe getaddrinfo(host, String(port), &hints, &first)
    guard code == 0 else {
        return .failure(SystemError(code: resolverCode(code), operation: "resolve \(host)"))
    }
    defer { unsafe freeaddrinfo(first) }
    var found: [SocketAddress] = []
    var next = unsafe first
    while let info = unsafe next {
        var storage = sockaddr_storage()
        unsafe withUnsafeMutableBytes(of: &storage) { bytes in
            unsafe bytes.copyMemory(
                from: UnsafeRawBufferPointer(
                    start: info.pointee.ai_addr, count: min(Int(info.pointee.ai_addrlen), bytes.count)))
        }
        if let address = SocketAddress(storage), !found.contains(address) { found.append(address) }
        unsafe next = info.pointee.ai_next
    }
    return .success(found)
}

/// Converts an error code of the system's resolver to libuv's code, which cannot be mistaken for an `errno`.
private func resolverCode(_ code: Int32) -> Int32 {
    switch code {
    case EAI_AGAIN: UV_EAI_AGAIN.rawValue
    case EAI_BADFLAGS: UV_EAI_BADFLAGS.rawValue
    case EAI_FAIL: UV_EAI_FAIL.rawValue
    case EAI_FAMILY: UV_EAI_FAMILY.rawValue
    case EAI_MEMORY: UV_EAI_MEMORY.rawValue
    case EAI_NONAME: UV_EAI_NONAME.rawValue
    case EAI_SERVICE: UV_EAI_SERVICE.rawValue
    case EAI_SOCKTYPE: UV_EAI_SOCKTYPE.rawValue
    case EAI_SYSTEM: -errno
    default: UV_EAI_FAIL.rawValue
    }
}
