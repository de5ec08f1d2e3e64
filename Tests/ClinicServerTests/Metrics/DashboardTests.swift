import ClinicTestSupport
import Foundation
import JSON
import TestSupport
import Testing

extension Conformance {
    /// Tests that the Grafana dashboard, the alert rules and `ops/observability.md` name only existing metrics.
    @Suite struct Dashboards {
        private static func file(_ name: String) throws -> String {
            try String(contentsOf: Repository.file("ops/\(name)"), encoding: .utf8)
        }

        private static func names(in text: String) -> Set<String> {
            Set(text.matches(of: /(?:chairside|process)_[a-z0-9_]+/).map { String($0.0) })
        }

        @Test func `every query of the Grafana dashboard uses existing metrics`() async throws {
            try await Practice.open(metricsPort: 0) { practice in
                // Send a request, since some metrics exist only after the first request.
                #expect(try await practice.nobody.get("/livez").status == 200)
                let page = try await practice.metrics()
                let dashboard = try JSONValue(parsing: Array(try Self.file("grafana.json").utf8), limits: .stored)
                let queries = dashboard.objects().compactMap { $0.object["expr"]?.string }
                #expect(queries.count > 15)
                for query in queries {
                    let names = Self.names(in: query)
                    #expect(!names.isEmpty, "\(query)")
                    #expect(page.names.isSuperset(of: names), "\(query)")
                }
                let titles = dashboard["panels"]?.elements?.compactMap { $0["title"]?.string } ?? []
                #expect(Set(titles).count == titles.count)
            }
        }

        @Test func `the alert rules of Prometheus use existing metrics, and ops/observability.md names each of them`()
            async throws
        {
            try await Practice.open(metricsPort: 0) { practice in
                #expect(try await practice.nobody.get("/livez").status == 200)
                let page = try await practice.metrics()
                let rules = try Self.file("alerts.yml")
                let queries = rules.matches(of: /(?m)^ +expr: (.+)$/).map { String($0.1) }
                #expect(queries.count > 15)
                for query in queries { #expect(page.names.isSuperset(of: Self.names(in: query)), "\(query)") }
                let alerts = Set(rules.matches(of: /(?m)^ +- alert: (\w+)$/).map { String($0.1) })
                let explained = try Self.file("observability.md").matches(of: /Chairside[A-Z]\w+/).map { String($0.0) }
                #expect(alerts.count == queries.count)
                #expect(alerts == Set(explained))
            }
        }

        @Test func `ops/observability.md explains every metric, and names no metric that does not exist`() async throws
        {
            try await Practice.open(metricsPort: 0) { practice in
                // Send a request, since some metrics exist only after the first request.
                #expect(try await practice.nobody.get("/livez").status == 200)
                let page = try await practice.metrics()
                let text = try Self.file("observability.md")
                let described = Set(
                    text.matches(of: /(?m)^\| `((?:chairside|process)_[a-z0-9_]+)/).map { String($0.1) })
                #expect(described == Set(page.families.map(\.name)))
                #expect(page.names.isSuperset(of: Self.names(in: text)))
            }
        }
    }
}
