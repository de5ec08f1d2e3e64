/// The schemas in which a connection finds what its statements name without a schema. The settings of the database and of
/// its roles do not change it.
public enum SearchPath: String, Sendable {
    /// PostgreSQL's own functions, operators and types alone. Tables must be named with their schema.
    case onlyCatalogue = "pg_catalog,pg_temp"
    /// PostgreSQL's own functions and operators first, then the tables of the schema `public`.
    case catalogueFirst = "pg_catalog,pg_temp,public"
}
