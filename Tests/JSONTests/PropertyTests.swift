import Foundation
import JSON
import Testing

struct PropertyTests {
    @Test func `every JSON value is equal after it is written and parsed`() throws {
        var random = Random(seed: 1)
        for _ in 0..<3000 {
            let value = random.value(depth: 4)
            #expect(try JSONValue(parsing: value.bytes) == value)
            #expect(try JSONValue(parsing: value.bytes).bytes == value.bytes)
            #expect(try JSONValue(parsing: value.indentedBytes) == value)
        }
    }

    @Test func `a value is the same after encoding and decoding, and its schema accepts the encoded value`() throws {
        var random = Random(seed: 2)
        var writer = JSONWriter()
        Booking.codec.schema.write(to: &writer, whole: true)
        let schema = try JSONValue(parsing: writer.bytes)
        for _ in 0..<1000 {
            let booking = random.booking()
            let bytes = Booking.codec.bytes(booking)
            #expect(try Booking.codec.decode(parsing: bytes) == booking)
            #expect(try accepts(schema, JSONValue(parsing: bytes)))
        }
    }

    @Test func `random bytes never crash the JSON parser`() {
        var random = Random(seed: 3)
        var accepted = 0
        for _ in 0..<20_000 {
            let bytes = (0..<random.int(0...40)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            if (try? JSONValue(parsing: bytes)) != nil { accepted += 1 }
        }
        #expect(accepted < 1000)
    }

    /// Foundation's JSON parser is the reference. It may accept more than our parser, but must accept everything that
    /// ours accepts.
    @Test func `mutated JSON that our parser accepts is parsed by Foundation as the same value`() throws {
        var random = Random(seed: 4)
        var accepted = 0
        for _ in 0..<20_000 {
            let mangled = random.mutation(of: random.value(depth: 3).bytes)
            guard let ours = try? JSONValue(parsing: mangled) else { continue }
            accepted += 1
            let theirs = try JSONSerialization.jsonObject(with: Data(mangled), options: [.fragmentsAllowed])
            #expect(same(ours, theirs), "\(String(decoding: mangled, as: UTF8.self))")
        }
        #expect(accepted > 500)
    }

    @Test func `the refusal of a mutated JSON object contains JSON pointers, and none of the object's contents`() throws
    {
        var random = Random(seed: 5)
        for _ in 0..<5000 {
            var booking = random.booking()
            booking.name = "MARKER" + booking.name.prefix(50)
            do throws(DecodingProblem) {
                let decoded = try Booking.codec.decode(parsing: random.mutation(of: Booking.codec.bytes(booking)))
                #expect(try Booking.codec.decode(parsing: Booking.codec.bytes(decoded)) == decoded)
            } catch {
                #expect(!error.issues.isEmpty && !"\(error)".contains("MARKER"))
            }
        }
    }

    /// Whether two numbers are equal apart from the last digit, which Foundation sometimes parses wrongly.
    private func near(_ left: Double, _ right: Double) -> Bool { abs(left - right) <= abs(right) * 1e-14 }

    private func same(_ ours: JSONValue, _ theirs: Any) -> Bool {
        switch ours.kind {
        case .null: return theirs is NSNull
        case .bool: return theirs as? Bool == ours.bool
        case .integer: return (theirs as? NSNumber)?.int64Value == ours.integer
        case .double: return (theirs as? NSNumber).map { near($0.doubleValue, ours.double ?? 0) } == true
        case .string:
            return (theirs as? String)?.unicodeScalars.elementsEqual((ours.string ?? "").unicodeScalars) == true
        case .array:
            guard let theirs = theirs as? [Any], let ours = ours.elements, theirs.count == ours.count else {
                return false
            }
            return zip(ours, theirs).allSatisfy { same($0, $1) }
        case .object:
            guard let theirs = theirs as? [String: Any], let ours = ours.members else { return false }
            return ours.allSatisfy { member in theirs[member.name].map { same(member.value, $0) } == true }
        }
    }
}
