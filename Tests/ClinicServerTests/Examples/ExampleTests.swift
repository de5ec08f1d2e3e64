import APIExamples
import Clinic
import ClinicServer
import ClinicTestSupport
import Crypto
import Endpoints
import Foundation
import JSON
import Push
import TLS
import TestSupport
import Testing

/// Tests the examples in the API's description: a running server must answer all of them again, so none can be
/// outdated.
@Suite(.database) struct ExampleTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "fixtures/examples")

    /// Whether the files of examples are written again instead of compared. The script `ops/examples` sets
    /// `RECORD_EXAMPLES` for it.
    private static let records = ProcessInfo.processInfo.environment["RECORD_EXAMPLES"] != nil

    @Test func `the server answers each operation's example request with the recorded example answer`() async throws {
        let walked = try await ExampleWalk.walk()
        guard let walked else { return }
        let recorded = try OperationExamples(APIExamples.files).all
        for tag in Set(walked.map(\.operation.tag)).sorted() {
            let ofTag = walked.filter { $0.operation.tag == tag }
            if Self.records { try Self.write(ofTag, tag) }
            for (operation, examples) in Self.grouped(ofTag) where !Self.records {
                let now = JSONValue.array(examples.map(\.json)).indentedBytes
                let then = JSONValue.array((recorded[operation] ?? []).map(\.json)).indentedBytes
                #expect(
                    String(decoding: now, as: UTF8.self) == String(decoding: then, as: UTF8.self),
                    """
                    \(operation): look at the difference, then run ops/examples
                    \(Self.difference(then, now))
                    """)
            }
        }
    }

    @Test func `every operation has an example, and every example belongs to an operation`() throws {
        let described = Set(try OperationExamples(APIExamples.files).all.keys)
        #expect(described == Set(ServerAPI.operations.map(\.id)))
    }

    @Test func `the names of an operation's examples are unique`() throws {
        for (operation, examples) in try OperationExamples(APIExamples.files).all {
            #expect(Set(examples.map(\.name)).count == examples.count, "\(operation)")
        }
    }

    private static func grouped(
        _ walked: [ExampleWalk.Shown]
    ) -> [(operation: String, examples: [OperationExample])] {
        var order: [String] = []
        for shown in walked where !order.contains(shown.operation.id) { order.append(shown.operation.id) }
        return order.map { id in (id, walked.filter { $0.operation.id == id }.map(\.example)) }
    }

    private static func write(_ walked: [ExampleWalk.Shown], _ tag: String) throws {
        let file = JSONValue.object(grouped(walked).map { ($0.operation, .array($0.examples.map(\.json))) })
        try Data(file.indentedBytes).write(to: folder.appending(path: "\(tag.replacing(" ", with: "-")).json"))
    }

    /// The lines that are in only one of two texts.
    private static func difference(_ then: [UInt8], _ now: [UInt8]) -> String {
        func lines(_ bytes: [UInt8]) -> [String] {
            String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        }
        return lines(now).difference(from: lines(then)).map { change in
            switch change {
            case .insert(_, let line, _): "+ \(line)"
            case .remove(_, let line, _): "- \(line)"
            }
        }.joined(separator: "\n")
    }
}

extension ExampleWalk {
    /// Founds a clinic, sends all example requests and returns the examples. Returns `nil` if midnight passed
    /// meanwhile.
    static func walk() async throws -> [Shown]? {
        let clinic = try await ExampleClinic.found()
        let mailbox = try ExampleMailbox()
        defer { mailbox.remove() }
        var shown: [Shown]?
        try await withSelfSigned { made in
            var https = HTTPSConfiguration(
                files: CredentialFiles(certificate: made[0].certificate, key: made[0].key))
            https.port = 0
            try await withPushKey(P256.Signing.PrivateKey(rawRepresentation: [UInt8](repeating: 7, count: 32))) { key in
                var push = PushConfiguration()
                push.webPush = key.webPush
                try await Practice.open(https: https, mail: mailbox.configuration, push: push) { practice in
                    let walk = ExampleWalk(practice, clinic, mailbox: mailbox)
                    try await walk.all()
                    let now = try await practice.now()
                    shown = clinic.zone.date(of: now) == clinic.today ? walk.examples : nil
                }
            }
        }
        return shown
    }

    private func all() async throws {
        try await showSigningIn()
        try await showProfile()
        try await showServices()
        try await showChairs()
        try await showStaff()
        try await showPatients()
        try await showGuardians()
        try await showFreeTimes()
        try await showBlocks()
        try await showBooking()
        try await showVisitLinks()
        try await showSeries()
        try await showWaitlist()
        try await showVisit()
        try await showRecalls()
        try await showCheckIns()
        try await showNotifications()
        try await showInvoices()
        try await showCorrections()
        try await showOwnBills()
        try await showDrafts()
        try await showInsurance()
        try await showFiles()
        try await showTreatmentPlans()
        try await showDentalChart()
        try await showChart()
        try await showPrescriptions()
        try await showHistoryForms()
        try await showConsents()
        try await showMessages()
        try await showBatch()
        try await showFamily()
        try await showDayClose()
        try await showFigures()
        try await showRestrictedRecords()
        try await showLeaving()
        try await showTablets()
        try await showWebhooks()
        try await showDevices()
        try await showVault()
        try await showHealthSamples()
        try await showCatalogue()
        try await showUnlocking()
        try await showSecondFactor()
        try await showRegistering()
        try await showPublicBooking()
        try await showNotificationsOfDependant()
        try await showTokens()
        try await showAudit()
        try await showServer()
    }
}
