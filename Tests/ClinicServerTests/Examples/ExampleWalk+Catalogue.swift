import ClinicTestSupport

/// Example requests about the catalogue of drugs and studies.
extension ExampleWalk {
    func showCatalogue() async throws {
        let found = try await show(
            "searchDrugs", "A patient who has agreed types the beginning of a name", by: patient,
            ["q": "amoxi", "page_size": "2", "X-Privacy-Consent": "accepted"])
        guard let drug = found.items.first else { throw Unexpected(description: "the search found no drug") }
        try await show(
            "getDrug", "A doctor reads the strengths of a drug", by: doctor, ["drug_id": try drug.text("id")])
        try await show(
            "getCatalogueBundle", "An app gets the whole catalogue (the example is shortened)", by: anyone, [:],
            keeping: 1)
        try await show(
            "listStudies", "A doctor's app gets the studies (the example is shortened)", by: doctor, [:], keeping: 2)
        try await show(
            "listStudyUpdates", "An app asks what has changed since its list", by: patient,
            ["since_version": "2026.1"])
    }
}
