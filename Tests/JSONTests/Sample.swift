import Identifiers
import JSON

enum Channel: String, CaseIterable, Sendable { case phone, web, desk }

struct Span2: Hashable, Sendable {
    let start: Int
    let end: Int

    static let codec = object(
        { (start: Int, end: Int) throws(CheckFailure) -> Span2 in
            guard start < end else { throw CheckFailure("empty_span", "must end after it starts") }
            return Span2(start: start, end: end)
        },
        field("start", \.start, .int(0...1440)), field("end", \.end, .int(0...1440)))
}

/// An example type for the codecs' tests, similar to the events of the clinic.
struct Booking: Hashable, Sendable {
    var id: ID<Booking>
    var patient: UUIDBytes
    var name: String
    var channel: Channel
    var span: Span2
    var price: Int64
    var ratio: Double
    var urgent: Bool
    var note: String?
    var services: [UUIDBytes]

    static let codec = object(
        Booking.init,
        field("id", \.id, .id()),
        field("patient_id", \.patient, .uuid),
        field("name", \.name, .string(1...100)),
        field("channel", \.channel, .stringEnum),
        field("span", \.span, Span2.codec),
        field("price", \.price, .int64(0...1_000_000)),
        field("ratio", \.ratio, .double),
        field("urgent", \.urgent, .bool, default: false),
        optionalField("note", \.note, .text(max: 200)),
        field("service_ids", \.services, .array(.uuid, 1...10)))

    static let sample = Booking(
        id: ID(UUIDBytes(high: 0x0192_f3a4_b5c6_7d8e, low: 0x9fa0_b1c2_d3e4_f506)),
        patient: UUIDBytes(high: 0x0192_f3a4_b5c6_7000, low: 0x8000_0000_0000_0001),
        name: "Zoë Ångström", channel: .desk, span: Span2(start: 540, end: 570), price: 12_500, ratio: 0.25,
        urgent: true,
        note: "first visit", services: [UUIDBytes(high: 0x0192_0000_0000_7000, low: 0x8000_0000_0000_0002)])
}

enum Price: Hashable, Sendable {
    case free
    case fixed(Int)
    case range(Span2)

    struct Fixed: Hashable, Sendable {
        let amount: Int
        static let codec = object(Fixed.init, field("amount", \.amount, .int(0...100_000)))
    }

    static let codec = union(
        "type",
        variant("free", Price.free),
        variant(
            "fixed", Fixed.codec, { .fixed($0.amount) },
            { if case .fixed(let amount) = $0 { Fixed(amount: amount) } else { nil } }),
        variant("range", Span2.codec, { .range($0) }, { if case .range(let span) = $0 { span } else { nil } }))
}

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
