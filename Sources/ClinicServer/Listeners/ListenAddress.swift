/// An address at which all loops of a server listen.
enum ListenAddress {
    /// A numeric address, or `localhost`, which is both 127.0.0.1 and ::1 (RFC 6761 §6.3). Port 0 means any free one.
    /// `isShared` says whether other processes may listen there too.
    case network(host: String, port: UInt16, isShared: Bool)
    /// A socket in the Unix domain, by the path of its file.
    case unix(path: String)
    /// A socket that the service manager has opened and passed to this process, by its descriptor.
    case inherited(Int32)
}
