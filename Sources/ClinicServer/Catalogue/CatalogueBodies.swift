import Catalogue
import JSON

/// A page of drugs, whose documents are rendered already.
struct DrugPage: Sendable {
    let items: [RawJSON]
    let page: Int
    let pageSize: Int
    let total: Int
    let hasMore: Bool

    static let codec = object(
        DrugPage.init(items:page:pageSize:total:hasMore:),
        field("items", \.items, .array(.raw(Drug.codec.schema)).described("The found drugs of this page, by name.")),
        field("page", \.page, .int.described("The number of this page, beginning with 1.")),
        field("page_size", \.pageSize, .int.described("How many drugs a page has at most.")),
        field("total", \.total, .int.described("How many drugs were found.")),
        field("has_more", \.hasMore, .bool.described("Whether there is a next page."))
    ).described("A page of the drugs that a search found.").named("DrugPage")
}

/// A list of studies with the catalogue's version, which a client gives when it asks for later changes.
struct StudyList: Sendable {
    let version: CatalogueVersion
    let items: [Study]

    static let codec = object(
        StudyList.init(version:items:),
        field(
            "version", \.version,
            CatalogueVersion.codec.described("The catalogue's version, for `since_version` of a later request.")),
        field("items", \.items, .array(Study.codec).described("The studies, by name."))
    ).described("Studies of the catalogue.").named("StudyList")
}
