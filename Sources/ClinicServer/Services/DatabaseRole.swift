/// The PostgreSQL roles that a server's connections use.
package enum DatabaseRole {
    /// The role of connections that serve requests. It can append to the log, but cannot change it.
    package static let server = "chairside_server"
    /// The role that reads events and writes their hashes.
    static let chainer = "chairside_chainer"
    /// The role that reads documents. In each table it can read only the rows of the clinic that is set in the
    /// transaction.
    static let reader = "chairside_reader"
}
