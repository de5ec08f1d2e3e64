import Clinic
import Crypto
import Endpoints
import EventSourcing
import Foundation
import JSON

/// Replaces the values that differ between two runs of the example requests (ids, times, tokens, hashes) by fixed
/// values that are easy to read. Equal values are replaced by equal values, so that the examples are consistent with
/// one another.
struct ExampleNormalizer {
    /// The day on which the requests in all examples are sent, a Tuesday.
    static let today = CivilDate(daysSince1970: 20_781)
    /// The time at which the requests in all examples are sent, 10:00 in Berlin.
    static let now = Instant(secondsSince1970: 1_795_510_800)

    /// The position that examples show for a signed head. The real position varies with the time of the signing.
    private static let headPosition: Int64 = 64

    private let zone: ClinicZone
    private let realToday: CivilDate
    /// The server's time directly after the answer that is being normalized.
    var now = Instant(secondsSince1970: 0)
    /// Whether the times in the answer that is being normalized are the same on every day, as those in the pages of
    /// problems.
    var hasFixedTimes = false

    private var ids: [String: String] = [:]
    private var instants: [Instant: Instant] = [:]
    private var secrets: [String: String] = [:]
    private var counts: [String: Int] = [:]

    init(today: CivilDate, zone: ClinicZone) {
        realToday = today
        self.zone = zone
    }

    mutating func normalize(_ example: OperationExample) -> OperationExample {
        var request = example.request
        request.path = request.path.map { pair($0) }
        request.query = request.query.map { pair($0) }
        request.fields = request.fields.map { pair($0) }
        request.body = request.body.map { value($0, in: "") }
        let body = example.reply.body.map { value($0, in: "") }
        let reply = OperationExample.Reply(example.reply.status, example.reply.fields.map { pair($0) }, body)
        return OperationExample(example.name, example.summary, request, reply)
    }

    private mutating func pair(_ pair: OperationExample.Pair) -> OperationExample.Pair {
        OperationExample.Pair(pair.name, text(pair.value, in: pair.name))
    }

    /// Replaces the parts of a JSON value that differ between two runs of the example requests.
    ///
    /// - Parameter name: the name of the member that holds the value.
    private mutating func value(_ value: JSONValue, in name: String) -> JSONValue {
        if let elements = value.elements {
            var changed: [JSONValue] = []
            for element in elements { changed.append(self.value(element, in: name)) }
            return .array(changed)
        }
        if let members = value.members {
            var changed: [(String, JSONValue)] = []
            for member in members {
                let isHeadPosition = name == "head" && member.name == "position"
                changed.append(
                    (
                        member.name,
                        isHeadPosition ? .integer(Self.headPosition) : self.value(member.value, in: member.name)
                    ))
            }
            return .object(changed)
        }
        // A session's version is a time in seconds since 1970, so it is replaced by the time of the examples.
        if name == "version", let number = value.integer, number > 1_000_000_000 {
            return .integer(Self.now.secondsSince1970)
        }
        // The server of the examples listens at a free port.
        if name == "port", value.integer != nil { return .integer(8_443) }
        return value.string.map { .string(text($0, in: name)) } ?? value
    }

    private mutating func text(_ text: String, in name: String) -> String {
        if let known = secrets[text] { return known }
        if let made = ExampleSecret(name, text) {
            let number = (counts[made.counter] ?? 0) + 1
            counts[made.counter] = number
            secrets[text] = made.replacement(number)
            return made.replacement(number)
        }
        var text = name.lowercased() == "etag" ? etag(text) : text
        for (secret, replacement) in secrets.sorted(by: { $0.key.count > $1.key.count }) where secret.count >= 16 {
            text = text.replacing(secret, with: replacement)
        }
        if name == "number" { text = text.replacing("\(realToday.year)-", with: "\(Self.today.year)-") }
        text = text.replacing(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/) { id(String($0.output)) }
        if hasFixedTimes { return text }
        return text.replacing(/(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(?::\d{2}Z)?)?/) { match in
            time(String(match.output.1), match.output.2.map(String.init), in: name)
        }
    }

    private mutating func id(_ text: String) -> String {
        if let known = ids[text] { return known }
        let number = String(ids.count + 1)
        let made = "01935a10-0000-7000-8000-" + String(repeating: "0", count: 12 - number.count) + number
        ids[text] = made
        return made
    }

    /// Replaces a date, which may have a time in UTC or in the clinic's local time, by one that is about as far from
    /// the examples' day as the original is from today.
    private mutating func time(_ date: String, _ time: String?, in name: String) -> String {
        guard let day = CivilDate(iso8601: date) else { return date + (time ?? "") }
        if let time, time.hasSuffix("Z") {
            guard let instant = Instant(rfc3339: date + time) else { return date + time }
            return self.instant(instant, in: name).rfc3339
        }
        return self.date(day, in: name).iso8601 + (time ?? "")
    }

    private func date(_ date: CivilDate, in name: String) -> CivilDate {
        let distance = date.daysSince1970 - realToday.daysSince1970
        // Dates that are 400 days or more away, such as birth dates, are not changed.
        guard abs(distance) < 400 else { return date }
        if name == "month" { return Self.today.adding(days: 1 - Self.today.day) }
        guard ["monday", "period"].contains(name) else { return Self.today.adding(days: distance) }
        return Self.today.adding(days: distance + realToday.weekday - Self.today.weekday)
    }

