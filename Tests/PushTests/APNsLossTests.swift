import Crypto
import EventSourcing
import Foundation
import JSON
import Push
import ServiceFakes
import Synchronization
import TestSupport
import Testing

/// Tests that the channel to APNs loses no message, and sends no message again that was delivered, while APNs ends
/// connections and streams.
@Suite(.timeLimit(.minutes(10))) struct APNsLossTests {
    private struct Account: Sendable {
        var requests = 0
        /// The number of times that the fake of APNs accepted each message, by the link in the message's body.
        var accepted: [String: Int] = [:]
        /// The messages that the channel has reported as delivered.
        var delivered: Set<String> = []
        /// The messages that the fake of APNs received again after the channel had reported them as delivered.
        var repeated: Set<String> = []
    }

    @Test
    func `a push message is sent to APNs again if its connection or stream was lost, and not after it was delivered`()
        async throws
    {
        let account = Mutex(Account())
        try await withKeys { keys in
            let file = try keys.write(P256.Signing.PrivateKey().pemRepresentation, to: "apns.p8")
            try await withScriptedPeer { connection, frame in
                guard let frame else { return connection.sendSettings(streams: 8) }
                // A message to the fake of APNs is complete with the DATA frame that ends its stream.
                guard frame.type == 0, frame.flags & 1 == 1 else { return }
                let url = (try? JSONValue(parsing: frame.payload))?["data"]?["url"]?.string ?? ""
                let number = account.withLock { account in
                    if account.delivered.contains(url) { account.repeated.insert(url) }
                    account.requests += 1
                    return account.requests
                }
                let accept = { account.withLock { $0.accepted[url, default: 0] += 1 } }
                if number % 7 == 3 {
                    accept()
                    connection.lose()
                } else if number % 11 == 5 {
                    accept()
                    connection.goAway(last: frame.stream)
                    connection.answer(frame.stream)
                } else if number % 5 == 1 {
                    connection.reset(frame.stream, code: 7)
                } else {
                    accept()
                    connection.answer(frame.stream)
                }
            } _: { peer in
                var configuration = APNsConfiguration(
                    keyFile: file, team: "TEAM012345", keyID: "KEY0123456", topic: "org.example.chairside")
                configuration.host = .other(peer.origin)
                configuration.authorities = peer.certificate
                let clock = SetClock()
                let channel = try APNsChannel(configuration, on: peer.loop) { clock.now }
                let retries = await allAtOnce(0..<100) { number -> Int? in
                    let sent = Self.linked("chairside://appointments/\(number)")
                    for attempt in 0..<200 {
                        switch await channel.deliver(sent, to: APNsTrial.token) {
                        case .delivered:
                            account.withLock { _ = $0.delivered.insert(sent.url) }
                            return attempt
                        case .retry: continue
                        case .gone, .refused: return nil
                        }
                    }
                    return nil
                }
                channel.close()
                let end = account.withLock { $0 }
                #expect(end.delivered.count == 100)
                #expect(end.repeated.isEmpty)
                for (number, retries) in retries.enumerated() {
                    let accepted = end.accepted["chairside://appointments/\(number)"] ?? 0
                    // The fake of APNs accepts a message more than once only if earlier attempts ended without an
                    // answer.
                    #expect(accepted >= 1 && accepted <= (retries ?? 0) + 1)
                }
            }
        }
    }

    @Test func `push messages that are in progress while APNs ends the connection are delivered`() async throws {
        let (arrived, gate) = (Gate(), Gate())
        let count = Mutex(0)
        try await withAPNs { record, request in
            let number = count.withLock { count in
                count += 1
                return count
            }
            if number == 20 { await arrived.open() }
            await gate.wait()
            return record.accept(request)
        } _: { apns in
            let outcomes = Task { await allAtOnce(0..<20) { _ in await apns.deliver(message()) } }
            await arrived.wait()
            apns.service.beginDraining()
            await gate.open()
            #expect(await outcomes.value == Array(repeating: .delivered, count: 20))
            #expect(apns.record.accepted.count == 20 && apns.record.accepted.values.allSatisfy { $0 == 1 })
        }
    }

    private static func linked(_ url: String) -> PushMessage {
        PushMessage(
            id: UUID(), collapseKey: nil, title: "", body: "", badge: 0, url: url, type: "", isUrgent: false,
            expires: SetClock().now.adding(days: 1))
    }
}
