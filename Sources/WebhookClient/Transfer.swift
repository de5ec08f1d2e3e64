import CCurl
import EventLoop

/// One request to a webhook's receiver, with its answer, as curl sends and reads them. Only one thread uses a transfer.
///
/// The transfer owns its curl handle and the lists of texts that curl reads from it. curl passes the address of this
/// object to the callbacks, and calls them only while the thread of the transfer runs curl.
@safe final class Transfer {
    private let handle: UnsafeMutableRawPointer
    private var lists: [UnsafeMutablePointer<curl_slist>] = unsafe []
    private let limits: WebhookLimits
    private let report: @Sendable (WebhookOutcome) -> Void
    private var headBytes = 0
    private var bodyBytes = 0
    /// The status of a webhook receiver's answer, once the answer's head is complete.
    private var status: Int?
    private var isAddressRefused = false

    /// Prepares a request to a webhook's receiver for curl.
    ///
    /// - Parameter report: is called with the outcome, exactly once.
    init?(_ request: WebhookRequest, _ limits: WebhookLimits, report: @escaping @Sendable (WebhookOutcome) -> Void) {
        guard let handle = unsafe curl_easy_init() else { return nil }
        unsafe self.handle = unsafe handle
        self.limits = limits
        self.report = report
        guard prepare(request) else { return nil }
    }

    deinit {
        unsafe curl_easy_cleanup(handle)
        unsafe lists.forEach { unsafe curl_slist_free_all($0) }
    }

    /// The address of a curl handle, by which the webhook client's thread finds the transfer again.
    var key: Int { unsafe Int(bitPattern: handle) }

    func join(_ transfers: UnsafeMutableRawPointer) -> Bool {
        unsafe curl_multi_add_handle(transfers, handle) == CURLM_OK
    }

    func leave(_ transfers: UnsafeMutableRawPointer) { unsafe _ = curl_multi_remove_handle(transfers, handle) }

    /// Reports the outcome of a transfer that curl has ended.
    func end(_ code: CURLcode) { report(outcome(code)) }

    func interrupt() { report(.failed(.interrupted)) }

    /// The answer of a webhook's receiver counts as soon as its head is complete, whatever becomes of its body.
    private func outcome(_ code: CURLcode) -> WebhookOutcome {
        if let status { return .answered(status) }
        if isAddressRefused { return .failed(.privateAddress) }
        return switch code {
        case CURLE_COULDNT_RESOLVE_HOST: .failed(.nameUnknown)
        case CURLE_OPERATION_TIMEDOUT: .failed(.timedOut)
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
            .failed(.insecure)
        case CURLE_COULDNT_CONNECT, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE:
            .failed(.unreachable)
        default: .failed(.malformedAnswer)
        }
    }

    private func prepare(_ request: WebhookRequest) -> Bool {
        let lines = request.fields.map { "\($0.name): \($0.value)" } + ["Expect:", "Accept:"]
        let fields = unsafe list(lines)
        let resolved = unsafe list(limits.resolved)
        let numbers: [(CURLoption, Int)] = [
            (CURLOPT_NOSIGNAL, 1), (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_MAXREDIRS, 0), (CURLOPT_POST, 1),
            (CURLOPT_TIMEOUT_MS, limits.patience), (CURLOPT_CONNECTTIMEOUT_MS, limits.patience),
            // curl opens a new connection and looks up the host name for each attempt, so the address of each attempt
            // is checked.
            (CURLOPT_FRESH_CONNECT, 1), (CURLOPT_FORBID_REUSE, 1), (CURLOPT_DNS_CACHE_TIMEOUT, 0),
            // The webhook client's thread does not wait for a look-up of a host name that takes too long.
            (CURLOPT_QUICK_EXIT, 1), (CURLOPT_SSL_VERIFYPEER, 1), (CURLOPT_SSL_VERIFYHOST, 2),
            (CURLOPT_HTTP09_ALLOWED, 0), (CURLOPT_NETRC, 0),
        ]
        let texts: [(CURLoption, String)] = [
            (CURLOPT_URL, request.url.text), (CURLOPT_PROTOCOLS_STR, limits.permitsLocal ? "http,https" : "https"),
            // An empty proxy and the exception for all hosts make curl ignore the environment's variables for proxies.
            (CURLOPT_PROXY, ""), (CURLOPT_NOPROXY, "*"), (CURLOPT_USERAGENT, "Chairside-Webhooks/1"),
        ]
        let authorities = limits.authorities.map { [(CURLOPT_CAINFO, $0)] } ?? []
        let areSet =
            numbers.allSatisfy { unsafe chairside_curl_number(handle, $0.0, $0.1) == CURLE_OK }
            && (texts + authorities).allSatisfy { unsafe chairside_curl_text(handle, $0.0, $0.1) == CURLE_OK }
        let areListed =
            unsafe chairside_curl_list(handle, CURLOPT_HTTPHEADER, fields) == CURLE_OK
            && chairside_curl_list(handle, CURLOPT_RESOLVE, resolved) == CURLE_OK
        return areSet && areListed && setBody(request.body) && setCallbacks()
    }

