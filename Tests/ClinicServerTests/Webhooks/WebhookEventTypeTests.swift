import Clinic
import ClinicServer
import EventSourcing
import Testing

/// Tests which events webhooks are told of.
@Suite struct WebhookEventTypeTests {
    private static let named = WebhookEventType.all.flatMap(\.stored)
    private static let stored = Set(ClinicEvent.types.all.map(\.name))

    @Test func `each type of stored event has an outside name, or is listed as excluded from webhooks`() {
        let decided = WebhookEventType.excluded.union(Self.named)
        #expect(Self.stored.subtracting(decided).sorted() == [])
        #expect(decided.subtracting(Self.stored).sorted() == [])
    }

    @Test func `no type of stored event has two outside names, and no type that is excluded from webhooks has one`() {
        #expect(Set(Self.named).count == Self.named.count)
        #expect(WebhookEventType.excluded.intersection(Self.named).sorted() == [])
    }

    @Test func `the outside names of event types differ from each other and from the name of the test message`() {
        let names = WebhookEventType.all.map(\.name) + [WebhookEventType.test]
        #expect(Set(names).count == names.count)
    }
}