    /// Members with times that the example requests chose as local times of the clinic. The times in other members
    /// depend on when the requests were sent.
    private static let chosen: Set<String> = ["start", "end", "first", "latest", "cancel_deadline", "cancel_before"]

    private mutating func instant(_ instant: Instant, in name: String) -> Instant {
        if let known = instants[instant] { return known }
        let distance = instant.seconds(since: now)
        let made: Instant
        if Self.chosen.contains(name) || distance < -86_400 {
            let local = zone.local(instant)
            made = zone.firstInstant(date(local.date, in: name), local.time)
        } else if distance <= 1 {
            made = Self.now
        } else {
            // A time more than a day ahead is rounded to hours, since it may have been set before the first example
            // request.
            let unit: Int64 = distance > 86_400 ? 3600 : 60
            made = Self.now.adding(seconds: (distance + unit / 2) / unit * unit)
        }
        instants[instant] = made
        return made
    }

    /// Replaces the random part of a strong entity tag, and keeps the entity's version in it. All weak tags become the
    /// same tag.
    private func etag(_ text: String) -> String {
        if text.hasPrefix("W/") { return #"W/"v20781.1.1.42""# }
        let version = text.firstMatch(of: /^"(\d{1,18}-)/).map { String($0.output.1) } ?? ""
        return #""\#(version)\#(version.isEmpty ? "5f0c1d9b7a3e42c68d1f0a9b8c7d6e5f" : "5f0c1d9b7a3e")""#
    }
}

/// The replacement of a value that is secret, random or computed from such a value. The name of its member shows which
/// kind of value it is.
struct ExampleSecret {
    let counter: String
    private let make: (Int) -> String

    init?(_ name: String, _ text: String) {
        func numbered(_ form: String) -> (Int) -> String { { form.replacing("#", with: String($0)) } }
        func hash(_ number: Int) -> String {
            SHA256.hash(data: Array("example \(number)".utf8)).map {
                String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
            }
            .joined()
        }
        switch name {
        case "access_token":
            (counter, make) = (name, numbered("eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJleGFtcGxlLSMifQ.example-signature-#"))
        case "refresh_token": (counter, make) = (name, numbered("example-refresh-token-#"))
        case "token": (counter, make) = (name, numbered("example-token-#"))
        case "code" where text.wholeMatch(of: /[0-9A-HJKMNP-TV-Z]{16}/) != nil:
            (counter, make) = ("pairing code", { _ in "7K2M9QX4T0BC5WHZ" })
        case "certificateFingerprint": (counter, make) = (name, hash)
        case "secret": (counter, make) = (name, { _ in "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP" })
        case "recovery_codes": (counter, make) = (name, { "EXAMP-LE" + (100 + $0).description })
        case "challenge": (counter, make) = (name, numbered("ZXhhbXBsZSBjaGFsbGVuZ2U-#"))
        case "signature": (counter, make) = (name, numbered("ZXhhbXBsZSBzaWduYXR1cmU-#"))
        case "since", "version", "Last-Event-ID":
            guard text.wholeMatch(of: /[rp]?\d+(?:\.\d+){3}/) != nil else { return nil }
            (counter, make) = ("list version", numbered("r20795.1.0.4#"))
        case "next_cursor", "cursor": (counter, make) = ("cursor", numbered("ZXhhbXBsZS1jdXJzb3ItIw-#"))
        case "x", "y": (counter, make) = (name, { _ in "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU" })
        case "key_id", "kid": (counter, make) = (name, { _ in "2026-11-01" })
        // The hash of a content has hexadecimal digits alone, and that of a certificate has colons between them.
        case "sha256" where text.wholeMatch(of: /[0-9a-f]{64}/) != nil: (counter, make) = ("content", hash)
        case "address" where text.wholeMatch(of: /[0-9a-f]{64}/) != nil: (counter, make) = (name, hash)
        case "sha256":
            (counter, make) = (
                name,
                { number in
                    stride(from: 0, to: 64, by: 2).map { index in
                        let digits = Array(hash(number).uppercased())
                        return String(digits[index]) + String(digits[index + 1])
                    }.joined(separator: ":")
                }
            )
        case "spki_sha256":
            (counter, make) = (name, { Data(SHA256.hash(data: Array("key \($0)".utf8))).base64EncodedString() })
        case "path" where text.hasPrefix("/api/v1/public/documents/"):
            (counter, make) = ("document link", { _ in "/api/v1/public/documents/example-token-7" })
        case "path" where text.hasPrefix("/api/v1/public/files/"):
            (counter, make) = ("file link", { _ in "/api/v1/public/files/example-token-6" })
        case "digest", "previous_hash", "hash",
            "id" where text.wholeMatch(of: /[0-9a-f]{64}/) != nil,
            "path" where text.wholeMatch(of: /[0-9a-f]{64}/) != nil:
            (counter, make) = ("hash", hash)
        case "public_key":
            (counter, make) = (
                name,
                { _ in
                    "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAexampleexampleexampleexampleexampleexampl=\n-----END PUBLIC KEY-----\n"
                }
            )
        case "code" where text.wholeMatch(of: /\d{6}/) != nil: (counter, make) = (name, { _ in "492039" })
        case "code" where text.wholeMatch(of: /\d{8}/) != nil: (counter, make) = (name, { _ in "60384172" })
        default: return nil
        }
    }

    func replacement(_ number: Int) -> String { make(number) }
}
