import Metrics
import Testing

@Suite struct ExpositionTests {
    @Test func `the HELP and TYPE lines of a metric precede its samples`() {
        var page = Exposition()
        page.begin("served_total", .counter, "What was served.")
        page.sample(3, [("what", "tea")])
        page.sample(UInt64(4), [("what", "a \"b\" \\ c\nd"), ("to", "x")])
        page.begin("age_seconds", .gauge, "How old.")
        page.sample(seconds: 1.5)
        #expect(
            String(decoding: page.bytes, as: UTF8.self) == """
                # HELP served_total What was served.
                # TYPE served_total counter
                served_total{what="tea"} 3
                served_total{what="a \\"b\\" \\\\ c\\nd",to="x"} 4
                # HELP age_seconds How old.
                # TYPE age_seconds gauge
                age_seconds 1.5

                """)
    }

    @Test func `a histogram of durations has cumulative buckets in seconds`() {
        var histogram = Histogram.durations
        for value: UInt64 in [8_192, 20_000, 1 << 35] { histogram.record(value) }
        var page = Exposition()
        page.begin("t", .histogram, "t")
        page.sample(histogram, .seconds, [("a", "b")])
        let lines = String(decoding: page.bytes, as: UTF8.self).split(separator: "\n").dropFirst(2)
        #expect(lines.count == 25)
        #expect(lines.first == #"t_bucket{a="b",le="0.000008192"} 1"#)
        #expect(lines.contains(#"t_bucket{a="b",le="0.000016384"} 1"#))
        #expect(lines.contains(#"t_bucket{a="b",le="0.000032768"} 2"#))
        #expect(lines.contains(#"t_bucket{a="b",le="17.179869184"} 2"#))
        #expect(lines.contains(#"t_bucket{a="b",le="+Inf"} 3"#))
        #expect(lines.contains(#"t_sum{a="b"} 34.35976656"#))
        #expect(lines.last == #"t_count{a="b"} 3"#)
    }

    @Test func `the bounds and the sum of a histogram of sizes are written without conversion`() {
        var histogram = Histogram.sizes
        histogram.record(3)
        var page = Exposition()
        page.begin("n", .histogram, "n")
        page.sample(histogram, .plain)
        let lines = String(decoding: page.bytes, as: UTF8.self).split(separator: "\n")
        #expect(lines.contains(#"n_bucket{le="2"} 0"#))
        #expect(lines.contains(#"n_bucket{le="4"} 1"#))
        #expect(lines.contains("n_sum 3"))
    }
}
