public import EventLoop
public import PostgresClient

/// The vault, in which the devices of an account synchronize encrypted entities. An instance serves the requests of one
/// loop. The server cannot read the entities.
public final class Vault {
    let loop: EventLoop
    let pool: PostgresPool
    let room: DecodingRoom
    let limits: VaultLimits

    public init(pool: PostgresPool, on loop: EventLoop, sharing room: DecodingRoom) {
        self.loop = loop
        self.pool = pool
        self.room = room
        limits = VaultLimits()
    }
}
