import Catalogue
import Endpoints
import Identifiers
import JSON

/// The catalogue of drugs and studies of a running server. Its documents are rendered once, at the start.
struct ServedCatalogue: Sendable {
    let catalogue: Catalogue
    let bundle: RenderedDocument
    let studies: RenderedDocument
    /// The drugs with their names, for decisions about prescriptions.
    let formulary: Formulary
    private let search: DrugSearch
    /// The documents of the drugs, in the catalogue's order.
    private let drugs: [RawJSON]
    private let places: [ID<Drug>: Int]

    init(_ catalogue: Catalogue) {
        self.catalogue = catalogue
        bundle = RenderedDocument(Catalogue.codec.bytes(catalogue))
        studies = RenderedDocument(
            StudyList.codec.bytes(
                StudyList(version: catalogue.version, items: catalogue.studies.filter { !$0.isWithdrawn })))
        search = DrugSearch(catalogue)
        formulary = Formulary(catalogue)
        drugs = catalogue.drugs.map { RawJSON(Drug.codec.bytes($0)) }
        places = Dictionary(
            catalogue.drugs.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The document of a drug; `nil` if the catalogue does not have the drug.
    func drug(_ id: ID<Drug>) -> [UInt8]? { places[id].map { drugs[$0].bytes } }

    /// A page of the drugs that the search for a text finds.
    ///
    /// - Parameters:
    ///   - page: the number of the page, beginning with 1.
    ///   - size: the maximum number of drugs on a page.
    func drugs(named text: String, page: Int, size: Int) -> [UInt8] {
        let found = search.places(text)
        // The product of a page's number and the page's size cannot overflow, since the endpoint limits both.
        let skipped = (page - 1) * size
        let items = found.dropFirst(skipped).prefix(size).map { drugs[$0] }
        return DrugPage.codec.bytes(
            DrugPage(
                items: items, page: page, pageSize: size, total: found.count,
                hasMore: skipped + items.count < found.count))
    }

    /// The studies of the catalogue that changed after a version of the catalogue.
    func studies(changedSince text: String) -> [UInt8] {
        StudyList.codec.bytes(
            StudyList(version: catalogue.version, items: catalogue.studies(changedSince: text)))
    }
}

/// A rendered document of the catalogue with its entity tag.
struct RenderedDocument: Sendable {
    let bytes: [UInt8]
    let etag: EntityTag

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        etag = EntityTag(content: bytes)
    }
}
