import Endpoints
import HTTPServer
import Metrics

extension MetricsPage {
    mutating func addConnections(_ http: HTTPStatistics, open: Int) {
        gauge("chairside_http_connections_open", "Open connections of clients.", open)
        counter("chairside_http_connections_total", "Connections accepted.", http.accepted)
        counter(
            "chairside_http_connections_turned_away_total",
            "Connections reset because the connection limit was reached.",
            http.turnedAway)
        counter("chairside_tls_handshakes_failed_total", "Failed TLS handshakes.", http.failedHandshakes)
        counter(
            "chairside_http2_connections_calmed_total", "HTTP/2 connections ended because they flooded the server.",
            http.calmed)
        counter("chairside_http_received_bytes_total", "Bytes from clients, inside TLS.", http.receivedBytes)
        counter("chairside_http_sent_bytes_total", "Bytes to clients, inside TLS.", http.sentBytes)
        page.begin(
            "chairside_http_refused_total", .counter,
            "Malformed requests refused, by the status of the answer.")
        for status in Set(Refusal.allCases.map(\.status.code)).sorted() {
            page.sample(http.refusals[status] ?? 0, [("status", "\(status)")])
        }
    }

    /// Writes the metrics of operations with at least one request.
    mutating func addRequests(_ counts: LoopCounts) {
        let asked = zip(LoopCounts.names, counts.operations).filter { _, operation in
            StatusClass.allCases.contains { operation.answers[$0] > 0 }
        }
        page.begin("chairside_requests_total", .counter, "Requests answered, by operation and class of status.")
        for (name, operation) in asked {
            for status in StatusClass.allCases {
                page.sample(operation.answers[status], [("operation", name), ("status", status.label)])
            }
        }
        page.begin(
            "chairside_request_duration_seconds", .histogram,
            "Time from a request's last byte to its answer, without polls that ask to be held.")
        for (name, operation) in asked { page.sample(operation.durations, .seconds, [("operation", name)]) }
        page.begin(
            "chairside_held_request_duration_seconds", .histogram,
            "Time from a request's last byte to its answer, for polls that ask to be held.")
        page.sample(counts.holding, .seconds)
        page.begin("chairside_rate_limited_total", .counter, "Requests refused by rate limits.")
        for limit in RateLimits.Kind.allCases { page.sample(counts.limited[limit], [("limit", "\(limit)")]) }
        page.begin("chairside_uploads_total", .counter, "Uploads of files and logos, by outcome.")
        for outcome in UploadOutcome.allCases {
            page.sample(counts.uploads[outcome], [("outcome", "\(outcome)")])
        }
        counter("chairside_uploaded_bytes_total", "Bytes of files and logos stored.", counts.uploadedBytes)
    }
}
