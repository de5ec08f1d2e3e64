import Catalogue
import ClinicServer
import ClinicTestSupport
import Foundation
import JSON
import Testing

extension Conformance {
    /// Tests the catalogue of drugs and studies over HTTP.
    @Suite struct CatalogueRequests {
        private static let consent = ["X-Privacy-Consent": "accepted"]

        @Test func `O41 a search for drugs finds names and ingredients, page by page, and ignores case and accents`()
            async throws
        {
            try await Practice.open { practice in
                let patient = try await practice.signIn("patient1")
                let found = try await patient.findDrugs("AM%C3%93XI&page=1&page_size=1")
                #expect(found.status == 200)
                #expect(found.items.compactMap { $0["name"]?.string } == ["amoxicillin"])
                #expect(found["total"]?.integer == 2)
                #expect(found["has_more"]?.bool == true)
                let next = try await patient.findDrugs("amoxi&page=2&page_size=1")
                #expect(next.items.compactMap { $0["name"]?.string } == ["amoxicillin + clavulanic acid"])
                #expect(next["has_more"]?.bool == false)
                #expect(try await patient.findDrugs("clavu").items.count == 1)
                #expect(try await patient.findDrugs("amoxi&page=100000&page_size=100").items.isEmpty)
                #expect(try await patient.findDrugs("zzz")["total"]?.integer == 0)
                #expect(try await patient.findDrugs("&page_size=5").items.count == 5)
                #expect(try await patient.findDrugs("a&page=0").status == 400)
                #expect(try await patient.findDrugs("a&page_size=101").status == 400)
            }
        }

        @Test func `O41 a search for drugs without the person's consent is answered with 403`() async throws {
            try await Practice.open { practice in
                let patient = try await practice.signIn("patient1")
                for fields in [[:], ["X-Privacy-Consent": "declined"], ["X-Privacy-Consent": ""]] {
                    let answer = try await patient.get("/v1/catalog/drugs?q=amoxi", fields)
                    #expect(answer.status == 403)
                    #expect(answer.problem == "privacy-consent-missing")
                }
                #expect(try await practice.nobody.get("/v1/catalog/drugs?q=amoxi", Self.consent).status == 401)
            }
        }

        @Test func `O41 a drug is read by its id, and an unknown id gets 404`() async throws {
            try await Practice.open { practice in
                let doctor = try await practice.signIn("doctor1")
                let id = try await doctor.findDrugs("ibuprofen").items[0].text("id")
                let drug = try await doctor.get("/v1/catalog/drugs/\(id)")
                #expect(drug["name"]?.string == "ibuprofen")
                #expect(drug["atc_codes"]?.elements?.first?.string == "M01AE01")
                #expect(drug["allergy_groups"]?.elements?.compactMap(\.string) == ["nsaids"])
                #expect(try await doctor.get("/v1/catalog/drugs/\(newKey())").status == 404)
                #expect(try await practice.nobody.get("/v1/catalog/drugs/\(id)").status == 401)
            }
        }

        @Test func `O41 the whole catalogue is public, and a client that has the current catalogue gets 304`()
            async throws
        {
            try await Practice.open { practice in
                let bundle = try await practice.nobody.get("/v1/catalog/bundle")
                #expect(bundle.status == 200)
                #expect(try Catalogue(reading: bundle.body).drugs == Catalogue.bundled().drugs)
                #expect(bundle.fields["cache-control"]?.contains("public") == true)
                let tag = try #require(bundle.fields["etag"])
                let again = try await practice.nobody.get("/v1/catalog/bundle", ["If-None-Match": tag])
                #expect(again.status == 304)
                let zipped = try await practice.nobody.get("/v1/catalog/bundle", ["Accept-Encoding": "gzip"])
                #expect(zipped.fields["content-encoding"] == "gzip")
                #expect(zipped.body.count < bundle.body.count / 4)
            }
        }

        @Test func `O41 a client can list all studies, and afterwards only the studies that changed since that list`()
            async throws
        {
            try await Practice.open { practice in
                let patient = try await practice.signIn("patient1")
                let list = try await patient.get("/v1/catalog/studies")
                #expect(list.items.count >= 40)
                let ratio = list.items.first { $0["abbreviation"]?.string == "INR" }
                #expect(ratio?["reference_ranges"]?.elements?.first?["high"]?.double == 1.2)
                let version = try list.text("version")
                let path = "/v1/catalog/studies/updates?since_version="
                let nothing = try await patient.get(path + version)
                #expect(nothing.items.isEmpty)
                #expect(try nothing.text("version") == version)
                #expect(try await patient.get(path + "0").items.count == list.items.count)
                #expect(try await patient.get("/v1/catalog/studies/updates").status == 400)
                #expect(try await practice.nobody.get("/v1/catalog/studies").status == 401)
            }
        }

        @Test func `O41 the text of a search for drugs is neither in the log nor in the metrics`() async throws {
            let log = KeptLog()
            try await Practice.open(logger: log.logger, metricsPort: 0) { practice in
                let patient = try await practice.signIn("patient1")
                #expect(try await patient.findDrugs("Quandtbeere").status == 200)
                #expect(try await patient.get("/v1/catalog/drugs?q=Quandtbeere").status == 403)
                #expect(try await patient.findDrugs("Quandtbeere&page=x").status == 400)
                let page = try await practice.askMetrics("GET", "/metrics")
                #expect(!String(decoding: page.body, as: UTF8.self).contains("Quandtbeere"))
            }
            for line in log.lines { #expect(!line.contains("Quandtbeere")) }
        }
    }
}
