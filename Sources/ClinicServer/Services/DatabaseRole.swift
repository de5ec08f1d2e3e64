/// The PostgreSQL roles that a server's connections use.
package enum DatabaseRole {
    /// The role of connections that serve requests. It can append events, but cannot change or delete stored ones.
    package static let server = "chairside_server"
    /// The role that reads events and the records of the record chains, and writes the hash chains.
    static let chainer = "chairside_chainer"
    /// The role that reads documents. In each table it can read only the rows of the clinic that is set in the
    /// transaction.
    static let reader = "chairside_reader"
}