    private func setBody(_ body: [UInt8]) -> Bool {
        unsafe body.withUnsafeBytes { bytes in
            unsafe chairside_curl_body(
                handle, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count) == CURLE_OK
        }
    }

    private func list(_ lines: [String]) -> UnsafeMutablePointer<curl_slist>? {
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines { unsafe list = unsafe curl_slist_append(list, line) ?? list }
        if let list = unsafe list { unsafe lists.append(list) }
        return unsafe list
    }

    private func setCallbacks() -> Bool {
        let own = unsafe Unmanaged.passUnretained(self).toOpaque()
        let opener: curl_opensocket_callback = { own, _, address in
            guard let own = unsafe own, let address = unsafe address else { return CURL_SOCKET_BAD }
            let transfer = unsafe Unmanaged<Transfer>.fromOpaque(own).takeUnretainedValue()
            return unsafe transfer.open(address)
        }
        let head: curl_write_callback = { bytes, size, count, own in
            guard let own = unsafe own, let bytes = unsafe bytes else { return 0 }
            let transfer = unsafe Unmanaged<Transfer>.fromOpaque(own).takeUnretainedValue()
            let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
            return unsafe transfer.readHead(length: line.count, isEmpty: line.allSatisfy { $0 == 13 || $0 == 10 })
        }
        let body: curl_write_callback = { _, size, count, own in
            guard let own = unsafe own else { return 0 }
            return unsafe Unmanaged<Transfer>.fromOpaque(own).takeUnretainedValue().readBody(length: size * count)
        }
        return unsafe chairside_curl_opener(handle, opener) == CURLE_OK
            && chairside_curl_pointer(handle, CURLOPT_OPENSOCKETDATA, own) == CURLE_OK
            && chairside_curl_reader(handle, CURLOPT_HEADERFUNCTION, head) == CURLE_OK
            && chairside_curl_pointer(handle, CURLOPT_HEADERDATA, own) == CURLE_OK
            && chairside_curl_reader(handle, CURLOPT_WRITEFUNCTION, body) == CURLE_OK
            && chairside_curl_pointer(handle, CURLOPT_WRITEDATA, own) == CURLE_OK
    }

    /// Opens the socket that curl then connects to the given address, or refuses the address.
    private func open(_ address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
        var text = [CChar](repeating: 0, count: 64)
        let isKnown = unsafe text.withUnsafeMutableBufferPointer {
            unsafe chairside_curl_address(address, $0.baseAddress) != 0
        }
        let host = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard isKnown, let found = try? SocketAddress(numericHost: host, port: 0),
            limits.permitsLocal || PublicAddress.contains(found)
        else {
            isAddressRefused = true
            return CURL_SOCKET_BAD
        }
        return unsafe chairside_curl_socket(address)
    }

    /// Reads one line of the head of a receiver's answer. An empty line ends the head, also that of an interim answer
    /// (1xx).
    ///
    /// - Returns: `length`, or another number to end the transfer.
    private func readHead(length: Int, isEmpty: Bool) -> Int {
        headBytes += length
        guard headBytes <= limits.mostHeadBytes else { return 0 }
        let status = unsafe chairside_curl_status(handle)
        if isEmpty, status >= 200 { self.status = status }
        return length
    }

    private func readBody(length: Int) -> Int {
        bodyBytes += length
        return bodyBytes <= limits.mostBodyBytes ? length : 0
    }
}
